import type { Db } from "../../db/engine/connect.js";
import { findUserByEmail } from "../../db/people/users.js";
import type { Context } from "../context/context.js";
import { Failure, missingField } from "../core/errors.js";
import { requireActiveUser } from "./require-user.js";

/** Describes the input field `authorEmail`. */
export const AUTHOR_DESCRIPTION =
  "The e-mail of the author, for internal tokens; a signed-in user is the author.";

/**
 * Returns the author's id: the signed-in user, else the user that the caller names. @throws FORBIDDEN, USER_NOT_FOUND
 */
export const resolveAuthor = async (
  db: Db,
  { organizationId, userId }: Context,
  authorEmail: string | null | undefined,
): Promise<string> => {
  if (userId === undefined) {
    if (typeof authorEmail !== "string") throw missingField("authorEmail");
    return (await requireActiveUser(db, organizationId, authorEmail, "authorEmail")).id;
  }
  if (typeof authorEmail === "string") {
    const author = await findUserByEmail(db, organizationId, authorEmail);
    if (author?.id !== userId)
      throw new Failure("FORBIDDEN", "must be your own e-mail address", "authorEmail");
  }
  return userId;
};
