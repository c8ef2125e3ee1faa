import type { AnalysisInput } from "../analysis/inputs.js";
import type { Context } from "../core/context.js";
import type { CallInput } from "../recordings/call-input.js";
import { redactInput } from "./redact-values.js";
import { type AudioSpan, redactTranscript } from "./redact-transcript.js";
import { loadRedactor } from "./redactor.js";

type Place = Pick<Context, "db" | "organizationId">;

/** An input as it may be stored. `spans`: of its transcript; undefined where nothing is redacted or it has none. */
export interface RedactedInput<T> {
  input: T;
  spans: AudioSpan[] | undefined;
}

/** Redacts a call, or the analysis of one, with its transcript. */
export const redactCall = async <T extends Pick<CallInput | AnalysisInput, "transcript">>(
  { db, organizationId }: Place,
  sent: T,
): Promise<RedactedInput<T>> => {
  const redactor = await loadRedactor(db, organizationId);
  if (!redactor) return { input: sent, spans: undefined };
  const { transcript, ...rest } = sent;
  const input = (await redactInput(redactor, rest)) as T;
  if (!transcript) return { input: { ...input, transcript }, spans: undefined };
  const redacted = await redactTranscript(redactor, transcript);
  return { input: { ...input, transcript: redacted.utterances }, spans: redacted.spans };
};
