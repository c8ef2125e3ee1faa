import { isDeepStrictEqual } from "node:util";
import {
  type RecordingHits,
  replaceRecordingHits,
  replaceTrackerHits,
} from "../../db/trackers/hits.js";
import {
  compareTranscripts,
  countSearched,
  listQueued,
  loadSearchedTranscripts,
  loadTranscriptPage,
  type QueuedRecording,
  type SearchedTranscript,
  takeQueued,
} from "../../db/trackers/queue.js";
import {
  deleteTrackerHits,
  findDeletedTracker,
  listTrackers,
  listTrackersToScan,
  loadTrackersByIds,
  type TrackerRow,
  type TrackerRule,
  updateTracker,
} from "../../db/trackers/trackers.js";
import {
  type SentenceVectors,
  storeSentenceVectors,
} from "../../db/recordings/sentence-vectors.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { MIN_HIT_SCORE, type TrackedCall, type TrackerFinder } from "../core/tracker-port.js";
import { emit } from "../webhooks/emit.js";
import { queueForTrackers } from "./queue.js";
import { pickRule } from "./rule.js";
import { withStoredVectors } from "./stored-vectors.js";

/** The newest calls are processed one by one; more are queued after an import. */
const QUEUE_PAGE = 20;
/** A transcript can have megabytes: few of them are searched at a time. */
const QUEUE_BYTES = 512 * 1024;
/** One page of old calls: phrases are found in 10 ms, meanings in seconds. */
const PHRASE_PAGE = { maxCalls: 250, maxBytes: 1024 ** 2 };
const MEANING_PAGE = { maxCalls: 20, maxBytes: 128 * 1024 };
/** Hits of a deleted tracker that one change deletes. */
const DELETED_PAGE = 2_000;

const NOTHING: TrackedCall = { hits: [], vectors: null };

const toRule = (tracker: TrackerRow): TrackerRule => ({ id: tracker.id, ...pickRule(tracker) });

const storeQueued = async (
  context: Context,
  queued: QueuedRecording,
  rules: readonly TrackerRule[],
  { hits, vectors }: TrackedCall,
): Promise<void> =>
  mutate(context, async (trx, effects) => {
    const { organizationId } = context;
    const { recordingId, position, isNew } = queued;
    const trackers = await listTrackers(trx, organizationId);
    // A tracker has changed meanwhile: the recording stays in the queue.
    if (!isDeepStrictEqual(trackers.map(toRule), rules)) return;
    if (!(await takeQueued(trx, organizationId, queued))) return;
    await replaceRecordingHits(trx, organizationId, { recordingId, position, hits });
    if (vectors !== null)
      await storeSentenceVectors(trx, organizationId, [{ recordingId, vectors }]);
    if (isNew === 0) return;
    const recording = (await findRecordingById(trx, organizationId, recordingId))!;
    for (const tracker of trackers) {
      // The call is an earlier one for this tracker.
      if (tracker.createdAt > recording.processedAt!) continue;
      const [first, ...others] = hits.filter(({ trackerId }) => trackerId === tracker.id);
      if (first)
        await emit(trx, context, effects, "tracker.hit", {
          recording,
          tracker,
          start: first.start,
          hits: 1 + others.length,
        });
    }
  });

/** Divides transcripts into groups of at most QUEUE_BYTES; a larger one is alone. */
const groupByBytes = (transcripts: readonly SearchedTranscript[]): SearchedTranscript[][] => {
  const groups: SearchedTranscript[][] = [];
  let bytes = Infinity;
  for (const transcript of transcripts) {
    bytes += transcript.bytes;
    if (bytes > QUEUE_BYTES) {
      groups.push([]);
      ({ bytes } = transcript);
    }
    groups.at(-1)!.push(transcript);
  }
  return groups;
};

/**
 * Looks for all trackers in the first queued recordings, each in a change of its own. Returns whether others may be left
 * in the queue.
 */
export const searchQueuedCalls = async (
  context: Context,
  finder: TrackerFinder,
  signal: AbortSignal,
): Promise<boolean> => {
  const { db, organizationId } = context;
  const page = await listQueued(db, organizationId, QUEUE_PAGE);
  const rules = (await listTrackers(db, organizationId)).map(toRule);
  const ids = page.map(({ recordingId }) => recordingId);
  const transcripts = await loadSearchedTranscripts(db, organizationId, ids);
  const queued = new Map(page.map((row) => [row.recordingId, row]));
  for (const group of groupByBytes(transcripts)) {
    const tracked = await withStoredVectors(context, finder, rules, group);
    const search = { rules, transcripts: tracked, minScore: MIN_HIT_SCORE };
    const found = await finder.find(organizationId, search, signal);
    for (const [index, { recordingId }] of group.entries()) {
      await storeQueued(context, queued.get(recordingId)!, rules, found[index]!);
      queued.delete(recordingId);
    }
  }
  // Calls without a transcript have no hits.
  for (const row of queued.values()) await storeQueued(context, row, rules, NOTHING);
  return page.length === QUEUE_PAGE;
};

