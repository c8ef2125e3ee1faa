import type { Redactor } from "./redactor.js";

interface Utterance {
  speaker: string;
  role?: string | null;
  text: string;
  start: number;
  end: number;
}

/** Milliseconds from the start of the recording. */
export interface AudioSpan {
  start: number;
  end: number;
}

export interface RedactedTranscript<T extends Utterance> {
  /** In the order that was given. */
  utterances: T[];
  /** When something was said that is replaced: whole utterances, since words have no times. */
  spans: AudioSpan[];
}

/** Redacts a transcript. Parts of one number may be in several utterances. */
export const redactTranscript = async <T extends Utterance>(
  redactor: Redactor,
  utterances: readonly T[],
): Promise<RedactedTranscript<T>> => {
  const order = [...utterances.keys()].toSorted(
    (a, b) => utterances[a]!.start - utterances[b]!.start,
  );
  const texts = await redactor.redactLines(
    order.map((index) => {
      const { role, speaker, text } = utterances[index]!;
      return { speaker: `${role ?? ""} ${speaker}`, text };
    }),
  );
  const speakers = new Map<string, string>();
  for (const { speaker } of utterances)
    if (!speakers.has(speaker))
      speakers.set(speaker, (await redactor.redactLines([{ speaker: "", text: speaker }]))[0]!);
  const redacted = [...utterances];
  const spans: AudioSpan[] = [];
  for (const [position, index] of order.entries()) {
    const { speaker, text, start, end } = utterances[index]!;
    const changed = texts[position]!;
    if (changed !== text) spans.push({ start, end });
    redacted[index] = { ...utterances[index]!, speaker: speakers.get(speaker)!, text: changed };
  }
  return { utterances: redacted, spans };
};
