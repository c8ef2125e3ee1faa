import type { Db } from "../../db/engine/connect.js";
import { findUserByEmail, type UserRow } from "../../db/people/users.js";
import { Failure, invalidField, userNotFound } from "../core/errors.js";
import { isEmail } from "./is-email.js";

/** @throws INVALID_FIELD */
export const validateEmail = (email: string): void => {
  if (!isEmail(email)) throw invalidField("email", "must be an e-mail address");
};

/**
 * Loads the active user with this e-mail, ignoring case. `field` names the input field in the error.
 * @throws USER_NOT_FOUND
 */
export const requireActiveUser = async (
  db: Db,
  organizationId: string,
  email: string,
  field: string,
): Promise<UserRow> => {
  const user = await findUserByEmail(db, organizationId, email);
  if (!user?.active) throw userNotFound(field);
  return user;
};

/** The error of an e-mail that belongs to no user whom the caller may know. */
export const unknownUser = (field: string): Failure =>
  new Failure("USER_NOT_FOUND", "is not the email of a user", field);

/** Loads the user with this e-mail, active or not, ignoring case. @throws USER_NOT_FOUND */
export const requireUser = async (
  db: Db,
  organizationId: string,
  email: string,
  field: string,
): Promise<UserRow> => {
  const user = await findUserByEmail(db, organizationId, email);
  if (!user) throw unknownUser(field);
  return user;
};
