import type { RedactionSettings } from "../../db/redaction/redaction.js";
import type { RedactionWork } from "../core/redaction-port.js";
import type { CheckBudget } from "./find-card-numbers.js";
import { redactBody } from "./redact-body.js";
import { redactTranscript } from "./redact-transcript.js";
import { isIdentifier, redactInput, redactJson, redactText } from "./redact-values.js";
import { createTextRedactor, type TextRedactor } from "./text-redactor.js";

const redactFields = (
  redactor: TextRedactor,
  { fields, identifiers }: Extract<RedactionWork, { form: "fields" }>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      redactText(redactor, name),
      identifiers.includes(name) && isIdentifier(name) ? value : redactJson(redactor, value, name),
    ]),
  );

/** Redacts texts on this thread. See `RunRedaction` for the results. @throws errors from `checkBudget` */
export const performRedaction = async (
  settings: RedactionSettings,
  work: RedactionWork,
  checkBudget: CheckBudget,
): Promise<unknown> => {
  const redactor = await createTextRedactor(settings, checkBudget);
  switch (work.form) {
    case "input":
      return redactInput(redactor, work.input);
    case "transcript":
      return redactTranscript(redactor, work.utterances);
    case "fields":
      return redactFields(redactor, work);
    case "body":
      return redactBody(redactor, work);
  }
};
