import { adminByEmail, type AdminRow, insertAdmin, setPassword } from "../db/admins.js";
import type { Db } from "../db/connect.js";
import { deleteSessions } from "../db/sessions.js";
import { deleteSetupLink } from "../db/setup-links.js";
import { upsertUser, userByEmail, type UserRow } from "../db/users.js";
import type { Context, Services } from "./context.js";
import { conflict, invalidField } from "./errors.js";
import { checkText } from "./limits.js";
import { checkPassword } from "./passwords.js";
import { checkEmail } from "./users.js";

const ROLE = "admin";

/** Who is to be an admin. */
export interface NewAdmin {
  email: string;
  /** Undefined: the name that the user has, or the address. */
  name?: string | undefined;
  password: string;
}

/** What is said of an admin before the password is hashed. @throws INVALID_FIELD */
export const checkAdmin = ({ email, name, password }: NewAdmin): void => {
  checkText(email, "email", () => "email");
  checkEmail(email);
  if (name !== undefined) {
    checkText(name, "name", () => "name");
    if (name.trim() === "") throw invalidField("name", "must not be empty");
  }
  checkPassword(password, email, "password");
};

/**
 * Lets somebody sign in to an organization: a user of it, who is made where there is none. `password` is
 * the hash. The organization's set-up link ends. @throws CONFLICT for an admin's address, of whatever organization, and for an inactive user
 */
export const makeAdmin = async (
  trx: Db,
  services: Pick<Services, "newId" | "now">,
  organizationId: string,
  { email, name, password }: NewAdmin,
): Promise<UserRow> => {
  const now = services.now();
  const known = await userByEmail(trx, organizationId, email);
  if (known && !known.active) throw conflict("is that of a user who is not active", "email");
  await upsertUser(trx, organizationId, {
    id: services.newId(),
    email,
    name: name ?? known?.name ?? email,
    role: known?.role ?? ROLE,
    active: true,
    now,
  });
  const user = (await userByEmail(trx, organizationId, email))!;
  if (!(await insertAdmin(trx, organizationId, { userId: user.id, email, password, now })))
    throw conflict("is an admin's already, and no two organizations can share an admin", "email");
  // Whoever read it in a log must not come after those whom it was for.
  await deleteSetupLink(trx, organizationId);
  return user;
};

/** The admin with this address, as long as it is the one that was found before. */
export const sameAdmin = async (trx: Db, admin: AdminRow): Promise<boolean> => {
  const found = await adminByEmail(trx, admin.email);
  return found?.active === 1 && found.password === admin.password;
};

/** Gives an admin another password, and ends all sessions but one. `password` is the hash. */
export const changePassword = async (
  trx: Db,
  { now }: Pick<Context, "now">,
  { organizationId, userId }: AdminRow,
  password: string,
  staying?: string,
): Promise<void> => {
  await setPassword(trx, organizationId, { userId, password, now: now() });
  await deleteSessions(trx, organizationId, userId, staying);
};
