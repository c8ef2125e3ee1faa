import { isDeepStrictEqual } from "node:util";
import { loadMeaningScan } from "../../db/organizations/meaning-scan.js";
import { replaceRecordingHits, replaceTrackerHits } from "../../db/trackers/hits.js";
import {
  countSearched,
  listQueued,
  loadSearchedTranscripts,
  type PageLimits,
  type QueuedRecording,
  type SearchedTranscript,
  takeQueued,
  type TranscriptPage,
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
import { storeSentenceVectors } from "../../db/recordings/sentence-vectors.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { MIN_HIT_SCORE, type TrackedCall, type TrackerFinder } from "../core/tracker-port.js";
import { emit } from "../webhooks/emit.js";
import { hasMeaning, loadRules } from "./rule.js";
import { MEANING_PAGE } from "./prepare-calls.js";
import { storeComputed } from "./store-computed.js";
import { withStoredVectors } from "./stored-vectors.js";
import { transcriptPageRead } from "./transcript-page.js";

/** The newest calls are processed one by one; more are queued after an import. */
const QUEUE_PAGE = 20;
/** A transcript can have megabytes: few of them are searched at a time. */
const QUEUE_BYTES = 512 * 1024;
/** One page of old calls: bench/trackers.ts measures how long it holds requests up. */
const PHRASE_PAGE = { maxCalls: 60, maxBytes: 512 * 1024 };
/** Pages of which the database names the calls that may have a phrase. */
const SIFTED_PAGE = { maxCalls: 200, maxBytes: 1024 * 1024 };
/** Pages and loaded calls for each change of the hits: most pages have none, and a change costs more. */
const MAX_SIFTED_PAGES = 10;
const MAX_LOADED_CALLS = 20;
/** Hits of a deleted tracker that one change deletes. */
const DELETED_PAGE = 2_000;

const NOTHING: TrackedCall = { hits: [], vectors: null };

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
    if (!isDeepStrictEqual(await loadRules(trx, organizationId, trackers), rules)) return;
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
  const rules = await loadRules(db, organizationId, await listTrackers(db, organizationId));
  const needsVectors =
    finder.findsMeanings &&
    (rules.some(hasMeaning) || (await loadMeaningScan(db, organizationId)) !== null);
  const ids = page.map(({ recordingId }) => recordingId);
  const transcripts = await loadSearchedTranscripts(db, organizationId, ids);
  const queued = new Map(page.map((row) => [row.recordingId, row]));
  for (const group of groupByBytes(transcripts)) {
    const tracked = await withStoredVectors(context, group, needsVectors);
    const search = { rules, transcripts: tracked, minScore: MIN_HIT_SCORE, needsVectors };
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
  rules: readonly TrackerRule[];
  usesMeaning: boolean;
  /** Where others wait to be searched together with these. */
  notBelow: number | undefined;
}

/** Chooses the trackers to search for: those whose turn it is with the newest calls. Undefined if none is waiting. */
const chooseOldCalls = async (
  { db, organizationId }: Context,
  { findsMeanings }: TrackerFinder,
): Promise<OldCallsSearch | undefined> => {
  const trackers = await listTrackersToScan(db, organizationId);
  const rules = await loadRules(db, organizationId, trackers);
  const waiting = trackers.map((tracker, index) => ({ tracker, rule: rules[index]! }));
  const isOfMeaning = ({ rule }: { rule: TrackerRule }): boolean =>
    findsMeanings && hasMeaning(rule);
  // Phrases are found much faster.
  const usesMeaning = waiting.length > 0 && waiting.every(isOfMeaning);
  const alike = waiting.filter((one) => isOfMeaning(one) === usesMeaning);
  const [first] = alike;
  if (!first) return undefined;
  const chosen = alike.filter(({ tracker }) => tracker.scanBelow === first.tracker.scanBelow);
  return {
    trackers: chosen.map(({ tracker }) => tracker),
    rules: chosen.map(({ rule }) => rule),
    usesMeaning,
    notBelow: alike[chosen.length]?.tracker.scanBelow ?? undefined,
  };
};

/** Loads the next old calls that a search needs: one page or, of calls that have none of the phrases, several. */
const loadOldCalls = async (
  { organizationId, readLong }: Context,
  finder: TrackerFinder,
  { trackers, rules, usesMeaning, notBelow }: OldCallsSearch,
  signal: AbortSignal,
  rest: () => Promise<void>,
): Promise<TranscriptPage> => {
  const load = (below: number, limits: Pick<PageLimits, "maxCalls" | "maxBytes" | "wanted">) =>
    readLong(
      transcriptPageRead,
      { organizationId, limits: { below, notBelow, ...limits } },
      signal,
    );
  const below = trackers[0]!.scanBelow!;
  const parts = usesMeaning ? undefined : finder.listParts(rules);
  if (!parts) return load(below, usesMeaning ? MEANING_PAGE : PHRASE_PAGE);
  const wanted = { parts, trackerIds: trackers.map(({ id }) => id) };
  let [count, bytes] = [0, 0];
  let next: number | null = below;
  const transcripts: SearchedTranscript[] = [];
  for (let pages = 0; pages < MAX_SIFTED_PAGES; pages += 1) {
    if (pages > 0) await rest();
    const page: TranscriptPage = await load(next, { ...SIFTED_PAGE, wanted });
    transcripts.push(...page.transcripts);
    count += page.count;
    bytes += page.transcripts.reduce((sum, transcript) => sum + transcript.bytes, 0);
    next = page.next;
    const isEnough = transcripts.length >= MAX_LOADED_CALLS || bytes >= SIFTED_PAGE.maxBytes;
    if (isEnough || next === null || next === notBelow) break;
  }
  return { transcripts, count, next };
};

/**
 * Looks for trackers in the next old calls. Returns false if no tracker waits for that. `rest` runs between two
 * reads.
 */
export const searchOldCalls = async (
  context: Context,
  finder: TrackerFinder,
  signal: AbortSignal,
  rest = async (): Promise<void> => {},
): Promise<boolean> => {
  const { db, organizationId } = context;
  const search = await chooseOldCalls(context, finder);
  if (!search) return false;
  const { trackers, rules, usesMeaning } = search;
  const isNew = trackers.some(({ scanTotal }) => scanTotal === 0);
  const total = isNew ? await countSearched(db, organizationId) : 0;
  const { transcripts, count, next } = await loadOldCalls(context, finder, search, signal, rest);
  const tracked = await withStoredVectors(context, transcripts, usesMeaning);
  const found = await finder.find(
    organizationId,
    { rules, transcripts: tracked, minScore: MIN_HIT_SCORE, needsVectors: usesMeaning },
    signal,
  );
  await rest();
  await mutate(context, async (trx) => {
    const ids = trackers.map(({ id }) => id);
    const current = new Map(
      (await loadTrackersByIds(trx, organizationId, ids)).map((row) => [row.id, row]),
    );
    // Changed or deleted meanwhile, or another process was faster.
    if (trackers.some((tracker) => !isDeepStrictEqual(current.get(tracker.id), tracker))) return;
    if (!isDeepStrictEqual(await loadRules(trx, organizationId, trackers), rules)) return;
    const searched = await storeComputed(trx, context, transcripts, found);
    await replaceTrackerHits(trx, organizationId, ids, searched);
    for (const { id, scanTotal, scanDone } of trackers)
      await updateTracker(trx, organizationId, id, {
        scanBelow: next,
        scanTotal: scanTotal || total,
        scanDone: scanDone + count,
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
