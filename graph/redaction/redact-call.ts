import type { Context } from "../context/context.js";
import type { RedactableUtterance } from "../core/redaction-port.js";
import { redactOrRefuse } from "./redact-or-refuse.js";
import { loadRedactor } from "./redactor.js";

/**
 * Redacts a call, or the analysis of one, with its transcript. A transcript that takes too long loses its texts.
 * @throws INVALID_FIELD if another text takes too long
 */
export const redactCall = async <T extends { transcript?: readonly RedactableUtterance[] | null }>(
  context: Pick<Context, "db" | "organizationId" | "runRedaction">,
  sent: T,
): Promise<T> => {
  const redactor = await loadRedactor(context, context.organizationId);
  if (!redactor) return sent;
  const { transcript, ...rest } = sent;
  const input = (await redactOrRefuse(rest, redactor.redactInput)) as T;
  if (!transcript) return "transcript" in sent ? { ...input, transcript } : input;
  return { ...input, transcript: await redactor.redactTranscript(transcript) };
};
