import { columnList } from "./columns.js";
import { type Db, dialectOf } from "./connect.js";
import { prepared } from "./prepared.js";
import { recordingColumns, type RecordingRow } from "./recordings.js";

const others = { userEmail: "u.email", eventId: "a.event_id" };

const SHOWN: ReadonlySet<string> = new Set<keyof RecordingRow>([
  "id",
  "name",
  "status",
  "organizationId",
  "createdAt",
  "updatedAt",
  "duration",
  "summary",
  "notes",
  "actionItemCount",
  "coaching",
  "source",
  "startedAt",
  "processedAt",
  "clientId",
  "customFields",
]);

const shown = {
  ...Object.fromEntries(Object.entries(recordingColumns).filter(([field]) => SHOWN.has(field))),
  ...others,
};

/** What a single recording shows over /v1, but for its lists. */
export const shownFields: readonly string[] = Object.keys(shown);

const forms = {
  /** To read all of a recording costs twice as much. */
  shown: columnList(shown),
  whole: columnList({ ...recordingColumns, ...others }),
};

/** How much is read of a recording. */
export type WholeForm = keyof typeof forms;

const lists = {
  sqlite: {
    tags: "json_group_array(t.tag ORDER BY t.ordinal)",
    actionItems: `json_group_array(json_object('kind', i.kind, 'text', i.text, 'assignee', i.assignee,
      'completed', i.completed) ORDER BY i.position)`,
  },
  postgres: {
    tags: "coalesce(json_agg(t.tag ORDER BY t.ordinal), '[]')::text",
    actionItems: `coalesce(json_agg(json_build_object('kind', i.kind, 'text', i.text,
      'assignee', i.assignee, 'completed', i.completed) ORDER BY i.position), '[]')::text`,
  },
};

const inForm = (form: WholeForm) =>
  prepared<{ organizationId: string; id: string }, RecordingRow>((db, { organizationId, id }) => {
    const { tags, actionItems } = lists[dialectOf(db)];
    return db("recordings as r")
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
      .select(forms[form](db), {
        tags: db("recording_tags as t")
          .select(db.raw(tags))
          .whereRaw("t.organization_id = r.organization_id AND t.recording_id = r.id"),
        // As a rule there are none that could be read.
        actionItems: db.raw(`CASE WHEN r.action_item_count > 0 THEN (
          SELECT ${actionItems} FROM action_items i
          WHERE i.organization_id = r.organization_id AND i.recording_id = r.id
        ) ELSE '[]' END`),
      });
  });

const queries = { shown: inForm("shown"), whole: inForm("whole") };

/** The recording, and what a single one is shown with of other tables, in one statement. */
export const wholeRecording = async (
  db: Db,
  organizationId: string,
  id: string,
  form: WholeForm,
): Promise<RecordingRow | undefined> => (await queries[form](db, { organizationId, id }))[0];
