import type { AnalysisInput } from "../analysis/inputs.js";
import type { Context } from "../core/context.js";
import type { CallInput } from "../recordings/call-input.js";
import { redactInput } from "./redact-values.js";
import { redactTranscript } from "./redact-transcript.js";
import { loadRedactor } from "./redactor.js";

/** Redacts a call, or the analysis of one, with its transcript. */
export const redactCall = async <T extends Pick<CallInput | AnalysisInput, "transcript">>(
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  sent: T,
): Promise<T> => {
  const redactor = await loadRedactor(db, organizationId);
  if (!redactor) return sent;
  const { transcript, ...rest } = sent;
  const input = (await redactInput(redactor, rest)) as T;
  if (!transcript) return "transcript" in sent ? { ...input, transcript } : input;
  return { ...input, transcript: await redactTranscript(redactor, transcript) };
};
