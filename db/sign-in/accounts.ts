import type { AccountRole } from "./account-roles.js";
import type { Db } from "../engine/connect.js";
import { type IdBatch, inList } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinScope } from "../engine/viewer-scope.js";
import { buildEmailKey } from "../people/users.js";

/** A user who can sign in. */
export interface AccountRow {
  organizationId: string;
  userId: string;
  email: string;
  role: AccountRole;
  /** 0 for an inactive user, who can't sign in. */
  active: number;
  /** The hash as a PHC string; null until the user has set a password. */
  password: string | null;
}

const queryAccounts = (db: Db) =>
  db("accounts as a").join("users as u", (on) => {
    on.on("u.organization_id", "a.organization_id").andOn("u.id", "a.user_id");
  });

const columns = {
  organizationId: "a.organization_id",
  userId: "a.user_id",
  email: "u.email",
  role: "a.role",
  active: "u.active",
  password: "a.password",
};

/** Finds the account with this e-mail, ignoring case. E-mails of accounts are unique in the instance. */
export const findAccountByEmail = async (db: Db, email: string): Promise<AccountRow | undefined> =>
  queryAccounts(db).where("a.email_key", buildEmailKey(email)).first(columns);

export const findAccountByUserId = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<AccountRow | undefined> =>
  queryAccounts(db)
    .where({ "a.organization_id": organizationId, "a.user_id": userId })
    .first(columns);

/** How a user signs in. */
export interface SignInRow {
  userId: string;
  role: AccountRole;
  /** The end of the invitation of a user who has not set a password; else null. */
  invitedUntil: number | null;
}

const loadSignIns = prepareQuery<IdBatch, SignInRow>((db, { organizationId, ids }) =>
  db("accounts as a")
    .leftJoin("account_links as l", (on) => {
      on.on("l.organization_id", "a.organization_id")
        .andOn("l.user_id", "a.user_id")
        .andOnVal("l.purpose", "invitation");
    })
    .select({ userId: "a.user_id", role: "a.role", invitedUntil: "l.expires_at" })
    .where("a.organization_id", organizationId)
    .where(inList(db, "a.user_id", ids))
    .modify(withinScope(db, "a.user_id")),
);

/** Loads the accounts of these users. A manager sees those of the users in their scope. */
export const loadSignInsByUserIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<SignInRow[]> => loadSignIns(db, { organizationId, ids });

/** Returns whether any other user is an active admin with a password. */
export const hasOtherAdmin = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<boolean> =>
  (await queryAccounts(db)
    .where({ "a.organization_id": organizationId, "a.role": "admin", "u.active": 1 })
    .whereNot("a.user_id", userId)
    .whereNotNull("a.password")
    .first(db.raw("1 AS one"))) !== undefined;

/** Returns the e-mail of any account with one of these keys; undefined without one. */
export const findAnyAccountEmail = async (
  db: Db,
  emailKeys: readonly string[],
): Promise<string | undefined> => {
  const row: { email: string } | undefined = await queryAccounts(db)
    .whereIn("a.email_key", emailKeys)
    .first("u.email");
  return row?.email;
};

/** Lists the e-mails of an organization's active admins. */
export const listAdminEmails = async (db: Db, organizationId: string): Promise<string[]> =>
  queryAccounts(db)
    .where({ "a.organization_id": organizationId, "a.role": "admin", "u.active": 1 })
    .orderBy("u.email")
    .pluck("u.email");

/** Returns whether the instance has any admin. */
export const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db("accounts").where("role", "admin").first(db.raw("1 AS one"))) !== undefined;

export interface ListedAdmin {
  email: string;
  name: string;
  organization: string;
  active: number;
  createdAt: number;
}

/** Lists all admins of the instance. Only the command line may call it. */
export const listAdmins = async (db: Db): Promise<ListedAdmin[]> =>
  queryAccounts(db)
    .join("organizations as o", "o.id", "a.organization_id")
    .where("a.role", "admin")
    .select({
      email: "u.email",
      name: "u.name",
      organization: "o.name",
      active: "u.active",
      createdAt: "a.created_at",
    })
    .orderBy(["o.created_at", "o.id", "u.email"]);

/** Marks that an admin ended the user's sign-in, or that the user may sign in again (null). */
const markSignInEnded = async (
  trx: Db,
  organizationId: string,
  userId: string,
  at: number | null,
): Promise<void> => {
  await trx("users")
    .where({ organization_id: organizationId, id: userId })
    .update({ sign_in_ended_at: at });
};

/** Returns whether an admin ended the user's sign-in and no admin has allowed it since. */
export const isSignInEnded = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<boolean> =>
  (await db("users")
    .where({ organization_id: organizationId, id: userId })
    .whereNotNull("sign_in_ended_at")
    .first(db.raw("1 AS one"))) !== undefined;

/** Lets a user sign in. Returns false if the e-mail already belongs to an account of any organization. */
export const insertAccount = async (
  trx: Db,
  organizationId: string,
  account: Pick<AccountRow, "userId" | "email" | "role" | "password"> & { now: number },
): Promise<boolean> => {
  const inserted: unknown[] = await trx("accounts")
    .insert({
      organization_id: organizationId,
      user_id: account.userId,
      email_key: buildEmailKey(account.email),
      role: account.role,
      password: account.password,
      created_at: account.now,
      changed_at: account.now,
    })
    .onConflict()
    .ignore()
    .returning("user_id");
  if (inserted.length > 0) await markSignInEnded(trx, organizationId, account.userId, null);
  return inserted.length > 0;
};

/** Changes the role or the password. */
export const updateAccount = async (
  trx: Db,
  organizationId: string,
  {
    userId,
    now,
    ...changes
  }: { userId: string; now: number } & Partial<Pick<AccountRow, "role" | "password">>,
): Promise<void> => {
  await trx("accounts")
    .where({ organization_id: organizationId, user_id: userId })
    .update({ ...changes, changed_at: now });
};

/**
 * Deletes the account with all sessions, identities and links, but not the user. `endedAt`: when an admin ended the
 * sign-in; null if no admin did.
 */
export const deleteAccount = async (
  trx: Db,
  organizationId: string,
  userId: string,
  endedAt: number | null,
): Promise<void> => {
  await markSignInEnded(trx, organizationId, userId, endedAt);
  await trx("accounts").where({ organization_id: organizationId, user_id: userId }).delete();
};
