import type { Knex } from "knex";
import { type Db, dialectOf } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import type { RecordingSource } from "../recordings/fields.js";
import { withinScope } from "../engine/viewer-scope.js";

/** A recording whose transcript is new or has changed since trackers were looked for in it. */
export interface QueuedRecording {
  recordingId: string;
  /** The recording's. */
  position: number;
  /** Another one after each change of the transcript. */
  stamp: string;
  /** 1: its hits send events. */
  isNew: number;
}

/** The state of a recording's transcript: any change of it changes one of these. */
interface TranscriptState {
  recordingId: string;
  updatedPosition: number;
  bytes: number;
}

/** A packed transcript in which trackers are looked for. */
export interface SearchedTranscript extends TranscriptState {
  position: number;
  utterances: string;
}

/** Queues a recording. One that is new stays new. */
export const queueRecording = async (
  trx: Db,
  organizationId: string,
  { recordingId, stamp, isNew }: Omit<QueuedRecording, "position">,
): Promise<void> => {
  await trx("tracker_queue")
    .insert({ organization_id: organizationId, recording_id: recordingId, stamp, is_new: isNew })
    .onConflict(["organization_id", "recording_id"])
    .merge(["stamp"]);
};

/** Lists the first queued recordings by id. */
export const listQueued = async (
  db: Db,
  organizationId: string,
  limit: number,
): Promise<QueuedRecording[]> =>
  db("tracker_queue as q")
    .join("recordings as r", (on) =>
      on.on("r.organization_id", "q.organization_id").andOn("r.id", "q.recording_id"),
    )
    .select({
      recordingId: "q.recording_id",
      position: "r.position",
      stamp: "q.stamp",
      isNew: "q.is_new",
    })
    .where("q.organization_id", organizationId)
    .orderBy("q.recording_id")
    .limit(limit);

/** Takes a recording from the queue. Returns false if its transcript has changed meanwhile, or it is gone. */
export const takeQueued = async (
  trx: Db,
  organizationId: string,
  { recordingId, stamp }: Pick<QueuedRecording, "recordingId" | "stamp">,
): Promise<boolean> =>
  (await trx("tracker_queue")
    .where({ organization_id: organizationId, recording_id: recordingId, stamp })
    .delete()) === 1;

const selectTranscripts = (db: Db, organizationId: string) =>
  db("recordings as r")
    .join("transcripts as t", (on) =>
      on.on("t.organization_id", "r.organization_id").andOn("t.recording_id", "r.id"),
    )
    .where("r.organization_id", organizationId)
    // Hits in a transcript that retention has removed stay as they are.
    .whereNull("t.removed_at")
    .modify(withinScope(db, "r.user_id"));

/** Retention empties a transcript without a change of its recording. */
const selectState = (db: Db) => ({
  recordingId: "r.id",
  updatedPosition: "r.updated_position",
  bytes: db.raw("octet_length(t.utterances)"),
});

const selectSearched = (db: Db) => ({
  ...selectState(db),
  position: "r.position",
  utterances: "t.utterances",
});

/** Loads the packed transcripts of the processed recordings among these, by id: their events are in this order. */
export const loadSearchedTranscripts = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<SearchedTranscript[]> => {
  if (recordingIds.length === 0) return [];
  // With a condition on the status, SQLite would scan all recordings in that status.
  const rows: (SearchedTranscript & { status: string })[] = await selectTranscripts(
    db,
    organizationId,
  )
    .where(inList(db, "r.id", recordingIds))
    .orderBy("r.id")
    .select({ ...selectSearched(db), status: "r.status" });
  return rows.filter(({ status }) => status === "processed");
};

/**
 * Divides transcripts by whether they have changed since they were loaded. One that was deleted or removed by retention
 * is neither.
 */
export const compareTranscripts = async (
  db: Db,
  organizationId: string,
  loaded: readonly SearchedTranscript[],
): Promise<{ unchanged: Set<string>; changed: Set<string> }> => {
  const ids = loaded.map(({ recordingId }) => recordingId);
  const rows: TranscriptState[] = await selectTranscripts(db, organizationId)
    .where(inList(db, "r.id", ids))
    .select(selectState(db));
  const before = new Map(loaded.map((transcript) => [transcript.recordingId, transcript]));
  const [unchanged, changed] = [new Set<string>(), new Set<string>()];
  for (const { recordingId, updatedPosition, bytes } of rows) {
    const read = before.get(recordingId)!;
    const isSame = read.updatedPosition === updatedPosition && read.bytes === bytes;
    (isSame ? unchanged : changed).add(recordingId);
  }
  return { unchanged, changed };
};

