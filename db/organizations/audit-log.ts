import type { Db } from "../engine/connect.js";
import { limitScan } from "../engine/read-limit.js";

export interface AuditRow {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  action: string;
  /** The kind of credential that made the change. */
  actor: string;
  /** The admin's user id, if an admin made the change. */
  userId: string | null;
  /** The admin's e-mail at that time. */
  email: string | null;
  ipAddress: string | null;
  /** The id of the changed object, or the e-mail of a user. */
  subject: string | null;
  /** JSON array of the changed fields' names. */
  fields: string;
  /** How a user signed in, or why the sign-in failed: a word from a fixed set; null for other actions. */
  detail: string | null;
  /** The number of recordings that an erasure removed; null for other actions. */
  recordings: number | null;
  /** 1: a person viewed call content; 0: a change. */
  isLook: number;
}

const columns = {
  id: "id",
  at: "at",
  action: "action",
  actor: "actor",
  userId: "user_id",
  email: "email",
  ipAddress: "address",
  subject: "subject",
  fields: "fields",
  detail: "detail",
  recordings: "recordings",
  isLook: "is_look",
} as const;

export const insertAuditEntries = async (
  trx: Db,
  organizationId: string,
  entries: readonly AuditRow[],
): Promise<void> => {
  await trx("audit_log").insert(
    entries.map((entry) => ({
      organization_id: organizationId,
      ...Object.fromEntries(
        Object.entries(columns).map(([field, column]) => [column, entry[field as keyof AuditRow]]),
      ),
    })),
  );
};

export interface AuditSearch {
  limit: number;
  after?: { at: number; id: string };
  action?: string;
  email?: string;
  subject?: string;
  isLook?: 0 | 1;
  /** Milliseconds since 1970; both bounds are inclusive. */
  from?: number;
  to?: number;
}

/** Lists entries, newest first. */
export const listAuditEntries = async (
  db: Db,
  organizationId: string,
  { limit, after, from, to, isLook, ...exactMatches }: AuditSearch,
): Promise<AuditRow[]> => {
  const query = db("audit_log").select(columns).where("organization_id", organizationId);
  // A constant: SQLite uses the partial index of views only if the statement contains the condition literally.
  if (isLook !== undefined) query.whereRaw(isLook === 1 ? "is_look = 1" : "is_look = 0");
  if (Object.keys(exactMatches).length > 0) query.whereRaw(limitScan(db));
  for (const [column, value] of Object.entries(exactMatches)) query.where(column, value);
  if (from !== undefined) query.where("at", ">=", from);
  if (to !== undefined) query.where("at", "<=", to);
  if (after) query.whereRaw("(at, id) < (?, ?)", [after.at, after.id]);
  return query
    .orderBy([
      { column: "at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit);
};

/** Deletes at most `limit` entries older than `before` (milliseconds). Returns the number deleted. */
export const deleteOldAuditEntries = async (
  trx: Db,
  organizationId: string,
  before: number,
  limit: number,
): Promise<number> =>
  trx("audit_log")
    .where("organization_id", organizationId)
    .whereIn(
      "id",
      trx("audit_log")
        .select("id")
        .where("organization_id", organizationId)
        .where("at", "<", before)
        .orderBy("at")
        .limit(limit),
    )
    .delete();
