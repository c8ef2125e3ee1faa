import type { Knex } from "knex";
import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { insertAll } from "../engine/insert-all.js";
import { prepareQuery } from "../engine/prepared.js";
import { limitScan } from "../engine/read-limit.js";
import { scopeOf, withinRecordingScope, withinScope } from "../engine/viewer-scope.js";

/** An action item as an analysis finds it. */
export interface FoundActionItem {
  kind: "explicit" | "client";
  text: string;
  assignee: string | null;
  completed: number;
  /** YYYY-MM-DD; null without a date. */
  due: string | null;
}

/** A stored action item. Times are milliseconds since 1970. */
export interface StoredActionItem extends FoundActionItem {
  id: string;
  /** A user's id. Null: an explicit item is the rep's, any other the client's. */
  ownerId: string | null;
  /** The analysis's text, if a person has changed it. */
  foundText: string | null;
  /** When and by which user it was completed; null if the analysis says so, and for a program. */
  completedAt: number | null;
  completedBy: string | null;
  /** When a person last changed it: later analyses keep it. Null for an analysis's own. */
  changedAt: number | null;
  /** 1: the analysis doesn't have it. A person added it, or has changed one that an earlier analysis found. */
  isAdded: number;
}

/** An action item with its place. */
export interface ActionItemRow extends StoredActionItem {
  recordingId: string;
  /** The recording's. */
  recordingPosition: number;
  /** Its place in the recording's list, from 0. */
  position: number;
}

const columns = {
  id: "id",
  kind: "kind",
  text: "text",
  assignee: "assignee",
  completed: "completed",
  due: "due",
  ownerId: "owner_id",
  foundText: "found_text",
  completedAt: "completed_at",
  completedBy: "completed_by",
  changedAt: "changed_at",
  isAdded: "is_added",
} satisfies Record<keyof StoredActionItem, string>;

const placeColumns = {
  recordingId: "recording_id",
  recordingPosition: "recording_position",
  position: "position",
};

const select = (alias: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...columns, ...placeColumns }).map(([field, name]) => [
      field,
      `${alias}.${name}`,
    ]),
  );

const toColumns = (item: Partial<StoredActionItem>): Record<string, string | number | null> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, name]) => {
      const value = item[field as keyof StoredActionItem];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const byRecordingIds = prepareQuery<IdBatch, ActionItemRow>((db, { organizationId, ids }) =>
  db("action_items as i")
    .select(select("i"))
    .where("i.organization_id", organizationId)
    .where(inList(db, "i.recording_id", ids))
    .modify(withinRecordingScope(db, organizationId, "i.recording_id"))
    .orderBy(["i.recording_id", "i.position"]),
);

export const loadActionItems = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<ActionItemRow[]> => byRecordingIds(db, { organizationId, ids });

/** Finds an action item by its id. */
export const findActionItem = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<ActionItemRow | undefined> =>
  db("action_items as i")
    .where({ "i.organization_id": organizationId, "i.id": id })
    .modify(withinRecordingScope(db, organizationId, "i.recording_id"))
    .first(select("i"));

interface RecordingRef {
  id: string;
  position: number;
}

/** Adds action items to a recording, from this place in its list on. */
export const insertActionItems = async (
  trx: Db,
  organizationId: string,
  { id, position }: RecordingRef,
  items: readonly StoredActionItem[],
  from = 0,
): Promise<void> =>
  insertAll(
    trx,
    "action_items",
    items.map((item, index) => ({
      organization_id: organizationId,
      recording_id: id,
      recording_position: position,
      position: from + index,
      ...toColumns(item),
    })),
  );

export const updateActionItem = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<StoredActionItem>,
): Promise<void> => {
  await trx("action_items")
    .where({ organization_id: organizationId, id })
    .update(toColumns(changes));
};

export const deleteActionItem = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<void> => {
  await trx("action_items").where({ organization_id: organizationId, id }).delete();
};

/** Bounds are positions of recordings, and inclusive. */
export interface ActionItemSearch {
  limit: number;
  /** Only items after this one. */
  after?: { recordingPosition: number; position: number } | undefined;
  from?: number;
  to?: number;
  completed?: boolean;
  /** The key of the e-mail of who has to do it. */
  ownerKey?: string;
  /** The call's rep. */
  userId?: string;
  clientId?: string;
  /** Only items due before this day, YYYY-MM-DD. */
  dueBefore?: string;
}

const filterByCall = (
  query: Knex.QueryBuilder,
  { from, to, userId, clientId }: ActionItemSearch,
): void => {
  if (from !== undefined) query.where("i.recording_position", ">=", from);
  if (to !== undefined) query.where("i.recording_position", "<=", to);
  if (userId !== undefined) query.where("r.user_id", userId);
  if (clientId !== undefined) query.where("r.client_id", clientId);
};

/** Lists the action items of processed recordings, those of the newest recording first. */
export const listActionItems = async (
  db: Db,
  organizationId: string,
  search: ActionItemSearch,
): Promise<ActionItemRow[]> => {
  const { limit, after, completed, ownerKey, userId, clientId, dueBefore } = search;
  // SQLite reads the tables of a CROSS JOIN in this order. It would otherwise sort the items of all recordings.
  const query = db
    .queryBuilder()
    .from(db.raw("action_items AS i CROSS JOIN recordings AS r"))
    .select(select("i"))
    .where({ "i.organization_id": organizationId, "r.organization_id": organizationId })
    .whereRaw("r.id = i.recording_id AND r.status = 'processed'")
    .modify(withinScope(db, "r.user_id"));
  // Indexes have the order of all items and of the open ones.
  const isScan = [ownerKey, userId, clientId, dueBefore].some((value) => value !== undefined);
  if (scopeOf(db) || isScan || completed === true) query.whereRaw(limitScan(db));
  if (completed !== undefined) query.whereRaw(`i.completed = ${completed ? 1 : 0}`);
  if (ownerKey !== undefined) {
    // Without the reader's scope: who sees an item sees its owner.
    const owner = db("users as u")
      .select("u.id")
      .where({ "u.organization_id": organizationId, "u.email_key": ownerKey });
    query.whereRaw("? = coalesce(i.owner_id, CASE WHEN i.kind = 'explicit' THEN r.user_id END)", [
      owner,
    ]);
  }
  if (dueBefore !== undefined) query.where("i.due", "<", dueBefore);
  filterByCall(query, search);
  if (after)
    query.whereRaw("i.recording_position <= ? AND (i.recording_position < ? OR i.position > ?)", [
      after.recordingPosition,
      after.recordingPosition,
      after.position,
    ]);
  return query
    .orderBy([{ column: "i.recording_position", order: "desc" }, { column: "i.position" }])
    .limit(limit);
};
