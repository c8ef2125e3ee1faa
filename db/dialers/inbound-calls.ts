import { inList } from "../engine/in-list.js";
import { type Db, dialectOf } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

/** The capacity of an organization's log: this many refused calls, and this many others. */
export const MAX_INBOUND_CALLS = 500;

/** The age at which log entries are deleted. */
export const INBOUND_RETENTION_MS = 30 * 24 * 60 * 60_000;

export type InboundOutcome = "ingested" | "ignored" | "refused";

// The column keeps its older name.
const storedOutcomes = { ingested: "taken", ignored: "ignored", refused: "refused" } as const;
/** Selects the outcome of an entry. */
export const INBOUND_OUTCOME =
  "CASE outcome WHEN 'taken' THEN 'ingested' ELSE outcome END AS outcome";

/** The result of a received call. Unknown fields are null. */
export interface InboundResult {
  outcome: InboundOutcome;
  /** The error code of a refusal. */
  code: string | null;
  field: string | null;
  /** Why the call was not ingested. */
  message: string | null;
  callId: string | null;
  recordingId: string | null;
  /** JSON: names of payload fields that the parser ignored. */
  ignoredFields: string;
  /** JSON: the call as it was parsed. */
  parsedCall: string | null;
}

export interface StoredInboundCall extends InboundResult {
  id: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  /** The kind of URL: key, token, or an adapter's name. */
  channel: string;
  /** The user's email in the URL. */
  userEmail: string | null;
  /** The size of the whole body, even if only a part is stored. */
  payloadBytes: number;
  /** 1: the whole body is stored and can be replayed. */
  readable: number;
  payload: string | null;
}

/** A log entry without its payload, which can be long. */
export interface InboundCallRow extends Omit<StoredInboundCall, "payload"> {
  /** The order of arrival. */
  sequence: number;
}

const resultColumns = {
  code: "code",
  field: "field",
  message: "message",
  callId: "call_id",
  recordingId: "recording_id",
  ignoredFields: "unread",
  parsedCall: "understood",
} as const;

const listedColumns = {
  ...resultColumns,
  id: "id",
  receivedAt: "received_at",
  channel: "way",
  userEmail: "user_email",
  payloadBytes: "payload_bytes",
  readable: "readable",
} as const;

const storedColumns = { ...listedColumns, outcome: "outcome", payload: "payload" } as const;
const storedFields = Object.keys(storedColumns) as (keyof typeof storedColumns)[];
const columns = Object.values(storedColumns);

const NEXT_SEQUENCE =
  "(SELECT coalesce(max(sequence), 0) + 1 FROM inbound_calls WHERE organization_id = ?)";

/** A range of slots that fills in order and then overwrites its oldest entry. */
const buildNextSlot = (firstSlot: number): string => {
  const lastSlot = firstSlot + MAX_INBOUND_CALLS - 1;
  const newest = `SELECT slot FROM inbound_calls WHERE organization_id = ?
    AND slot BETWEEN ${firstSlot} AND ${lastSlot} ORDER BY sequence DESC LIMIT 1`;
  return `${firstSlot} + (coalesce((${newest}), ${lastSlot}) - ${firstSlot} + 1) % ${MAX_INBOUND_CALLS}`;
};

const prepareInsert = (firstSlot: number) =>
  prepareQuery<
    Omit<StoredInboundCall, "outcome"> & { outcome: string; organizationId: string },
    { sequence: number }
  >((trx, { organizationId, ...values }) =>
    trx.raw(
      `INSERT INTO inbound_calls (organization_id, slot, sequence, ${columns.join(", ")})
      VALUES (?, ${buildNextSlot(firstSlot)}, ${NEXT_SEQUENCE}, ${columns.map(() => "?").join(", ")})
      ON CONFLICT (organization_id, slot) DO UPDATE SET
      ${["sequence", ...columns].map((column) => `${column} = excluded.${column}`).join(", ")}
      RETURNING sequence`,
      [organizationId, organizationId, organizationId, ...storedFields.map((name) => values[name])],
    ),
  );

const insertOther = prepareInsert(0);
const insertRefused = prepareInsert(MAX_INBOUND_CALLS);

/**
 * Inserts a call in one statement. A full log overwrites the oldest entry of its kind: accepted calls never overwrite
 * refused ones, and refused calls never overwrite accepted ones.
 */
export const insertInboundCall = async (
  trx: Db,
  organizationId: string,
  call: StoredInboundCall,
): Promise<void> => {
  const insert = call.outcome === "refused" ? insertRefused : insertOther;
  await insert(trx, { organizationId, ...call, outcome: storedOutcomes[call.outcome] });
};

/** Lists calls since a time, newest first. */
export const listInboundCalls = async (
  db: Db,
  organizationId: string,
  page: { limit: number; since: number; before?: number; outcome?: InboundOutcome },
): Promise<InboundCallRow[]> => {
  const { limit, since, before, outcome } = page;
  const query = db("inbound_calls")
    .select({ ...listedColumns, sequence: "sequence" })
    .select(db.raw(INBOUND_OUTCOME))
    .where("organization_id", organizationId)
    .where("received_at", ">=", since);
  if (before !== undefined) query.where("sequence", "<", before);
  if (outcome !== undefined) query.where("outcome", storedOutcomes[outcome]);
  return query.orderBy("sequence", "desc").limit(limit);
};