/** Which transcripts of a page are loaded. */
interface Wanted {
  /**
   * A transcript in ASCII is loaded if it has all parts of one of these lists, in lower or upper case; each other one is
   * loaded anyway. The parts are letters and digits in ASCII.
   */
  parts: readonly (readonly string[])[];
  /** Transcripts with hits of these trackers are loaded, too. */
  trackerIds: readonly string[];
}

/** What a page of transcripts has. */
export interface PageLimits {
  below: number;
  notBelow?: number | undefined;
  /** Only calls from these sources; absent or empty: all. */
  sources?: readonly RecordingSource[];
  /** Only these users' calls. */
  userIds?: readonly string[] | undefined;
  maxCalls: number;
  maxBytes: number;
  /** Undefined: all are loaded. */
  wanted?: Wanted | undefined;
}

/** A page of transcripts, the newest first. */
export interface TranscriptPage {
  transcripts: SearchedTranscript[];
  /** How many calls it has, with those that weren't loaded. */
  count: number;
  /** The position before which the next page begins; null at the end. */
  next: number | null;
}

const selectWanted =
  (db: Db, organizationId: string, { parts, trackerIds }: Wanted, from: number, below: number) =>
  (query: Knex.QueryBuilder): void => {
    // Only letters in ASCII matter here; other collations of PostgreSQL would fold all letters.
    const like =
      dialectOf(db) === "postgres" ? 't.utterances COLLATE "C" ILIKE' : "t.utterances LIKE";
    const hits = db("tracker_hits")
      .select("recording_id")
      .where("organization_id", organizationId)
      .where(inList(db, "tracker_id", trackerIds))
      .where("position", ">=", from)
      .where("position", "<", below);
    query.where((either) => {
      either.whereRaw("octet_length(t.utterances) <> length(t.utterances)");
      for (const list of parts)
        either.orWhere((all) => {
          for (const part of list) all.whereRaw(`${like} ?`, [`%${part}%`]);
        });
      either.orWhereIn("r.id", hits);
    });
  };

/**
 * Loads a page of packed transcripts before a position, the newest first: at most `maxCalls`, and `maxBytes` unless the
 * first one is larger. Nothing before `notBelow` is loaded.
 */
export const loadTranscriptPage = async (
  db: Db,
  organizationId: string,
  { below, notBelow, sources = [], userIds, maxCalls, maxBytes, wanted }: PageLimits,
): Promise<TranscriptPage> => {
  const queryPage = (from = notBelow) => {
    const query = selectTranscripts(db, organizationId)
      .where("r.status", "processed")
      .where("r.position", "<", below)
      .orderBy("r.position", "desc");
    if (sources.length > 0) void query.where(inList(db, "r.source", sources));
    if (userIds) void query.where(inList(db, "r.user_id", userIds));
    return from === undefined ? query : query.where("r.position", ">=", from);
  };
  const sizes: { position: number; bytes: number }[] = await queryPage()
    .select({ position: "r.position" })
    .select(db.raw("octet_length(t.utterances) AS bytes"))
    .limit(maxCalls);
  let [count, bytes] = [0, 0];
  for (const size of sizes) {
    bytes += size.bytes;
    if (count > 0 && bytes > maxBytes) break;
    count += 1;
  }
  const isLast = count === sizes.length && count < maxCalls;
  const next = isLast ? (notBelow ?? null) : sizes[count - 1]!.position;
  if (count === 0) return { transcripts: [], count, next };
  const from = sizes[count - 1]!.position;
  const query = queryPage(from).select(selectSearched(db));
  const transcripts = await (wanted
    ? query.modify(selectWanted(db, organizationId, wanted, from, below))
    : query);
  return { transcripts, count, next };
};

/** Counts the processed recordings from a position on. Nearly all have a transcript, and an index is enough. */
export const countSearched = async (db: Db, organizationId: string, from = 0): Promise<number> => {
  const [row] = await db("recordings")
    .where({ organization_id: organizationId, status: "processed" })
    .where("position", ">=", from)
    .count({ count: "*" });
  return Number(row!["count"]);
};
