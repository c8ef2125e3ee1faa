import { emit } from "./events.js";
import { isInBounds, type Bounds } from "./lists.js";
import { listUsersById, sortByName } from "./people.js";
import { buildInvalidField, omitUndefined, Refusal, requireFound } from "./refusal.js";
import { buildUrl } from "./views.js";
import {
  type Hit,
  newId,
  type Organization,
  type Recording,
  type Tracker,
  type World,
} from "./world.js";

const WEEK_MS = 7 * 86_400_000;

/** What each phrase finds in the lines of the model's calls. */
const PHRASES = new Map([
  ['"price"', /\bprice\b/i],
  ["price", /\bprices?\b/i],
  ["hello there", /\bhello there\b/i],
  ['"Hello"', /\bhello\b/i],
  ["two three", /\btwo 'three'/i],
  ["real*", /\breal/i],
  ["yes", /\byes\b/i],
  ["absent", /\babsent\b/i],
]);

/** A tracker with it doesn't find the words of What prices. */
export const EXCLUSION = '-"what prices"';
const EXCLUDED = /\bwhat prices\b/i;

/** Those that begin with the same word are found at the same places; a tracker has one of them. */
export const PHRASE_GROUPS = [
  ['"price"', "price"],
  ["hello there", '"Hello"'],
  ["two three"],
  ["real*"],
  ["yes"],
  ["absent"],
];

export interface TrackerInput {
  id?: string;
  name?: string;
  phrases?: string[];
  saidBy?: Tracker["saidBy"];
}

export const upsertTracker = (world: World, org: Organization, input: TrackerInput): Tracker => {
  const { id, name, phrases, saidBy } = input;
  const existing =
    id === undefined
      ? undefined
      : requireFound(
          org.trackers.find((tracker) => tracker.id === id),
          "Tracker",
        );
  if (!existing && name === undefined) throw new Refusal("MISSING_REQUIRED_FIELD", "name");
  const empty = phrases?.indexOf("") ?? -1;
  if (empty >= 0) throw buildInvalidField(`phrases.${empty}`);
  const wanted = phrases ?? existing?.phrases ?? [];
  if (!wanted.some((phrase) => phrase !== EXCLUSION)) throw buildInvalidField("phrases");
  const before = existing && JSON.stringify([existing.phrases, existing.saidBy]);
  // A call of the same millisecond would be both earlier and new.
  if (!existing) world.now += 1;
  const tracker: Tracker = existing ?? {
    id: newId(world),
    name: name!,
    phrases: wanted,
    saidBy: "anyone",
    isSearched: false,
    createdAt: world.now,
    updatedAt: world.now,
  };
  if (!existing) org.trackers.push(tracker);
  Object.assign(tracker, omitUndefined({ name, phrases, saidBy }), { updatedAt: world.now });
  if (JSON.stringify([tracker.phrases, tracker.saidBy]) !== before) tracker.isSearched = false;
  return tracker;
};

export const deleteTracker = (org: Organization, id: string): true => {
  const tracker = requireFound(
    org.trackers.find((one) => one.id === id),
    "Tracker",
  );
  // A tracker that answers a question can't be deleted.
  if (org.templates.some((template) => template.questions.some((one) => one.tracker === tracker)))
    throw buildInvalidField("id");
  org.trackers = org.trackers.filter((other) => other !== tracker);
  for (const recording of org.recordings)
    recording.hits = recording.hits.filter((hit) => hit.tracker !== tracker);
  return true;
};

/** Lets the next search read the call. Its former hits are deleted at once. */
export const awaitSearch = (recording: Recording, isNew = false): void => {
  recording.hits = [];
  if (isNew) recording.waitsForSearch = "new";
  else recording.waitsForSearch ??= "changed";
};