/** Trackers for which the same page of old calls is searched. */
interface OldCallsSearch {
  trackers: readonly TrackerRow[];
  usesMeaning: boolean;
  /** Where others wait to be searched together with these. */
  notBelow: number | undefined;
}

/** Chooses the trackers to search for: those whose turn it is with the newest calls. Undefined if none is waiting. */
const chooseOldCalls = async (
  { db, organizationId }: Context,
  { findsMeanings }: TrackerFinder,
): Promise<OldCallsSearch | undefined> => {
  const waiting = await listTrackersToScan(db, organizationId);
  const isOfMeaning = ({ concept }: TrackerRow): boolean => concept !== null && findsMeanings;
  // Phrases are found much faster.
  const usesMeaning = waiting.length > 0 && waiting.every(isOfMeaning);
  const alike = waiting.filter((tracker) => isOfMeaning(tracker) === usesMeaning);
  const [first] = alike;
  if (!first) return undefined;
  const trackers = alike.filter(({ scanBelow }) => scanBelow === first.scanBelow);
  return { trackers, usesMeaning, notBelow: alike[trackers.length]?.scanBelow ?? undefined };
};

/** Looks for trackers in a page of old calls. Returns false if no tracker waits for that. */
export const searchOldCalls = async (
  context: Context,
  finder: TrackerFinder,
  signal: AbortSignal,
): Promise<boolean> => {
  const { db, organizationId } = context;
  const search = await chooseOldCalls(context, finder);
  if (!search) return false;
  const { trackers, usesMeaning, notBelow } = search;
  const [{ scanBelow }] = trackers as [TrackerRow];
  const isNew = trackers.some(({ scanTotal }) => scanTotal === 0);
  const total = isNew ? await countSearched(db, organizationId) : 0;
  const { transcripts, next } = await loadTranscriptPage(db, organizationId, {
    below: scanBelow!,
    notBelow,
    ...(usesMeaning ? MEANING_PAGE : PHRASE_PAGE),
  });
  const rules = trackers.map(toRule);
  const tracked = await withStoredVectors(context, finder, rules, transcripts);
  const found = await finder.find(
    organizationId,
    { rules, transcripts: tracked, minScore: MIN_HIT_SCORE },
    signal,
  );
  await mutate(context, async (trx) => {
    const ids = trackers.map(({ id }) => id);
    const current = new Map(
      (await loadTrackersByIds(trx, organizationId, ids)).map((row) => [row.id, row]),
    );
    // Changed or deleted meanwhile, or another process was faster.
    if (trackers.some((tracker) => !isDeepStrictEqual(current.get(tracker.id), tracker))) return;
    const { unchanged, changed } = await compareTranscripts(trx, organizationId, transcripts);
    const searched: RecordingHits[] = [];
    const computed: SentenceVectors[] = [];
    for (const [index, { recordingId, position }] of transcripts.entries()) {
      const { hits, vectors } = found[index]!;
      if (unchanged.has(recordingId)) {
        searched.push({ recordingId, position, hits });
        if (vectors !== null) computed.push({ recordingId, vectors });
      } else if (changed.has(recordingId)) await queueForTrackers(trx, context, recordingId, false);
    }
    await storeSentenceVectors(trx, organizationId, computed);
    await replaceTrackerHits(trx, organizationId, ids, searched);
    for (const { id, scanTotal, scanDone } of trackers)
      await updateTracker(trx, organizationId, id, {
        scanBelow: next,
        scanTotal: scanTotal || total,
        scanDone: scanDone + transcripts.length,
      });
  });
  return true;
};

/** Deletes some hits of a deleted tracker. Returns false if there is none. */
export const deleteHitsOfDeleted = async (context: Context): Promise<boolean> => {
  const { db, organizationId } = context;
  const id = await findDeletedTracker(db, organizationId);
  if (id === undefined) return false;
  await mutate(context, (trx) => deleteTrackerHits(trx, organizationId, id, DELETED_PAGE));
  return true;
};
