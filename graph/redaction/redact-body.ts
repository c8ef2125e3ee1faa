import { parseExactJson } from "../core/exact-json.js";
import type { RedactionWork } from "../core/redaction-port.js";
import { redactJson, redactText } from "./redact-values.js";
import type { TextRedactor } from "./text-redactor.js";

type BodyWork = Extract<RedactionWork, { form: "body" }>;

const redactForm = (
  redactor: TextRedactor,
  body: string,
  isKept: (text: string) => boolean,
): string => {
  const fields = new URLSearchParams(body);
  const redacted = new URLSearchParams();
  for (const [name, value] of fields)
    redacted.append(redactText(redactor, name), String(redactJson(redactor, value, name, isKept)));
  // An unchanged body stays as it was sent.
  return redacted.toString() === fields.toString() ? body : redacted.toString();
};

/** Returns the body with the transcript parsed from a text; undefined if it could not be parsed. */
const withReadTranscript = (values: unknown, transcript: BodyWork["transcript"]): unknown => {
  if (typeof values !== "object" || values === null) return values;
  if (typeof (values as { transcript?: unknown }).transcript !== "string") return values;
  return transcript ? { ...values, transcript } : undefined;
};

/** Redacts the body of a received call; undefined if it contains a text that could not be parsed. */
export const redactBody = (
  redactor: TextRedactor,
  { text, transcript, kept }: BodyWork,
): string | undefined => {
  const keptTexts = new Set(kept);
  const isKept = (value: string): boolean => keptTexts.has(value);
  let sent: unknown;
  try {
    sent = parseExactJson(text);
  } catch {
    return redactForm(redactor, text, isKept);
  }
  const values = withReadTranscript(sent, transcript);
  if (values === undefined) return undefined;
  // Doesn't use the text as sent: if a name occurs twice, the parsed values lack its first value.
  return JSON.stringify(redactJson(redactor, values, "", isKept));
};
