import type { Db } from "./connect.js";
import { emailKey } from "./users.js";

export interface AdminRow {
  organizationId: string;
  userId: string;
  email: string;
  /** Of the user: 0 is one who may not sign in. */
  active: number;
  /** A hash in PHC string form. */
  password: string;
}

const withUsers = (db: Db) =>
  db("admins as a").join("users as u", (on) => {
    on.on("u.organization_id", "a.organization_id").andOn("u.id", "a.user_id");
  });

const columns = {
  organizationId: "a.organization_id",
  userId: "a.user_id",
  email: "u.email",
  active: "u.active",
  password: "a.password",
};

/** Whoever has this address, in whatever case and organization: no two of the instance share one. */
export const adminByEmail = async (db: Db, email: string): Promise<AdminRow | undefined> =>
  withUsers(db).where("a.email_key", emailKey(email)).first(columns);

export const adminById = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<AdminRow | undefined> =>
  withUsers(db).where({ "a.organization_id": organizationId, "a.user_id": userId }).first(columns);

/** The address of an admin with one of these keys; undefined where there is none. */
export const anyAdminAmong = async (
  db: Db,
  emailKeys: readonly string[],
): Promise<string | undefined> => {
  const found: { email: string } | undefined = await withUsers(db)
    .whereIn("a.email_key", emailKeys)
    .first("u.email");
  return found?.email;
};

/** Whether anybody of the instance can sign in. */
export const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db("admins").first(db.raw("1 AS one"))) !== undefined;

export interface ListedAdmin {
  email: string;
  name: string;
  organization: string;
  active: number;
  createdAt: number;
}

/** Every admin of the instance: for the operator's command line only. */
export const allAdmins = async (db: Db): Promise<ListedAdmin[]> =>
  withUsers(db)
    .join("organizations as o", "o.id", "a.organization_id")
    .select({
      email: "u.email",
      name: "u.name",
      organization: "o.name",
      active: "u.active",
      createdAt: "a.created_at",
    })
    .orderBy(["o.created_at", "o.id", "u.email"]);

/** Lets a user sign in; false where the address is an admin's already, of whatever organization. */
export const insertAdmin = async (
  trx: Db,
  organizationId: string,
  admin: { userId: string; email: string; password: string; now: number },
): Promise<boolean> => {
  const made: unknown[] = await trx("admins")
    .insert({
      organization_id: organizationId,
      user_id: admin.userId,
      email_key: emailKey(admin.email),
      password: admin.password,
      created_at: admin.now,
      changed_at: admin.now,
    })
    .onConflict()
    .ignore()
    .returning("user_id");
  return made.length > 0;
};

export const setPassword = async (
  trx: Db,
  organizationId: string,
  admin: { userId: string; password: string; now: number },
): Promise<void> => {
  await trx("admins")
    .where({ organization_id: organizationId, user_id: admin.userId })
    .update({ password: admin.password, changed_at: admin.now });
};

/** The user stays; the sessions go with the admin. */
export const deleteAdmin = async (
  trx: Db,
  organizationId: string,
  userId: string,
): Promise<void> => {
  await trx("admins").where({ organization_id: organizationId, user_id: userId }).delete();
};
