import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import type { NumberKind } from "../people/user-numbers.js";
import { INBOUND_OUTCOME, type InboundOutcome } from "./inbound-calls.js";

/** A channel's calls in the log with the same outcome. */
export interface ChannelOutcomeRow {
  channel: string;
  outcome: InboundOutcome;
  calls: number;
  /** Milliseconds since 1970. */
  lastReceivedAt: number;
  /** The sequence number of the latest call. */
  lastSequence: number;
}

/** Counts the log's calls since a time by channel and outcome. The log has at most 1,000 entries. */
export const listChannelOutcomes = async (
  db: Db,
  organizationId: string,
  since: number,
): Promise<ChannelOutcomeRow[]> => {
  const rows: ChannelOutcomeRow[] = await db("inbound_calls")
    .select({ channel: "way" })
    .select(db.raw(INBOUND_OUTCOME))
    .select(
      db.raw("count(*) AS calls, max(received_at) AS ??, max(sequence) AS ??", [
        "lastReceivedAt",
        "lastSequence",
      ]),
    )
    .where("organization_id", organizationId)
    .where("received_at", ">=", since)
    .groupBy("way", "outcome");
  return rows;
};

/** Lists the recording of each channel's latest call with a recording. */
export const listLastRecordings = async (
  db: Db,
  organizationId: string,
  since: number,
): Promise<{ channel: string; recordingId: string }[]> => {
  const latest = db("inbound_calls")
    .max("sequence")
    .where("organization_id", organizationId)
    .where("received_at", ">=", since)
    .whereNotNull("recording_id")
    .groupBy("way");
  return db("inbound_calls")
    .select({ channel: "way", recordingId: "recording_id" })
    .where("organization_id", organizationId)
    .whereIn("sequence", latest);
};

/** A recording with notices that came by a channel. */
export interface NoticedRecordingRow {
  channel: string;
  recordingId: string;
  /** The sequence number of the recording's latest call by this channel. */
  lastSequence: number;
}

/**
 * Lists the recordings with notices of each channel's calls since a time, each once per channel, without hidden ones.
 * The log has at most 500 calls that have a recording.
 */
export const listNoticedRecordings = async (
  db: Db,
  organizationId: string,
  since: number,
): Promise<NoticedRecordingRow[]> =>
  db("inbound_calls as c")
    .join("notices as n", {
      "n.organization_id": "c.organization_id",
      "n.recording_id": "c.recording_id",
    })
    .join("recordings as r", { "r.organization_id": "n.organization_id", "r.id": "n.recording_id" })
    .select({ channel: "c.way", recordingId: "c.recording_id" })
    .max({ lastSequence: "c.sequence" })
    .where({ "c.organization_id": organizationId, "n.organization_id": organizationId })
    .where("r.organization_id", organizationId)
    .where("c.received_at", ">=", since)
    .whereRaw("r.refusal IS DISTINCT FROM 'hidden'")
    .groupBy("c.way", "c.recording_id");

/** Uploads are counted among this many recordings with notices, the newest. */
const MAX_NOTICED_RECORDINGS = 1_000;

/** Counts the uploads with notices, without hidden ones, and finds the newest. */
export const findNoticedUploads = async (
  db: Db,
  organizationId: string,
): Promise<{ calls: number; lastRecordingId: string | null }> => {
  const newest: string[] = await db("notices")
    .where("organization_id", organizationId)
    .orderBy("position", "desc")
    .limit(MAX_NOTICED_RECORDINGS)
    .pluck("recording_id");
  const uploads: { id: string; position: number }[] = await db("recordings")
    .select("id", "position")
    .where({ organization_id: organizationId, source: "upload" })
    .where(inList(db, "id", newest))
    .whereRaw("refusal IS DISTINCT FROM 'hidden'");
  const latest = uploads.toSorted((a, b) => b.position - a.position)[0];
  return { calls: uploads.length, lastRecordingId: latest?.id ?? null };
};

/** A refused call, as shown with its source. */
export interface SourceFailureRow {
  sequence: number;
  inboundCallId: string;
  /** Milliseconds since 1970. */
  at: number;
  code: string | null;
  message: string | null;
  readable: number;
}

/** Lists log entries by sequence number. */
export const listFailures = async (
  db: Db,
  organizationId: string,
  sequences: readonly number[],
): Promise<SourceFailureRow[]> =>
  db("inbound_calls")
    .select({
      sequence: "sequence",
      inboundCallId: "id",
      at: "received_at",
      code: "code",
      message: "message",
      readable: "readable",
    })
    .where("organization_id", organizationId)
    .whereIn("sequence", sequences);

/** Numbers by kind, as the phone systems sent them. */
export type SentNumbers = Record<NumberKind, readonly string[]>;

const isOtherNumber = (db: Db, { phone, extension }: SentNumbers) =>
  db.raw("NOT ((kind = ? AND ?) OR (kind = ? AND ?))", [
    "phone",
    inList(db, "number", phone),
    "extension",
    inList(db, "number", extension),
  ]);

/** Counts the calls waiting for other numbers, by adapter (null: none) and by whether they have a file. */
export const countWaitingCalls = async (
  db: Db,
  organizationId: string,
  mapped: SentNumbers,
): Promise<{ adapter: string | null; hasFile: boolean; calls: number }[]> => {
  const rows: { adapter: string | null; files: number; calls: number }[] = await db(
    "unmapped_calls",
  )
    .select("adapter")
    .count({ calls: "*", files: "file" })
    .where("organization_id", organizationId)
    .where(isOtherNumber(db, mapped))
    .groupBy("adapter");
  return rows.flatMap(({ adapter, files, calls }) => [
    { adapter, hasFile: true, calls: files },
    { adapter, hasFile: false, calls: calls - files },
  ]);
};

/** Lists the call ids of a channel's refused calls. */
export const listRefusedCallIds = async (
  db: Db,
  organizationId: string,
  channel: string,
): Promise<string[]> =>
  db("inbound_calls")
    .where({ organization_id: organizationId, way: channel, outcome: "refused" })
    .whereNotNull("call_id")
    .distinct("call_id")
    .pluck("call_id");

/** Counts those of the given calls that wait for other numbers, without an adapter and without a file. */
export const countWaitingByKeys = async (
  db: Db,
  organizationId: string,
  callKeys: readonly string[],
  mapped: SentNumbers,
): Promise<number> => {
  const row = await db("unmapped_calls")
    .where({ organization_id: organizationId, adapter: null, file: null })
    .where(inList(db, "call_key", callKeys))
    .where(isOtherNumber(db, mapped))
    .count({ calls: "*" })
    .first();
  return Number(row?.calls);
};
