import { columnList } from "./columns.js";
import { type Db, dialectOf } from "./connect.js";
import { prepared } from "./prepared.js";
import { recordingColumns, type RecordingRow } from "./recordings.js";

const selected = columnList({ ...recordingColumns, userEmail: "u.email", eventId: "a.event_id" });

const TAGS = {
  sqlite: "json_group_array(t.tag ORDER BY t.ordinal)",
  postgres: "coalesce(json_agg(t.tag ORDER BY t.ordinal), '[]')::text",
};

const whole = prepared<{ organizationId: string; id: string }, RecordingRow>(
  (db, { organizationId, id }) =>
    db("recordings as r")
      .join("users as u", (on) =>
        on.on("u.organization_id", "r.organization_id").andOn("u.id", "r.user_id"),
      )
      .leftJoin("matches as m", (on) =>
        on.on("m.organization_id", "r.organization_id").andOn("m.recording_id", "r.id"),
      )
      .leftJoin("appointments as a", (on) =>
        on.on("a.organization_id", "m.organization_id").andOn("a.id", "m.appointment_id"),
      )
      .where({ "r.organization_id": organizationId, "r.id": id })
      .select(selected(db), {
        tags: db("recording_tags as t")
          .select(db.raw(TAGS[dialectOf(db)]))
          .whereRaw("t.organization_id = r.organization_id AND t.recording_id = r.id"),
      }),
);

/** The recording, and what a single one is shown with of other tables, in one statement. */
export const wholeRecording = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<RecordingRow | undefined> => (await whole(db, { organizationId, id }))[0];
