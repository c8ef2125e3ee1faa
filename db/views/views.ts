import type { Db } from "../engine/connect.js";

/** Named filters of the list of recordings. `createdAt`: milliseconds since 1970. */
export interface ViewRow {
  id: string;
  authorId: string;
  name: string;
  /** The filters, as the query of an address. */
  query: string;
  /** 1: everyone in the organization sees it. */
  shared: number;
  createdAt: number;
}

const columns = {
  id: "id",
  authorId: "author_id",
  name: "name",
  query: "query",
  shared: "shared",
  createdAt: "created_at",
};

/** Lists the views of one user and those that are shared, by name, then id. */
export const listViews = async (
  db: Db,
  organizationId: string,
  userId: string | null,
): Promise<ViewRow[]> =>
  db("saved_views")
    .select(columns)
    .where("organization_id", organizationId)
    .whereRaw("(author_id = ? OR shared = 1)", [userId])
    .orderBy(["name", "id"]);

/** Counts the views of a user, and the organization's shared ones. */
export const countViews = async (
  db: Db,
  organizationId: string,
  authorId: string,
): Promise<{ own: number; shared: number }> => {
  const count = async (condition: Record<string, unknown>): Promise<number> => {
    const row = await db("saved_views")
      .where({ organization_id: organizationId, ...condition })
      .first(db.raw("CAST(count(*) AS INTEGER) AS rows"));
    return (row as { rows: number }).rows;
  };
  return { own: await count({ author_id: authorId }), shared: await count({ shared: 1 }) };
};

export const findView = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<ViewRow | undefined> =>
  db("saved_views").where({ organization_id: organizationId, id }).first(columns);

export const insertView = async (
  trx: Db,
  organizationId: string,
  { id, authorId, name, query, shared, createdAt }: ViewRow,
): Promise<void> => {
  await trx("saved_views").insert({
    organization_id: organizationId,
    id,
    author_id: authorId,
    name,
    query,
    shared,
    created_at: createdAt,
  });
};

export const updateView = async (
  trx: Db,
  organizationId: string,
  { id, name, query, shared }: ViewRow,
): Promise<void> => {
  await trx("saved_views")
    .where({ organization_id: organizationId, id })
    .update({ name, query, shared });
};

export const deleteView = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  await trx("saved_views").where({ organization_id: organizationId, id }).delete();
};
