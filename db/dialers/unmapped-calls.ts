import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import type { NumberKind } from "../people/user-numbers.js";

/** A call with an unassigned extension or phone number. */
export interface UnmappedCallRow {
  /** A digest of the call id, which can be long. */
  callKey: string;
  kind: NumberKind;
  /** As it was sent. */
  number: string;
  /** The phone system whose credential fetches the audio. */
  adapter: string | null;
  /** Milliseconds since 1970. */
  receivedAt: number;
  /** The size of the input. */
  bytes: number;
  /** The uploaded file in the media store. */
  file: string | null;
  fileType: string | null;
  fileBytes: number | null;
  /** How an erasure finds the call: the customer as sent, the phone in E.164. */
  customerId: string | null;
  customerEmail: string | null;
  customerPhone: string | null;
  /** JSON: the input of ingestCall. */
  input: string;
}

const columns = {
  callKey: "call_key",
  kind: "kind",
  number: "number",
  adapter: "adapter",
  receivedAt: "received_at",
  bytes: "bytes",
  file: "file",
  fileType: "file_type",
  fileBytes: "file_bytes",
  customerId: "customer_id",
  customerEmail: "customer_email",
  customerPhone: "customer_phone",
  input: "input",
} as const;

/** A phone number or extension, and its waiting calls. */
export interface UnmappedNumberRow extends Pick<UnmappedCallRow, "kind" | "number"> {
  calls: number;
  /** Milliseconds since 1970. */
  lastReceivedAt: number;
}

export const buildCallKey = buildLookupKey;

export const findUnmappedCall = async (
  db: Db,
  organizationId: string,
  callKey: string,
): Promise<UnmappedCallRow | undefined> =>
  db("unmapped_calls")
    .select(columns)
    .where({ organization_id: organizationId, call_key: callKey })
    .first();

/** Inserts the call, or replaces the stored call with the same id. */
export const upsertUnmappedCall = async (
  trx: Db,
  organizationId: string,
  row: UnmappedCallRow,
): Promise<void> => {
  const values = Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [column, row[field as keyof UnmappedCallRow]]),
  );
  await trx("unmapped_calls")
    .insert({ organization_id: organizationId, ...values })
    .onConflict(["organization_id", "call_key"])
    .merge(Object.values(columns));
};

/** Counts the organization's unmapped calls and their bytes, without files. */
export const sumUnmappedCalls = async (
  db: Db,
  organizationId: string,
): Promise<{ calls: number; bytes: number }> => {
  const row = await db("unmapped_calls")
    .where("organization_id", organizationId)
    .count({ calls: "*" })
    .sum({ bytes: "bytes" })
    .first();
  return { calls: Number(row?.calls), bytes: Number(row?.bytes ?? 0) };
};

/** Lists the numbers with waiting calls, by kind and number, after the number `after`. */
export const listUnmappedNumbers = async (
  db: Db,
  organizationId: string,
  { limit, after }: { limit: number; after?: Pick<UnmappedCallRow, "kind" | "number"> },
): Promise<UnmappedNumberRow[]> => {
  const query = db<object, UnmappedNumberRow[]>("unmapped_calls")
    .select({ kind: "kind", number: "number" })
    .select(db.raw("count(*) AS calls, max(received_at) AS ??", ["lastReceivedAt"]))
    .where("organization_id", organizationId)
    .groupBy("kind", "number")
    .orderBy(["kind", "number"])
    .limit(limit);
  if (after) query.whereRaw("(kind, number) > (?, ?)", [after.kind, after.number]);
  return query as unknown as Promise<UnmappedNumberRow[]>;
};

/** Lists the oldest calls that wait for a number. */
export const listUnmappedCallKeys = async (
  db: Db,
  organizationId: string,
  { kind, number }: Pick<UnmappedCallRow, "kind" | "number">,
  { limit, after }: { limit: number; after?: Pick<UnmappedCallRow, "receivedAt" | "callKey"> },
): Promise<Pick<UnmappedCallRow, "receivedAt" | "callKey">[]> => {
  const query = db("unmapped_calls")
    .select({ receivedAt: "received_at", callKey: "call_key" })
    .where({ organization_id: organizationId, kind, number })
    .orderBy(["received_at", "call_key"])
    .limit(limit);
  if (after) query.whereRaw("(received_at, call_key) > (?, ?)", [after.receivedAt, after.callKey]);
  return query;
};

/** Deletes a call. Returns false if another process has deleted it. */
export const deleteUnmappedCall = async (
  trx: Db,
  organizationId: string,
  callKey: string,
): Promise<boolean> =>
  (await trx("unmapped_calls")
    .where({ organization_id: organizationId, call_key: callKey })
    .delete()) > 0;

type DeletedRow = Pick<UnmappedCallRow, "callKey" | "file">;

/** Deletes these calls. Returns their files. */
const deleteRows = async (
  trx: Db,
  organizationId: string,
  rows: readonly DeletedRow[],
): Promise<string[]> => {
  const keys = rows.map(({ callKey }) => callKey);
  await trx("unmapped_calls")
    .where("organization_id", organizationId)
    .where(inList(trx, "call_key", keys))
    .delete();
  return rows.flatMap(({ file }) => file ?? []);
};

/** Deletes at most `limit` calls received before a time in milliseconds. Returns their files and their count. */
export const deleteOldUnmappedCalls = async (
  trx: Db,
  organizationId: string,
  before: number,
  limit: number,
): Promise<{ files: string[]; calls: number }> => {
  const rows: DeletedRow[] = await trx("unmapped_calls")
    .select({ callKey: "call_key", file: "file" })
    .where("organization_id", organizationId)
    .where("received_at", "<", before)
    .limit(limit);
  return { files: await deleteRows(trx, organizationId, rows), calls: rows.length };
};

/** The values by which an erasure finds a customer. */
export interface UnmappedCustomer {
  crmEntityId: string | null;
  email: string | null;
  phones: readonly string[];
}

/**
 * Deletes the calls of a customer: by its id, else by e-mail or phone. Returns their files. An organization has at most
 * a few thousand calls here, and this doesn't read their inputs.
 */
export const deleteUnmappedCallsOfCustomer = async (
  trx: Db,
  organizationId: string,
  { crmEntityId, email, phones }: UnmappedCustomer,
): Promise<string[]> => {
  const rows: DeletedRow[] = await trx("unmapped_calls")
    .select({ callKey: "call_key", file: "file" })
    .where("organization_id", organizationId)
    .where((either) => {
      either.whereRaw("1 = 0");
      if (crmEntityId !== null) either.orWhere("customer_id", crmEntityId);
      either.orWhere((unidentified) => {
        unidentified.whereNull("customer_id").where((byName) => {
          byName.whereRaw("1 = 0");
          if (email) byName.orWhere("customer_email", email);
          if (phones.length > 0) byName.orWhere(inList(trx, "customer_phone", phones));
        });
      });
    });
  return deleteRows(trx, organizationId, rows);
};

/** Returns those of the files that belong to unmapped calls. */
export const loadUnmappedFiles = async (
  db: Db,
  organizationId: string,
  files: readonly string[],
): Promise<string[]> =>
  db("unmapped_calls")
    .where("organization_id", organizationId)
    .where(inList(db, "file", files))
    .pluck("file");

/** Lists the organizations with unmapped calls. Must not be called from requests: it reads all organizations. */
export const listOrganizationsWithUnmappedCalls = async (db: Db): Promise<string[]> =>
  db("unmapped_calls")
    .distinct("organization_id")
    .orderBy("organization_id")
    .pluck("organization_id");
