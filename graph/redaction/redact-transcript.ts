import type { RedactableUtterance } from "../core/redaction-port.js";
import { redactText } from "./redact-values.js";
import type { TextRedactor } from "./text-redactor.js";

/** Redacts a transcript and keeps its order. One number may span several utterances. */
export const redactTranscript = <T extends RedactableUtterance>(
  redactor: TextRedactor,
  utterances: readonly T[],
): T[] => {
  const order = [...utterances.keys()].toSorted(
    (a, b) => utterances[a]!.start - utterances[b]!.start,
  );
  const texts = redactor.redactLines(
    order.map((index) => {
      const { role, speaker, text } = utterances[index]!;
      return { speaker: `${role ?? ""} ${speaker}`, text };
    }),
  );
  const names = new Set(utterances.map(({ speaker }) => speaker));
  const redactedNames = new Map(Array.from(names, (name) => [name, redactText(redactor, name)]));
  const redacted = [...utterances];
  for (const [position, index] of order.entries())
    redacted[index] = {
      ...utterances[index]!,
      speaker: redactedNames.get(utterances[index]!.speaker)!,
      text: texts[position]!,
    };
  return redacted;
};
