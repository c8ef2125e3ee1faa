import type { CommentReader } from "../../db/comments/comment.js";
import type { Role } from "../core/credential.js";

/** The parts of a caller that decide which private comments it reads. */
export interface CommentCaller {
  role: Role;
  /** The signed-in user. */
  userId?: string | undefined;
  /** The person that a named key acts as. */
  personId?: string | undefined;
}

/** Returns the caller as a comment reader: admins and internal tokens see private comments, too. */
export const commentReaderOf = ({ role, userId, personId }: CommentCaller): CommentReader => {
  if (role === "internal") return "admin";
  const person = userId ?? personId;
  return person === undefined ? "program" : { userId: person };
};