export const findInboundCallById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<(InboundCallRow & { payload: string | null }) | undefined> =>
  db("inbound_calls")
    .select({ ...listedColumns, payload: "payload", sequence: "sequence" })
    .select(db.raw(INBOUND_OUTCOME))
    .where({ organization_id: organizationId, id })
    .first();

/** Lists the refused entries of a call, one for each time it was sent. */
export const listRefusedInboundCalls = async (
  db: Db,
  organizationId: string,
  callId: string,
): Promise<Omit<InboundCallRow, "sequence">[]> =>
  db("inbound_calls")
    .select(listedColumns)
    .select(db.raw(INBOUND_OUTCOME))
    .where({ organization_id: organizationId, call_id: callId, outcome: storedOutcomes.refused })
    .orderBy("sequence", "desc")
    .limit(MAX_INBOUND_CALLS);

export const loadInboundPayloads = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; payload: string | null }[]> =>
  db("inbound_calls")
    .select("id", "payload")
    .where("organization_id", organizationId)
    .where(inList(db, "id", ids));

/** Stores the result of a replay. */
export const updateInboundCall = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: InboundResult,
): Promise<void> => {
  await trx("inbound_calls")
    .where({ organization_id: organizationId, id })
    .update({
      outcome: storedOutcomes[changes.outcome],
      ...Object.fromEntries(
        Object.entries(resultColumns).map(([name, column]) => [
          column,
          changes[name as keyof typeof resultColumns],
        ]),
      ),
    });
};

const REDACTED = { user_email: null, readable: 0, unread: "[]", understood: null, payload: null };

/** An erasure also removes everything that the sender chose: the call's id, and texts that may quote the payload. */
const ERASED = { ...REDACTED, call_id: null, field: null, message: null };

/** Erases the content of these recordings' calls. */
export const redactInboundCallsByRecordings = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  // A refused entry has no recording, but its call may have been sent again since: it shares the call id.
  const callIds = trx("recordings")
    .select("call_id")
    .where("organization_id", organizationId)
    .where(inList(trx, "id", recordingIds))
    .whereNotNull("call_id");
  await trx("inbound_calls")
    .where("organization_id", organizationId)
    .where((either) => {
      either.where(inList(trx, "recording_id", recordingIds)).orWhereIn("call_id", callIds);
    })
    .update(REDACTED);
};

const CONTAINS = { sqlite: "instr(payload, ?) > 0", postgres: "strpos(payload, ?) > 0" };

/**
 * Erases the content of every entry of a recording's call, refused and unreadable ones included. The entries
 * themselves stay.
 */
export const eraseInboundCalls = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  callId: string | null,
): Promise<void> => {
  await trx("inbound_calls")
    .where("organization_id", organizationId)
    .where((either) => {
      either.where("recording_id", recordingId);
      if (callId === null) return;
      either.orWhere("call_id", callId);
      // An unparsable body has no call id.
      either.orWhere((unread) => {
        unread
          .whereNull("call_id")
          .where("readable", 0)
          .whereRaw(CONTAINS[dialectOf(trx)], [JSON.stringify(callId)]);
      });
    })
    .update(ERASED);
};

/** The parts of an entry that can name a customer. */
export type InboundCustomerTexts = Pick<StoredInboundCall, "id" | "parsedCall" | "payload">;

/** Lists the entries whose payload contains one of the texts, as JSON writes it. */
export const listInboundCallsWithText = async (
  trx: Db,
  organizationId: string,
  texts: readonly string[],
): Promise<InboundCustomerTexts[]> =>
  trx("inbound_calls")
    .select({ id: "id", parsedCall: "understood", payload: "payload" })
    .where("organization_id", organizationId)
    .where((either) => {
      either.whereRaw("1 = 0");
      for (const text of texts) either.orWhereRaw(CONTAINS[dialectOf(trx)], [JSON.stringify(text)]);
    });

/** Lists the entries that have a call id: at most as many as the log holds. */
export const listInboundCallIds = async (
  db: Db,
  organizationId: string,
): Promise<{ id: string; callId: string }[]> =>
  db("inbound_calls")
    .select({ id: "id", callId: "call_id" })
    .where("organization_id", organizationId)
    .whereNotNull("call_id");

const createUpdateByIds =
  (changes: object) =>
  async (trx: Db, organizationId: string, ids: readonly string[]): Promise<void> => {
    await trx("inbound_calls")
      .where("organization_id", organizationId)
      .where(inList(trx, "id", ids))
      .update(changes);
  };

/** Erases the content of these entries, and everything that its sender chose. */
export const eraseInboundCallsByIds = createUpdateByIds(ERASED);

/** Erases the content of these entries; time and outcome stay. */
export const redactInboundCallsByIds = createUpdateByIds(REDACTED);

/** Deletes entries older than `before`. Returns their number. */
export const deleteOldInboundCalls = async (
  trx: Db,
  organizationId: string,
  before: number,
): Promise<number> =>
  trx("inbound_calls")
    .where("organization_id", organizationId)
    .where("received_at", "<", before)
    .delete();
