import type { Db } from "../engine/connect.js";
import type { CommentRow } from "./comment.js";

const EVENT = "comment.created";

/**
 * Erases the payloads of a comment's events, and of those of its replies, as the erasure of a recording does. Their
 * deliveries that have not begun are cancelled.
 */
export const eraseCommentEvents = async (
  trx: Db,
  organizationId: string,
  { id, recordingId }: Pick<CommentRow, "id" | "recordingId">,
): Promise<void> => {
  const replies: string[] = await trx("comments")
    .where({ organization_id: organizationId, thread_id: id })
    .pluck("id");
  const erased = new Set([id, ...replies]);
  const events: { id: string; payload: string }[] = await trx("events")
    .where({ organization_id: organizationId, recording_id: recordingId, event: EVENT })
    .whereNot("payload", "")
    .select("id", "payload");
  const ids = events
    .filter(({ payload }) => erased.has((JSON.parse(payload) as { data: { id: string } }).data.id))
    .map((event) => event.id);
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
