import type { Db } from "../engine/connect.js";

/**
 * Erases the payloads of the events for a comment and its replies, as a recording's erasure does. Cancels their
 * unstarted deliveries.
 */
export const eraseCommentEvents = async (
  trx: Db,
  organizationId: string,
  commentId: string,
): Promise<void> => {
  const ids: string[] = await trx("comments")
    .where("organization_id", organizationId)
    .whereRaw("(id = ? OR thread_id = ?)", [commentId, commentId])
    .whereNotNull("event_id")
    .pluck("event_id");
  if (ids.length === 0) return;
  const own = { organization_id: organizationId };
  await trx("events").where(own).whereIn("id", ids).update({ payload: "" });
  await trx("deliveries").where(own).whereIn("event_id", ids).update({ response_body: null });
  await trx("deliveries")
    .where({ ...own, status: "pending" })
    .whereNull("claimed_by")
    .whereIn("event_id", ids)
    .update({ status: "failed", error: "deleted" });
};
