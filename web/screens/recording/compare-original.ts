import type { RecordingTranscriptQuery } from "./recording.graphql.js";

export type Utterance = NonNullable<RecordingTranscriptQuery["recording"]>["transcript"][number];
export type OriginalUtterance = NonNullable<RecordingTranscriptQuery["originalTranscript"]>[number];
type Speaker = Pick<Utterance, "speaker" | "role">;

/** A line of the transcript. */
export interface Line extends Utterance {
  /** Its place in the transcript, from 0. */
  index: number;
  /** The original line, if a user corrected this line individually. */
  original?: OriginalUtterance;
}

export interface SpeakerChange {
  from: string;
  to: string;
}

/** Formats a speaker with the side of the call, unless the name already shows it. */
export const formatSpeaker = ({ speaker, role }: Speaker): string =>
  role === "other" || speaker.toLowerCase() === role ? speaker : `${speaker} (${role})`;

/** Returns, for each original speaker, the current speaker of most of the lines. */
const findSpeakerChanges = (
  lines: readonly Utterance[],
  original: readonly OriginalUtterance[],
): Map<string, string> => {
  const counts = new Map<string, Map<string, number>>();
  for (const [index, before] of original.entries()) {
    const from = formatSpeaker(before);
    const to = formatSpeaker(lines[index]!);
    const ofSpeaker = counts.get(from) ?? new Map<string, number>();
    counts.set(from, ofSpeaker.set(to, (ofSpeaker.get(to) ?? 0) + 1));
  }
  return new Map(
    [...counts].map(([from, ofSpeaker]) => {
      const [most] = [...ofSpeaker].toSorted(([, one], [, other]) => other - one);
      return [from, most![0]];
    }),
  );
};

/**
 * Compares the transcript with its original. A change of most of a speaker's lines counts as one change: marks on all
 * lines would hide the single corrections.
 */
export const compareOriginal = (
  utterances: readonly Utterance[],
  original: readonly OriginalUtterance[] | null,
): { lines: Line[]; speakers: SpeakerChange[] } => {
  if (original?.length !== utterances.length)
    return { lines: utterances.map((utterance, index) => ({ ...utterance, index })), speakers: [] };
  const changes = findSpeakerChanges(utterances, original);
  const lines = utterances.map((utterance, index): Line => {
    const before = original[index]!;
    const isCorrected =
      before.text !== utterance.text ||
      changes.get(formatSpeaker(before)) !== formatSpeaker(utterance);
    return { ...utterance, index, ...(isCorrected && { original: before }) };
  });
  const speakers = [...changes]
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ from, to }));
  return { lines, speakers };
};
