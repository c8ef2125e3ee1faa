import type { Db } from "../engine/connect.js";
import { buildEmailKey } from "../people/users.js";

export interface AdminRow {
  organizationId: string;
  userId: string;
  email: string;
  /** 0 for an inactive user, who can't sign in. */
  active: number;
  /** The hash as a PHC string. */
  password: string;
}

const queryAdmins = (db: Db) =>
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

/** Finds the admin with this e-mail, ignoring case. E-mails of admins are unique in the instance. */
export const findAdminByEmail = async (db: Db, email: string): Promise<AdminRow | undefined> =>
  queryAdmins(db).where("a.email_key", buildEmailKey(email)).first(columns);

export const findAdminByUserId = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<AdminRow | undefined> =>
  queryAdmins(db)
    .where({ "a.organization_id": organizationId, "a.user_id": userId })
    .first(columns);

/** Returns the e-mail of any admin with one of these keys; undefined without one. */
export const findAnyAdminEmail = async (
  db: Db,
  emailKeys: readonly string[],
): Promise<string | undefined> => {
  const row: { email: string } | undefined = await queryAdmins(db)
    .whereIn("a.email_key", emailKeys)
    .first("u.email");
  return row?.email;
};

/** Returns whether the instance has any admin. */
export const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db("admins").first(db.raw("1 AS one"))) !== undefined;

export interface ListedAdmin {
  email: string;
  name: string;
  organization: string;
  active: number;
  createdAt: number;
}

/** Lists all admins of the instance. Only the command line may call it. */
export const listAdmins = async (db: Db): Promise<ListedAdmin[]> =>
  queryAdmins(db)
    .join("organizations as o", "o.id", "a.organization_id")
    .select({
      email: "u.email",
      name: "u.name",
      organization: "o.name",
      active: "u.active",
      createdAt: "a.created_at",
    })
    .orderBy(["o.created_at", "o.id", "u.email"]);

/** Makes a user an admin. Returns false if the e-mail already belongs to an admin of any organization. */
export const insertAdmin = async (
  trx: Db,
  organizationId: string,
  admin: { userId: string; email: string; password: string; now: number },
): Promise<boolean> => {
  const inserted: unknown[] = await trx("admins")
    .insert({
      organization_id: organizationId,
      user_id: admin.userId,
      email_key: buildEmailKey(admin.email),
      password: admin.password,
      created_at: admin.now,
      changed_at: admin.now,
    })
    .onConflict()
    .ignore()
    .returning("user_id");
  return inserted.length > 0;
};

export const updateAdminPassword = async (
  trx: Db,
  organizationId: string,
  admin: { userId: string; password: string; now: number },
): Promise<void> => {
  await trx("admins")
    .where({ organization_id: organizationId, user_id: admin.userId })
    .update({ password: admin.password, changed_at: admin.now });
};

/** Deletes the admin with all sessions, but not the user. */
export const deleteAdmin = async (
  trx: Db,
  organizationId: string,
  userId: string,
): Promise<void> => {
  await trx("admins").where({ organization_id: organizationId, user_id: userId }).delete();
};
