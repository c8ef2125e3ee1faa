import type { ClipReader } from "../../db/clips/clip.js";
import type { Role } from "../core/credential.js";

/** The parts of a caller that decide which clips it sees. */
export interface ClipCaller {
  role: Role;
  /** The signed-in user. */
  userId?: string | undefined;
  /** The person that a named key acts as. */
  personId?: string | undefined;
}

/** Returns the caller as a reader of clips. Clips can't be shared with a key of teams. */
export const clipReaderOf = ({ role, userId, personId }: ClipCaller): ClipReader => ({
  personId: userId ?? personId,
  seesHidden: role === "internal",
});
