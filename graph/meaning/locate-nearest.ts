import type { SpeakerRole } from "../../db/recordings/transcript.js";
import { loadSearchedTranscripts } from "../../db/trackers/queue.js";
import type { Context } from "../context/context.js";
import type { SentenceFinder, SentencePlace } from "../core/tracker-port.js";
import type { NearSentence } from "./nearest.js";

/** Calls whose transcripts are loaded at a time. */
const CALLS_PER_LOAD = 20;

/** A place in a recording, and how near its sentence is: a cosine. */
export interface FoundPlace extends SentencePlace {
  recordingId: string;
  similarity: number;
}

/** Divides candidates by call, in the order of their best ones. */
const groupByCall = (candidates: readonly NearSentence[]): NearSentence[][] => {
  const groups = new Map<string, NearSentence[]>();
  for (const candidate of candidates)
    groups.set(candidate.recordingId, [...(groups.get(candidate.recordingId) ?? []), candidate]);
  return [...groups.values()];
};

/** Finds where candidates were said, in the transcripts that the caller may read. */
const locate = async (
  { db, organizationId, caller }: Context,
  finder: SentenceFinder,
  groups: readonly NearSentence[][],
): Promise<FoundPlace[]> => {
  const byId = new Map(groups.map((group) => [group[0]!.recordingId, group]));
  const transcripts = await loadSearchedTranscripts(db, organizationId, [...byId.keys()]);
  const calls = transcripts.map(({ recordingId, utterances }) => {
    const group = byId.get(recordingId)!;
    return { utterances, count: group[0]!.count, indexes: group.map(({ index }) => index) };
  });
  const places = await finder.locate(organizationId, calls, caller.signal);
  return transcripts.flatMap(({ recordingId }, call) =>
    places[call]!.map((place) => {
      const { similarity } = byId.get(recordingId)!.find(({ index }) => index === place.index)!;
      return { ...place, recordingId, similarity };
    }),
  );
};

/** Returns the nearest of the candidates that the side said. @throws the errors of `SentenceFinder.locate` */
export const locateNearest = async (
  context: Context,
  finder: SentenceFinder,
  candidates: readonly NearSentence[],
  { saidBy, limit }: { saidBy: SpeakerRole | null | undefined; limit: number },
): Promise<FoundPlace[]> => {
  const groups = groupByCall(candidates);
  const found: FoundPlace[] = [];
  // A later call has nothing that is nearer than its best sentence.
  const isComplete = (next: NearSentence | undefined): boolean =>
    !next || found.filter(({ similarity }) => similarity >= next.similarity).length >= limit;
  for (let at = 0; !isComplete(groups[at]?.[0]); at += CALLS_PER_LOAD) {
    const located = await locate(context, finder, groups.slice(at, at + CALLS_PER_LOAD));
    found.push(...located.filter(({ role }) => !saidBy || role === saidBy));
  }
  return found.toSorted((one, other) => other.similarity - one.similarity).slice(0, limit);
};
