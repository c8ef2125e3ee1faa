import { buildEmailKey, loadUsersByEmails } from "../../db/people/users.js";
import type { Context } from "../context/context.js";

/** No user has this id. */
const NO_USER = "";

/**
 * Resolves the e-mails of a filter to ids of users, also of users outside the caller's scope: what they wrote may be
 * visible. An unknown user gets an id without a user, so that a list costs the same as for one whom the caller doesn't
 * see.
 */
export const findUserIds = async <Name extends string>(
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  emails: Record<Name, string | null | undefined>,
): Promise<Partial<Record<Name, string>>> => {
  const given = Object.entries(emails).filter(
    (entry): entry is [Name, string] => typeof entry[1] === "string",
  );
  if (given.length === 0) return {};
  const users = await loadUsersByEmails(
    db,
    organizationId,
    given.map(([, email]) => email),
  );
  const ids = new Map(users.map(({ id, email }) => [buildEmailKey(email), id]));
  const found: Partial<Record<Name, string>> = {};
  for (const [name, email] of given) found[name] = ids.get(buildEmailKey(email)) ?? NO_USER;
  return found;
};
