import { among } from "./among.js";
import type { Db } from "./connect.js";

export interface TemplateRow {
  id: string;
  name: string;
  /** What a model is asked for; null: the usual. */
  prompt: string | null;
}

export interface QuestionRow {
  id: string;
  templateId: string;
  question: string;
}

const questionColumns = { id: "id", templateId: "template_id", question: "question" };

/** By name, then id. */
export const listTemplates = async (db: Db, organizationId: string): Promise<TemplateRow[]> =>
  db("templates")
    .select("id", "name", "prompt")
    .where("organization_id", organizationId)
    .orderBy(["name", "id"]);

export const templatesByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<TemplateRow[]> =>
  db("templates")
    .select("id", "name", "prompt")
    .where("organization_id", organizationId)
    .where(among(db, "id", ids));

/** The questions that the templates ask now, each template's in its order. */
export const questionsOf = async (
  db: Db,
  organizationId: string,
  templateIds: readonly string[],
): Promise<QuestionRow[]> =>
  db("template_questions")
    .select(questionColumns)
    .where("organization_id", organizationId)
    .where(among(db, "template_id", templateIds))
    .whereNotNull("position")
    .orderBy(["template_id", "position"]);

/**
 * Creates the template or changes its name and prompt, and makes these its questions in this order. A question that
 * is no longer among them is kept for the answers that name it, but not asked any more.
 */
export const putTemplate = async (
  trx: Db,
  organizationId: string,
  template: {
    id: string;
    name: string;
    prompt?: string | null;
    now: number;
    questions: { id: string; question: string }[];
  },
): Promise<void> => {
  await trx("templates")
    .insert({
      organization_id: organizationId,
      id: template.id,
      name: template.name,
      prompt: template.prompt ?? null,
      created_at: template.now,
      updated_at: template.now,
    })
    .onConflict(["organization_id", "id"])
    .merge(["name", "prompt", "updated_at"]);
  await trx("template_questions")
    .where({ organization_id: organizationId, template_id: template.id })
    .update({ position: null });
  for (const [position, { id, question }] of template.questions.entries())
    await trx("template_questions")
      .insert({
        organization_id: organizationId,
        id,
        template_id: template.id,
        position,
        question,
      })
      .onConflict(["organization_id", "id"])
      .merge(["position", "question"]);
};
