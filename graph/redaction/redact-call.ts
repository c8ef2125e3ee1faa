import type { AnalysisInput } from "../analysis/inputs.js";
import type { Context } from "../core/context.js";
import type { CallInput } from "../recordings/call-input.js";
import { redactOrRefuse } from "./redact-or-refuse.js";
import { loadRedactor } from "./redactor.js";

/**
 * Redacts a call, or the analysis of one, with its transcript. A transcript that takes too long has no texts.
 * @throws INVALID_FIELD where another text takes too long
 */
export const redactCall = async <T extends Pick<CallInput | AnalysisInput, "transcript">>(
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
