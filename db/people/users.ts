import { inList, type IdBatch } from "../engine/in-list.js";
import { createColumnList } from "../engine/column-list.js";
import type { Db } from "../engine/connect.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinScope } from "../engine/viewer-scope.js";

export interface UserRow {
  id: string;
  email: string;
  name: string;
  role: string;
  active: number;
  lastProcessAIAction: string | null;
  lastProcessAIAt: number | null;
  lastCoachAssistantAction: string | null;
  lastCoachAssistantAt: number | null;
  lastRecordedAt: number | null;
  accessedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

const columns = {
  id: "id",
  email: "email",
  name: "name",
  role: "role",
  active: "active",
  lastProcessAIAction: "last_process_ai_action",
  lastProcessAIAt: "last_process_ai_at",
  lastCoachAssistantAction: "last_coach_assistant_action",
  lastCoachAssistantAt: "last_coach_assistant_at",
  lastRecordedAt: "last_recorded_at",
  accessedAt: "accessed_at",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

const selectColumns = createColumnList(columns);

/** Builds the case-insensitive key that users are looked up by. */
export const buildEmailKey = (email: string): string => buildLookupKey(email.toLowerCase());

/** Lists users by name, then e-mail; without `active`, both active and inactive ones. */
export const listUsers = async (
  db: Db,
  organizationId: string,
  active?: boolean,
): Promise<UserRow[]> => {
  const query = db("users")
    .select(selectColumns(db))
    .where("organization_id", organizationId)
    .modify(withinScope(db, "id"));
  if (active !== undefined) query.where("active", active ? 1 : 0);
  return query.orderBy(["name", "email"]);
};

const allEmails = prepareQuery<{ organizationId: string }, { email: string }>(
  (db, { organizationId }) => db("users").select("email").where("organization_id", organizationId),
);

/** Lists the e-mails of all users, also of inactive ones. */
export const listUserEmails = async (db: Db, organizationId: string): Promise<string[]> =>
  (await allEmails(db, { organizationId })).map(({ email }) => email);

const loadByIds = prepareQuery<IdBatch, UserRow>((db, { organizationId, ids }) =>
  db("users")
    .select(selectColumns(db))
    .where("organization_id", organizationId)
    .where(inList(db, "id", ids)),
);

export const loadUsersByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<UserRow[]> => loadByIds(db, { organizationId, ids });

const loadByEmailKeys = prepareQuery<{ organizationId: string; keys: string[] }, UserRow>(
  (db, { organizationId, keys }) =>
    db("users")
      .select(selectColumns(db))
      .where("organization_id", organizationId)
      .where(inList(db, "email_key", keys)),
);

/** Loads the users with these e-mails, ignoring case. */
export const loadUsersByEmails = async (
  db: Db,
  organizationId: string,
  emails: readonly string[],
): Promise<UserRow[]> => loadByEmailKeys(db, { organizationId, keys: emails.map(buildEmailKey) });

const findByEmailKey = prepareQuery<{ organizationId: string; key: string }, UserRow>(
  (db, { organizationId, key }) =>
    db("users")
      .select(selectColumns(db))
      .where({ organization_id: organizationId, email_key: key })
      .modify(withinScope(db, "id"))
      .first(),
);

export const findUserByEmail = async (
  db: Db,
  organizationId: string,
  email: string,
): Promise<UserRow | undefined> =>
  (await findByEmailKey(db, { organizationId, key: buildEmailKey(email) }))[0];

export const findUserById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<UserRow | undefined> => (await loadUsersByIds(db, organizationId, [id]))[0];

/** Creates the user, or updates name, role and active. An existing e-mail keeps its spelling. */
export const upsertUser = async (
  trx: Db,
  organizationId: string,
  user: { id: string; email: string; name: string; role: string; active: boolean; now: number },
): Promise<void> => {
  await trx("users")
    .insert({
      organization_id: organizationId,
      id: user.id,
      email: user.email,
      email_key: buildEmailKey(user.email),
      name: user.name,
      role: user.role,
      active: user.active ? 1 : 0,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict(["organization_id", "email_key"])
    .merge(["name", "role", "active", "updated_at"]);
};

const activityColumns = {
  process_ai: { at: "last_process_ai_at", action: "last_process_ai_action" },
  coach_assistant: { at: "last_coach_assistant_at", action: "last_coach_assistant_action" },
  recorded: { at: "last_recorded_at", action: undefined },
  accessed: { at: "accessed_at", action: undefined },
} as const;

export type UserActivity = keyof typeof activityColumns;

/**
 * Records when the user last did this, at the latest now. An older time never overwrites a newer one, unless the stored
 * time is in the future.
 */
export const recordActivity = async (
  trx: Db,
  organizationId: string,
  userId: string,
  activity: { kind: UserActivity; action: string | null; at: number; now: number },
): Promise<void> => {
  const { at, action } = activityColumns[activity.kind];
  // One call with a time ahead of the clock would hide every later call.
  const time = Math.min(activity.at, activity.now);
  await trx("users")
    .where({ organization_id: organizationId, id: userId })
    .where((isOlder) => {
      isOlder.whereNull(at).orWhere(at, "<=", time).orWhere(at, ">", activity.now);
    })
    .update({
      [at]: time,
      ...(action && { [action]: activity.action }),
      updated_at: activity.now,
    });
};
