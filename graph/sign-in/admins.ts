import { deleteKeysOfUser } from "../../db/sign-in/named-keys.js";
import {
  findAccountByEmail,
  type AccountRow,
  insertAccount,
  updateAccount,
} from "../../db/sign-in/accounts.js";
import type { Db } from "../../db/engine/connect.js";
import { deleteSessions } from "../../db/sign-in/sessions.js";
import { deleteSetupLink } from "../../db/sign-in/setup-links.js";
import { upsertUser, findUserByEmail, type UserRow } from "../../db/people/users.js";
import type { Context, Services } from "../context/context.js";
import { conflict, invalidField } from "../core/errors.js";
import { validateText } from "../arguments/limits.js";
import { validatePassword } from "./passwords.js";
import { validateEmail } from "../people/require-user.js";

const ADMIN_ROLE = "admin";

/** An admin to create. */
export interface NewAdmin {
  email: string;
  /** Default: the existing user's name, else the e-mail. */
  name?: string | undefined;
  password: string;
}

/** Validates the plain-text input, before the password is hashed. @throws INVALID_FIELD */
export const validateAdmin = ({ email, name, password }: NewAdmin): void => {
  validateText(email, () => "email");
  validateEmail(email);
  if (name !== undefined) {
    validateText(name, () => "name");
    if (name.trim() === "") throw invalidField("name", "must not be empty");
  }
  validatePassword(password, email, "password");
};

/**
 * Makes a user an admin, who can sign in; creates the user if needed. `password` is the hash. Deletes the
 * organization's set-up link.
 * @throws CONFLICT if the e-mail belongs to an admin of any organization, or to an inactive user
 */
export const createAdmin = async (
  trx: Db,
  services: Pick<Services, "newId" | "now">,
  organizationId: string,
  { email, name, password }: NewAdmin,
): Promise<UserRow> => {
  const now = services.now();
  const existing = await findUserByEmail(trx, organizationId, email);
  if (existing && !existing.active) throw conflict("belongs to an inactive user", "email");
  await upsertUser(trx, organizationId, {
    id: services.newId(),
    email,
    name: name ?? existing?.name ?? email,
    role: existing?.role ?? ADMIN_ROLE,
    active: true,
    now,
  });
  const user = (await findUserByEmail(trx, organizationId, email))!;
  if (
    !(await insertAccount(trx, organizationId, {
      userId: user.id,
      email,
      role: "admin",
      password,
      now,
    }))
  )
    throw conflict("can sign in already; an e-mail can belong to one account only", "email");
  // A link that was printed to a log must not create a second admin.
  await deleteSetupLink(trx, organizationId);
  return user;
};

/** Returns whether the admin is still active and has the same password hash as when it was loaded. */
export const isAdminUnchanged = async (trx: Db, admin: AccountRow): Promise<boolean> => {
  const current = await findAccountByEmail(trx, admin.email);
  return current?.active === 1 && current.password === admin.password;
};

/** Sets a user's password, and ends all their sessions except `keptSessionId` and all their keys. `password` is the hash. */
export const changePassword = async (
  trx: Db,
  { now }: Pick<Context, "now">,
  { organizationId, userId }: AccountRow,
  password: string,
  keptSessionId?: string,
): Promise<void> => {
  await updateAccount(trx, organizationId, { userId, password, now: now() });
  await deleteSessions(trx, organizationId, userId, keptSessionId);
  await deleteKeysOfUser(trx, organizationId, userId);
};
