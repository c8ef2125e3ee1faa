import { createColumnList } from "../engine/column-list.js";
import { type Db, dialectOf } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { detailColumns, joinedColumns, rowColumns } from "./columns.js";
import type { RecordingRow } from "./fields.js";
import { listScopeConditions, withinScope } from "../engine/viewer-scope.js";

const projections = {
  /** The fields of a single /v1 recording. Reading the whole row costs twice as much. */
  shown: createColumnList(detailColumns),
  whole: createColumnList({ ...rowColumns, ...joinedColumns }),
};

export type RecordingDetailProjection = keyof typeof projections;

/** The fields of an action item and where they are stored. */
const ACTION_ITEM = `'id', i.id, 'kind', i.kind, 'text', i.text, 'assignee', i.assignee,
  'completed', i.completed, 'due', i.due, 'ownerId', i.owner_id, 'completedAt', i.completed_at,
  'completedBy', i.completed_by, 'isAdded', i.is_added`;

/** The fields of an answer and where they are stored. */
const ANSWER = `'questionId', p.question_id, 'question', p.question, 'answer', p.answer, 'yes', p.yes,
  'answered', p.answered, 'evidence', p.evidence, 'start', p.evidence_start, 'source', p.source,
  'kind', p.kind, 'weight', p.weight, 'rating', p.rating, 'isCounted', p.is_counted,
  'machineYes', p.machine_yes, 'machineRating', p.machine_rating, 'verdictBy', p.verdict_by,
  'verdictAt', p.verdict_at`;

const listExpressions = {
  sqlite: {
    tags: "json_group_array(t.tag ORDER BY t.ordinal)",
    actionItems: `json_group_array(json_object(${ACTION_ITEM}) ORDER BY i.position)`,
    answers: `json_group_array(json_object(${ANSWER}) ORDER BY p.position)`,
  },
  postgres: {
    tags: "coalesce(json_agg(t.tag ORDER BY t.ordinal), '[]')::text",
    actionItems: `coalesce(json_agg(json_build_object(${ACTION_ITEM}) ORDER BY i.position), '[]')::text`,
    answers: `coalesce(json_agg(json_build_object(${ANSWER}) ORDER BY p.position), '[]')::text`,
  },
};

const prepareDetail = (projection: RecordingDetailProjection) =>
  prepareQuery<{ organizationId: string; id: string }, RecordingRow>(
    (db, { organizationId, id }) => {
      const { tags, actionItems, answers } = listExpressions[dialectOf(db)];
      return db("recordings as r")
        .join("users as u", (on) =>
          on.on("u.organization_id", "r.organization_id").andOn("u.id", "r.user_id"),
        )
        .leftJoin("matches as m", (on) =>
          on.on("m.organization_id", "r.organization_id").andOn("m.recording_id", "r.id"),
        )
        .leftJoin("appointments as a", (on) => {
          on.on("a.organization_id", "m.organization_id").andOn("a.id", "m.appointment_id");
          for (const condition of listScopeConditions(db, "a.user_id")) on.on(condition);
        })
        .where({ "r.organization_id": organizationId, "r.id": id })
        .modify(withinScope(db, "r.user_id"))
        .select(projections[projection](db), {
          tags: db("recording_tags as t")
            .select(db.raw(tags))
            .whereRaw("t.organization_id = r.organization_id AND t.recording_id = r.id"),
          // Most recordings have none.
          actionItems: db.raw(`CASE WHEN r.action_item_count > 0 THEN (
          SELECT ${actionItems} FROM action_items i
          WHERE i.organization_id = r.organization_id AND i.recording_id = r.id
        ) ELSE '[]' END`),
          answers: db.raw(`CASE WHEN r.process_total IS NOT NULL THEN (
          SELECT ${answers} FROM process_answers p
          WHERE p.organization_id = r.organization_id AND p.recording_id = r.id
        ) ELSE '[]' END`),
          templateName: db.raw(`CASE WHEN r.process_total IS NOT NULL THEN (
          SELECT e.name FROM templates e
          WHERE e.organization_id = r.organization_id AND e.id = r.template_id
        ) END`),
        });
    },
  );

const queries = { shown: prepareDetail("shown"), whole: prepareDetail("whole") };

/** Finds a recording with its user, appointment, tags, action items and process, in one statement. */
export const findRecordingDetail = async (
  db: Db,
  organizationId: string,
  id: string,
  projection: RecordingDetailProjection,
): Promise<RecordingRow | undefined> => (await queries[projection](db, { organizationId, id }))[0];
