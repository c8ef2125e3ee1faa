import type { Db } from "./connect.js";

export interface AuditRow {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  action: string;
  /** What kind of credential it was done by. */
  actor: string;
  /** The admin, where it was one. */
  userId: string | null;
  /** As it was then. */
  email: string | null;
  address: string | null;
  /** The id of what was changed, or the e-mail where that is a user. */
  subject: string | null;
  /** JSON: a list of the names of the fields that changed. */
  fields: string;
}

const columns = {
  id: "id",
  at: "at",
  action: "action",
  actor: "actor",
  userId: "user_id",
  email: "email",
  address: "address",
  subject: "subject",
  fields: "fields",
} as const;

export const insertAuditEntry = async (
  trx: Db,
  organizationId: string,
  entry: AuditRow,
): Promise<void> => {
  await trx("audit_log").insert({
    organization_id: organizationId,
    ...Object.fromEntries(
      Object.entries(columns).map(([field, column]) => [column, entry[field as keyof AuditRow]]),
    ),
  });
};

export interface AuditSearch {
  limit: number;
  after?: { at: number; id: string };
  action?: string;
  email?: string;
  subject?: string;
  /** Both included. */
  from?: number;
  to?: number;
}

/** Newest first. */
export const pageOfAuditLog = async (
  db: Db,
  organizationId: string,
  { limit, after, from, to, ...equal }: AuditSearch,
): Promise<AuditRow[]> => {
  const query = db("audit_log").select(columns).where("organization_id", organizationId);
  for (const [column, value] of Object.entries(equal)) query.where(column, value);
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

/** Deletes entries from before that time, at most so many. */
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
