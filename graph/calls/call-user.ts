import type { Db } from "../../db/engine/connect.js";
import { isInScope, withScope } from "../../db/engine/viewer-scope.js";
import { loadOrganizationCountry } from "../../db/organizations/organization.js";
import { findUserIdByNumber, type NumberKind } from "../../db/people/user-numbers.js";
import { findUserById, type UserRow } from "../../db/people/users.js";
import type { Context } from "../context/context.js";
import { Failure, missingField } from "../core/errors.js";
import { parseNumber } from "../people/numbers.js";
import { requireActiveUser } from "../people/require-user.js";

/** The fields that identify the rep of a call. */
export interface CallUserInput {
  userEmail?: string | null;
  extension?: string | null;
  userPhone?: string | null;
}

/** A number that identifies the rep of a call, as it was sent. */
export interface SentNumber {
  kind: NumberKind;
  text: string;
}

/** Returns whether a call names its rep. A later part of a call, such as its file, need not. */
export const namesUser = ({ userEmail, extension, userPhone }: CallUserInput): boolean =>
  [userEmail, extension, userPhone].some((text) => typeof text === "string");

/** Returns the number that names the rep; undefined for a call with an e-mail or without either. */
const findSentNumber = (input: CallUserInput): SentNumber | undefined => {
  if (typeof input.userEmail === "string") return undefined;
  if (typeof input.extension === "string") return { kind: "extension", text: input.extension };
  return typeof input.userPhone === "string" ? { kind: "phone", text: input.userPhone } : undefined;
};

/** Finds the active user who has the number. */
const findActiveUserByNumber = async (
  db: Db,
  organizationId: string,
  { kind, text }: SentNumber,
): Promise<UserRow | undefined> => {
  const number = await parseNumber(kind, text, await loadOrganizationCountry(db, organizationId));
  if (number === undefined) return undefined;
  const userId = await findUserIdByNumber(db, organizationId, kind, number);
  // Runs without a user, too: an unassigned number and one that the caller may not see must cost the same statements.
  const user = await findUserById(db, organizationId, userId ?? "");
  return user?.active ? user : undefined;
};

/** The call's number belongs to no active user. */
export class UnmappedNumberError extends Error {
  constructor(readonly number: SentNumber) {
    super(`no active user has the ${number.kind}`);
  }
}

const NUMBER_FIELDS = { extension: "extension", phone: "userPhone" } as const;

/**
 * Returns the rep of a call: by e-mail, else by extension, else by phone. A scoped caller may send calls of its own
 * users only.
 * @throws MISSING_REQUIRED_FIELD without any; USER_NOT_FOUND for an e-mail; UnmappedNumberError for a number
 */
export const requireCallUser = async (
  db: Db,
  { organizationId, scope }: Pick<Context, "organizationId" | "scope">,
  input: CallUserInput,
): Promise<UserRow> => {
  if (typeof input.userEmail === "string")
    return requireActiveUser(withScope(db, scope), organizationId, input.userEmail, "userEmail");
  const sent = findSentNumber(input);
  if (!sent) throw missingField("userEmail");
  const user = await findActiveUserByNumber(db, organizationId, sent);
  if (user && isInScope(scope, user.id)) return user;
  // A held call could later be assigned to a user outside the scope.
  if (scope)
    throw new Failure(
      "USER_NOT_FOUND",
      "doesn't belong to an active user",
      NUMBER_FIELDS[sent.kind],
    );
  throw new UnmappedNumberError(sent);
};
