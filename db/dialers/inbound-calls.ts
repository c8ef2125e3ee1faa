import { among } from "./among.js";
import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

/** How many an organization's log has. */
export const MOST_INBOUND = 500;

/** How long the log goes back, in milliseconds. */
export const INBOUND_MS = 30 * 24 * 60 * 60_000;

export type InboundOutcome = "taken" | "ignored" | "refused";

/** What came of a call that was received; what is not known is null. */
export interface InboundResult {
  outcome: InboundOutcome;
  /** Of the refusal. */
  code: string | null;
  field: string | null;
  /** Why it was not taken. */
  message: string | null;
  callId: string | null;
  recordingId: string | null;
  /** JSON: the names of what the payload has and was not read. */
  unread: string;
  /** JSON: the call as it was read. */
  understood: string | null;
}

export interface StoredInbound extends InboundResult {
  id: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  /** The URL that it came to: key, token, or an adapter's name. */
  way: string;
  /** Whose call it was as far as the URL said so. */
  userEmail: string | null;
  /** As it came, whatever is kept of it. */
  payloadBytes: number;
  /** 1: what is kept is the whole of it, and can be read again. */
  readable: number;
  payload: string | null;
}

/** Without the payload, which can be long and is mostly not asked for. */
export interface InboundRow extends Omit<StoredInbound, "payload"> {
  /** The order in which they came. */
  sequence: number;
}

const result = {
  outcome: "outcome",
  code: "code",
  field: "field",
  message: "message",
  callId: "call_id",
  recordingId: "recording_id",
  unread: "unread",
  understood: "understood",
} as const;

const listed = {
  ...result,
  id: "id",
  receivedAt: "received_at",
  way: "way",
  userEmail: "user_email",
  payloadBytes: "payload_bytes",
  readable: "readable",
} as const;

const stored = { ...listed, payload: "payload" } as const;
const names = Object.keys(stored) as (keyof typeof stored)[];
const columns = Object.values(stored);

const NEXT = "(SELECT coalesce(max(sequence), 0) + 1 FROM inbound_calls WHERE organization_id = ?)";

const insert = prepared<StoredInbound & { organizationId: string }, { sequence: number }>(
  (trx, { organizationId, ...values }) =>
    trx.raw(
      `INSERT INTO inbound_calls (organization_id, slot, sequence, ${columns.join(", ")})
      VALUES (?, ${NEXT} % ${MOST_INBOUND}, ${NEXT}, ${columns.map(() => "?").join(", ")})
      ON CONFLICT (organization_id, slot) DO UPDATE SET
      ${["sequence", ...columns].map((column) => `${column} = excluded.${column}`).join(", ")}
      RETURNING sequence`,
      [organizationId, organizationId, organizationId, ...names.map((name) => values[name])],
    ),
);

/** Adds a call to the log, in the place of the oldest one where it is full: one statement. */
export const insertInboundCall = async (
  trx: Db,
  organizationId: string,
  call: StoredInbound,
): Promise<void> => void (await insert(trx, { organizationId, ...call }));

/** Newest first, from that time on. */
export const pageOfInboundCalls = async (
  db: Db,
  organizationId: string,
  page: { limit: number; since: number; before?: number; outcome?: InboundOutcome },
): Promise<InboundRow[]> => {
  const { limit, since, before, outcome } = page;
  const query = db("inbound_calls")
    .select({ ...listed, sequence: "sequence" })
    .where("organization_id", organizationId)
    .where("received_at", ">=", since);
  if (before !== undefined) query.where("sequence", "<", before);
  if (outcome !== undefined) query.where("outcome", outcome);
  return query.orderBy("sequence", "desc").limit(limit);
};

export const inboundCallById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<(InboundRow & { payload: string | null }) | undefined> =>
  db("inbound_calls")
    .select({ ...stored, sequence: "sequence" })
    .where({ organization_id: organizationId, id })
    .first();

export const inboundPayloads = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; payload: string | null }[]> =>
  db("inbound_calls")
    .select("id", "payload")
    .where("organization_id", organizationId)
    .where(among(db, "id", ids));

/** What came of it when it was read again. */
export const updateInboundCall = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: InboundResult,
): Promise<void> => {
  await trx("inbound_calls")
    .where({ organization_id: organizationId, id })
    .update(
      Object.fromEntries(
        Object.entries(result).map(([name, column]) => [
          column,
          changes[name as keyof typeof result],
        ]),
      ),
    );
};

const EMPTY = { user_email: null, readable: 0, unread: "[]", understood: null, payload: null };

/** Leaves nothing of what was sent of these recordings' calls, as nothing of it is kept elsewhere. */
export const emptyInboundCalls = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  // One that was refused has no recording, and may have been sent again since.
  const callIds = trx("recordings")
    .select("call_id")
    .where("organization_id", organizationId)
    .where(among(trx, "id", recordingIds))
    .whereNotNull("call_id");
  await trx("inbound_calls")
    .where("organization_id", organizationId)
    .where((either) => {
      either.where(among(trx, "recording_id", recordingIds)).orWhereIn("call_id", callIds);
    })
    .update(EMPTY);
};

/**
 * Leaves nothing of a recording's call but that it was received, each time that it was: a call is sent again
 * where it was refused. To be done while the recording is there.
 */
export const eraseInboundCalls = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  const callId = trx("recordings")
    .select("call_id")
    .where({ organization_id: organizationId, id: recordingId });
  await trx("inbound_calls")
    .where("organization_id", organizationId)
    .where((either) => {
      either.where("recording_id", recordingId).orWhereIn("call_id", callId);
    })
    .update(EMPTY);
};

/** Leaves of these calls when they came, and what came of them. */
export const emptyInboundCallsById = async (
  trx: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<void> => {
  await trx("inbound_calls")
    .where("organization_id", organizationId)
    .where(among(trx, "id", ids))
    .update(EMPTY);
};

/** Deletes those from before that time. */
export const deleteOldInboundCalls = async (
  trx: Db,
  organizationId: string,
  before: number,
): Promise<number> =>
  trx("inbound_calls")
    .where("organization_id", organizationId)
    .where("received_at", "<", before)
    .delete();
