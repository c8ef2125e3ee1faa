import { inList } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import type { QuestionKind } from "./questions.js";

export interface TemplateRow {
  id: string;
  name: string;
  /** The instructions for a model; null: the default prompt. */
  prompt: string | null;
  /** JSON: a list of sources. It is for calls of these; empty: for all. */
  sources: string;
  /** JSON: a list of ids of teams, of which the last may be deleted. It is for calls of their members; empty: for all. */
  teamIds: string;
  /** 1: no call is compared with it. */
  isRetired: number;
  /** Counts from 1, one more with each change of the questions. */
  version: number;
}

const templateColumns = {
  id: "id",
  name: "name",
  prompt: "prompt",
  sources: "sources",
  teamIds: "team_ids",
  isRetired: "is_retired",
  version: "version",
};

export interface QuestionRow {
  id: string;
  templateId: string;
  question: string;
  /** The tracker that answers it: yes where it is found. Null: the question's wording does. */
  trackerId: string | null;
  kind: QuestionKind;
  /** From 1 to 10. */
  weight: number;
}

const questionColumns = {
  id: "id",
  templateId: "template_id",
  question: "question",
  trackerId: "tracker_id",
  kind: "kind",
  weight: "weight",
};

/** Lists templates by name, then id. */
export const listTemplates = async (db: Db, organizationId: string): Promise<TemplateRow[]> =>
  db("templates")
    .select(templateColumns)
    .where("organization_id", organizationId)
    .orderBy(["name", "id"]);

/** Returns the ids of the teams for whose calls the template is; empty: it is for all calls. */
export const parseTeamIds = ({ teamIds }: Pick<TemplateRow, "teamIds">): string[] =>
  JSON.parse(teamIds) as string[];

/** Takes a deleted team out of templates. The last one stays: without any, a template would be for all calls. */
export const removeTeamFromTemplates = async (
  trx: Db,
  organizationId: string,
  teamId: string,
): Promise<void> => {
  for (const template of await listTemplates(trx, organizationId)) {
    const before = parseTeamIds(template);
    const left = before.filter((one) => one !== teamId);
    if (left.length > 0 && left.length < before.length)
      await trx("templates")
        .where({ organization_id: organizationId, id: template.id })
        .update({ team_ids: JSON.stringify(left) });
  }
};

export const loadTemplatesByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<TemplateRow[]> =>
  db("templates")
    .select(templateColumns)
    .where("organization_id", organizationId)
    .where(inList(db, "id", ids));

/** Loads the current questions of templates, in order. */
export const loadQuestions = async (
  db: Db,
  organizationId: string,
  templateIds: readonly string[],
): Promise<QuestionRow[]> =>
  db("template_questions")
    .select(questionColumns)
    .where("organization_id", organizationId)
    .where(inList(db, "template_id", templateIds))
    .whereNotNull("position")
    .orderBy(["template_id", "position"]);

/**
 * Creates or updates the template and sets its questions in this order. Removed questions stay in the database, without
 * a position, because answers refer to them.
 */
export const upsertTemplate = async (
  trx: Db,
  organizationId: string,
  template: TemplateRow & { now: number; questions: Omit<QuestionRow, "templateId">[] },
): Promise<void> => {
  await trx("templates")
    .insert({
      organization_id: organizationId,
      id: template.id,
      name: template.name,
      prompt: template.prompt,
      sources: template.sources,
      team_ids: template.teamIds,
      is_retired: template.isRetired,
      version: template.version,
      created_at: template.now,
      updated_at: template.now,
    })
    .onConflict(["organization_id", "id"])
    .merge(["name", "prompt", "sources", "team_ids", "is_retired", "version", "updated_at"]);
  await trx("template_questions")
    .where({ organization_id: organizationId, template_id: template.id })
    .update({ position: null });
  for (const [position, { id, question, trackerId, kind, weight }] of template.questions.entries())
    await trx("template_questions")
      .insert({
        organization_id: organizationId,
        id,
        template_id: template.id,
        position,
        question,
        tracker_id: trackerId,
        kind,
        weight,
      })
      .onConflict(["organization_id", "id"])
      .merge(["position", "question", "tracker_id", "kind", "weight"]);
};

/** Returns a template's question that the tracker answers. */
export const findQuestionOfTracker = async (
  db: Db,
  organizationId: string,
  trackerId: string,
): Promise<{ question: string; template: string } | undefined> =>
  db("template_questions as q")
    .join("templates as t", (on) =>
      on.on("t.organization_id", "q.organization_id").andOn("t.id", "q.template_id"),
    )
    .where({ "q.organization_id": organizationId, "q.tracker_id": trackerId })
    .whereNotNull("q.position")
    .orderBy(["t.name", "q.position"])
    .first({ question: "q.question", template: "t.name" });

/** Returns the trackers that answer questions, removed ones included, by the id of the question. */
export const loadQuestionTrackers = async (
  db: Db,
  organizationId: string,
  questionIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows: { id: string; trackerId: string }[] = await db("template_questions")
    .select({ id: "id", trackerId: "tracker_id" })
    .where("organization_id", organizationId)
    .where(inList(db, "id", questionIds))
    .whereNotNull("tracker_id");
  return new Map(rows.map(({ id, trackerId }) => [id, trackerId]));
};
