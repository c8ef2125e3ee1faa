import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";

export interface MentionRow {
  commentId: string;
  userId: string;
}

/** Loads the users that comments mention. The caller must have checked that the reader may see the comments. */
export const loadMentions = async (
  db: Db,
  organizationId: string,
  commentIds: readonly string[],
): Promise<MentionRow[]> =>
  db("comment_mentions")
    .select({ commentId: "comment_id", userId: "user_id" })
    .where("organization_id", organizationId)
    .where(inList(db, "comment_id", commentIds))
    .orderBy(["comment_id", "user_id"]);

/** Replaces a comment's mentions. */
export const replaceMentions = async (
  trx: Db,
  organizationId: string,
  commentId: string,
  userIds: readonly string[],
): Promise<void> => {
  await trx("comment_mentions")
    .where({ organization_id: organizationId, comment_id: commentId })
    .delete();
  if (userIds.length > 0)
    await trx("comment_mentions").insert(
      userIds.map((userId) => ({
        organization_id: organizationId,
        comment_id: commentId,
        user_id: userId,
      })),
    );
};
