import { among, type OfMany } from "./among.js";
import { columnList } from "./columns.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { prepared } from "./prepared.js";

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

const list = columnList(columns);

/** What users are found by, whatever case an address is sent in. */
export const emailKey = (email: string): string => keyOf(email.toLowerCase());

/** By name, then e-mail. `active` undefined: both kinds. */
export const listUsers = async (
  db: Db,
  organizationId: string,
  active?: boolean,
): Promise<UserRow[]> => {
  const query = db("users").select(list(db)).where("organization_id", organizationId);
  if (active !== undefined) query.where("active", active ? 1 : 0);
  return query.orderBy(["name", "email"]);
};

const byIds = prepared<OfMany, UserRow>((db, { organizationId, ids }) =>
  db("users")
    .select(list(db))
    .where("organization_id", organizationId)
    .where(among(db, "id", ids)),
);

export const usersByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<UserRow[]> => byIds(db, { organizationId, ids });

const byKeys = prepared<{ organizationId: string; keys: string[] }, UserRow>(
  (db, { organizationId, keys }) =>
    db("users")
      .select(list(db))
      .where("organization_id", organizationId)
      .where(among(db, "email_key", keys)),
);

/** Whatever case the addresses are in. */
export const usersByEmails = async (
  db: Db,
  organizationId: string,
  emails: readonly string[],
): Promise<UserRow[]> => byKeys(db, { organizationId, keys: emails.map(emailKey) });

const byKey = prepared<{ organizationId: string; key: string }, UserRow>(
  (db, { organizationId, key }) =>
    db("users").select(list(db)).where({ organization_id: organizationId, email_key: key }).first(),
);

export const userByEmail = async (
  db: Db,
  organizationId: string,
  email: string,
): Promise<UserRow | undefined> => (await byKey(db, { organizationId, key: emailKey(email) }))[0];

export const userById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<UserRow | undefined> => (await usersByIds(db, organizationId, [id]))[0];

/** Creates the user or changes name, role and active; returns the id. The address keeps its spelling. */
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
      email_key: emailKey(user.email),
      name: user.name,
      role: user.role,
      active: user.active ? 1 : 0,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict(["organization_id", "email_key"])
    .merge(["name", "role", "active", "updated_at"]);
};

const activities = {
  process_ai: { at: "last_process_ai_at", action: "last_process_ai_action" },
  coach_assistant: { at: "last_coach_assistant_at", action: "last_coach_assistant_action" },
  recorded: { at: "last_recorded_at", action: undefined },
  accessed: { at: "accessed_at", action: undefined },
} as const;

export type UserActivity = keyof typeof activities;

/** Notes when the user last did this. What comes late does not undo what is newer. */
export const recordActivity = async (
  trx: Db,
  organizationId: string,
  userId: string,
  activity: { kind: UserActivity; action: string | null; at: number; now: number },
): Promise<void> => {
  const { at, action } = activities[activity.kind];
  await trx("users")
    .where({ organization_id: organizationId, id: userId })
    .where((older) => {
      older.whereNull(at).orWhere(at, "<=", activity.at);
    })
    .update({
      [at]: activity.at,
      ...(action && { [action]: activity.action }),
      updated_at: activity.now,
    });
};