/** Returns where one of the tracker's phrases begins in the sentence, and which. */
const findPhrase = (
  { phrases }: Tracker,
  sentence: string,
): { phrase: string; at: number } | undefined => {
  const searched = phrases.includes(EXCLUSION)
    ? sentence.replace(EXCLUDED, (excluded) => "_".repeat(excluded.length))
    : sentence;
  return phrases
    .filter((phrase) => phrase !== EXCLUSION)
    .map((phrase) => ({ phrase, at: searched.search(PHRASES.get(phrase)!) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0];
};

/** Finds a tracker at most once in each sentence. Times within a line are estimated by its letters. */
const findHits = (tracker: Tracker, { transcript }: Recording): Hit[] =>
  transcript.flatMap(({ text, role, start, end }) => {
    const { saidBy } = tracker;
    // An unknown side counts for both.
    if (saidBy !== "anyone" && role !== saidBy && role !== "other") return [];
    const timeOf = (letters: number): number =>
      Math.round(start + ((end - start) * letters) / text.length);
    let read = 0;
    return text.split(/(?<=[.!?]) /).flatMap((sentence): Hit[] => {
      const from = timeOf(read);
      read += sentence.length;
      const found = findPhrase(tracker, sentence);
      if (!found) return [];
      const { phrase, at } = found;
      const after = Math.round(((timeOf(read) - from) * at) / sentence.length);
      return [{ tracker, start: from + after, role, quote: sentence, phrase }];
    });
  });

const buildHitEnvelope = (tracker: Tracker, hits: readonly Hit[], recording: Recording): string =>
  JSON.stringify({
    event: "tracker.hit",
    data: {
      trackerId: tracker.id,
      trackerName: tracker.name,
      start: Math.min(...hits.map(({ start }) => start)),
      hits: hits.length,
      recordingId: recording.id,
      recordingName: recording.name,
      userEmail: recording.user.email,
      meetingUrl: buildUrl(recording),
    },
  });

/** Looks for all trackers in new and changed calls, and for new and changed trackers in all calls. */
export const searchTrackers = (world: World, org: Organization): void => {
  const waiting = org.recordings.filter(({ waitsForSearch }) => waitsForSearch !== null);
  for (const recording of waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    recording.hits = org.trackers.flatMap((tracker) => findHits(tracker, recording));
    const isNew = recording.waitsForSearch === "new";
    recording.waitsForSearch = null;
    const early = org.trackers.filter(({ createdAt }) => createdAt <= recording.processedAt!);
    for (const tracker of isNew ? sortByName(early) : []) {
      const hits = recording.hits.filter((hit) => hit.tracker === tracker);
      if (hits.length > 0)
        emit(world, org, "tracker.hit", recording, buildHitEnvelope(tracker, hits, recording));
    }
  }
  for (const tracker of org.trackers.filter(({ isSearched }) => !isSearched)) {
    tracker.isSearched = true;
    for (const recording of org.recordings)
      if (recording.status === "processed" && !recording.isTranscriptRemoved)
        recording.hits = [
          ...recording.hits.filter((hit) => hit.tracker !== tracker),
          ...findHits(tracker, recording),
        ];
  }
};

/** Counts the calls with each tracker, by rep and week. Ordered by the trackers' IDs, then by the users'. */
export const countTrackedCalls = (
  world: World,
  org: Organization,
  bounds: Required<Bounds>,
): object[] => {
  const first = Date.parse(bounds.from);
  const users = listUsersById(world, org);
  return org.trackers
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((tracker) =>
      users.flatMap((user) => {
        const times = org.recordings
          .filter((recording) => recording.user === user && isInBounds(bounds)(recording.createdAt))
          .filter(({ hits }) => hits.some((hit) => hit.tracker === tracker))
          .map(({ createdAt }) => createdAt);
        if (times.length === 0) return [];
        const weeks = times.map((time) => Math.floor((time - first) / WEEK_MS));
        const sorted = [...new Set(weeks)].toSorted((a, b) => a - b);
        return [
          {
            tracker: { id: tracker.id },
            user: { email: user.email },
            calls: times.length,
            weeks: sorted.map((week) => ({
              from: new Date(first + week * WEEK_MS).toISOString(),
              calls: weeks.filter((other) => other === week).length,
            })),
          },
        ];
      }),
    );
};
