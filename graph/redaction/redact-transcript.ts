import type { Redactor } from "./redactor.js";

interface Utterance {
  speaker: string;
  role?: string | null;
  text: string;
  start: number;
}

/** Redacts a transcript, and keeps its order. Parts of one number may be in several utterances. */
export const redactTranscript = async <T extends Utterance>(
  redactor: Redactor,
  utterances: readonly T[],
): Promise<T[]> => {
  const order = [...utterances.keys()].toSorted(
    (a, b) => utterances[a]!.start - utterances[b]!.start,
  );
  const texts = await redactor.redactLines(
    order.map((index) => {
      const { role, speaker, text } = utterances[index]!;
      return { speaker: `${role ?? ""} ${speaker}`, text };
    }),
  );
  const names = [...new Set(utterances.map(({ speaker }) => speaker))];
  const redactedNames = new Map<string, string>();
  for (const name of names) {
    const [redacted] = await redactor.redactLines([{ speaker: "", text: name }]);
    redactedNames.set(name, redacted!);
  }
  const redacted = [...utterances];
  for (const [position, index] of order.entries())
    redacted[index] = {
      ...utterances[index]!,
      speaker: redactedNames.get(utterances[index]!.speaker)!,
      text: texts[position]!,
    };
  return redacted;
};
