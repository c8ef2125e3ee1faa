import { type ClipRow, findClip } from "../../db/clips/clip.js";
import type { Db } from "../../db/engine/connect.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import type { Context } from "../context/context.js";
import { Failure, notFound } from "../core/errors.js";
import { clipReaderOf } from "./clip-reader.js";

/** Returns whether a caller who sees the clip may change it: its author, managers of the rep, admins and internal tokens. */
export const mayChangeClip = (
  { role, scope, userId, isManager }: Pick<Context, "role" | "scope" | "userId" | "isManager">,
  { repId, authorId }: Pick<ClipRow, "repId" | "authorId">,
): boolean =>
  role === "internal" ||
  (userId !== undefined && isInScope(scope, repId) && (isManager || authorId === userId));

/** Loads a clip inside a change. @throws NOT_FOUND unless the caller sees its recording, FORBIDDEN */
export const requireOwnClip = async (trx: Db, context: Context, id: string): Promise<ClipRow> => {
  const clip = await findClip(trx, context.organizationId, id, clipReaderOf(context));
  if (!clip || !isInScope(context.scope, clip.repId)) throw notFound("Clip");
  if (!mayChangeClip(context, clip))
    throw new Failure("FORBIDDEN", "Requires the clip's author, a manager of the rep, or an admin");
  return clip;
};
