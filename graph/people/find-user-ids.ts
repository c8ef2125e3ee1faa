import { buildEmailKey, loadUsersByEmails } from "../../db/people/users.js";
import type { Context } from "../context/context.js";

/**
 * Resolves the e-mails of a filter to ids of users, also of users outside the caller's scope: what they wrote may be
 * visible. Returns undefined if a user is unknown, because nothing can match.
 */
export const findUserIds = async <Name extends string>(
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  emails: Record<Name, string | null | undefined>,
): Promise<Partial<Record<Name, string>> | undefined> => {
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
  for (const [name, email] of given) {
    const id = ids.get(buildEmailKey(email));
    if (id === undefined) return undefined;
    found[name] = id;
  }
  return found;
};
