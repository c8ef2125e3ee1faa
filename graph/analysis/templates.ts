import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { QuestionKind } from "../../db/analysis/questions.js";
import {
  listTemplates,
  loadQuestions,
  loadTemplatesByIds,
  parseTeamIds,
  type QuestionRow,
  type TemplateRow,
  upsertTemplate,
} from "../../db/analysis/templates.js";
import type { Db } from "../../db/engine/connect.js";
import type { TeamRow } from "../../db/people/teams.js";
import type { RecordingSource } from "../../db/recordings/fields.js";
import type { TrackerRow } from "../../db/trackers/trackers.js";
import { forManagers, forViewers } from "../access/access.js";
import { auditUpsert } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { invalidField, notFound } from "../core/errors.js";
import { loadTeamsByName } from "../people/loaders.js";
import { Team } from "../people/teams.js";
import { RecordingSources } from "../recordings/recording.js";
import { trackerLoader } from "../trackers/loaders.js";
import { Tracker } from "../trackers/tracker.js";
import { questionsLoader } from "./loaders.js";
import { QuestionKinds } from "./questions.js";
import { TemplateInput } from "./template-input.js";
import { hasSameQuestions, resolveQuestions } from "./template-questions.js";
import { mayChangeTemplate, requireRoom, resolveTemplateTeams } from "./template-teams.js";
import { validateTextTotal } from "./text-totals.js";

@ObjectType({ simpleResolvers: true })
class TemplateQuestion {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  question!: string;

  @Field(() => QuestionKinds)
  kind!: QuestionKind;

  @Field(() => Int, { description: "How much the question weighs in the score, from 1 to 10." })
  weight!: number;
}

@ObjectType({ simpleResolvers: true })
export class Template {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: "The instructions for a model; null: the default prompt.",
  })
  prompt!: string | null;

  @Field(() => Int, {
    description:
      "Counts from 1, one more with each change of the questions. Earlier scores stay: see ProcessResult.templateVersion.",
  })
  version!: number;
}

/** Returns the sources of the calls that the template is for; empty: it is for all. */
export const parseSources = ({ sources }: Pick<TemplateRow, "sources">): RecordingSource[] =>
  JSON.parse(sources) as RecordingSource[];

type StoredTemplate = TemplateRow & { questions: QuestionRow[] };

const findTemplateWithQuestions = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<StoredTemplate | undefined> => {
  const [template] = await loadTemplatesByIds(trx, organizationId, [id]);
  return template && { ...template, questions: await loadQuestions(trx, organizationId, [id]) };
};

/** Returns what the audit log compares. */
const toAuditFields = ({
  name,
  prompt,
  sources,
  teamIds,
  isRetired,
  questions,
}: StoredTemplate) => ({
  name,
  prompt,
  sources,
  teams: teamIds,
  retired: isRetired === 1,
  questions,
});

@Resolver(() => Template)
export class TemplateResolver {
  @forViewers()
  @Query(() => [Template])
  async templates(@Ctx() context: Context): Promise<TemplateRow[]> {
    return listTemplates(context.db, context.organizationId);
  }

  @FieldResolver(() => [RecordingSources], {
    description: "The sources of the recordings that the template is for; empty: all.",
  })
  sources(@Root() template: TemplateRow): RecordingSource[] {
    return parseSources(template);
  }

  @FieldResolver(() => Boolean, {
    description: "Whether calls are no longer compared with the template.",
  })
  isRetired(@Root() template: TemplateRow): boolean {
    return template.isRetired === 1;
  }

  @FieldResolver(() => Boolean, {
    description: "Whether the template is for the calls of certain teams only.",
  })
  isForTeams(@Root() template: TemplateRow): boolean {
    return parseTeamIds(template).length > 0;
  }

  @FieldResolver(() => [Team], {
    description:
      "Of the teams for whose calls the template is, those that the caller sees, by name.",
  })
  async teams(@Root() template: TemplateRow, @Ctx() context: Context): Promise<TeamRow[]> {
    return loadTeamsByName(context, parseTeamIds(template));
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether the caller may change the template: an admin any, a manager one for teams that they lead.",
  })
  async mayChange(@Root() template: TemplateRow, @Ctx() context: Context): Promise<boolean> {
    return mayChangeTemplate(context, template);
  }

  @FieldResolver(() => [TemplateQuestion])
  async questions(@Root() template: TemplateRow, @Ctx() context: Context): Promise<QuestionRow[]> {
    return context.loaders.get(questionsLoader).load(template.id);
  }

  @forManagers()
  @Mutation(() => Template, {
    description:
      "Creates or changes a template. A manager's is for the calls of teams that they lead.",
  })
  async upsertTemplate(
    @Arg("input", () => TemplateInput) input: TemplateInput,
    @Ctx() context: Context,
  ): Promise<TemplateRow> {
    const { organizationId } = context;
    if (input.name.trim() === "") throw invalidField("name", "must not be empty");
    validateTextTotal(
      "questions",
      input.questions.map(({ question }) => question),
    );
    return mutate(context, async (trx) => {
      const isUpdate = typeof input.id === "string";
      const before = isUpdate
        ? await findTemplateWithQuestions(trx, organizationId, input.id!)
        : undefined;
      if (isUpdate && !before) throw notFound();
      const teamIds = await resolveTemplateTeams(trx, context, before, input.teamIds);
      const questions = await resolveQuestions(trx, organizationId, input);
      const prompt = input.prompt === undefined ? (before?.prompt ?? null) : input.prompt || null;
      const sources =
        input.sources === undefined
          ? (before?.sources ?? "[]")
          : JSON.stringify([...new Set(input.sources ?? [])]);
      const id = input.id ?? context.newId();
      const saved = questions.map((question) => ({
        ...question,
        id: question.id ?? context.newId(),
      }));
      const version = before
        ? before.version + (hasSameQuestions(before.questions, saved) ? 0 : 1)
        : 1;
      const isRetired =
        input.retired === undefined ? (before?.isRetired ?? 0) : Number(input.retired ?? false);
      const template = { id, name: input.name, prompt, sources, teamIds, isRetired, version };
      await requireRoom(trx, context, template);
      await upsertTemplate(trx, organizationId, {
        ...template,
        now: context.now(),
        questions: saved,
      });
      const after = toAuditFields((await findTemplateWithQuestions(trx, organizationId, id))!);
      await auditUpsert(trx, context, "template", {
        subject: id,
        before: before && toAuditFields(before),
        after,
      });
      return template;
    });
  }
}

@Resolver(() => TemplateQuestion)
export class TemplateQuestionResolver {
  @FieldResolver(() => Tracker, {
    nullable: true,
    description:
      "The tracker that answers the question: yes where it is found in the call. Null: the question's wording decides.",
  })
  async tracker(
    @Root() { trackerId }: QuestionRow,
    @Ctx() { loaders }: Context,
  ): Promise<TrackerRow | null> {
    if (trackerId === null) return null;
    return (await loaders.get(trackerLoader).load(trackerId)) ?? null;
  }
}
