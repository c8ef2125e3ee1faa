import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Db } from "../db/connect.js";
import {
  listTemplates,
  putTemplate,
  type QuestionRow,
  questionsOf,
  type TemplateRow,
  templatesByIds,
} from "../db/templates.js";
import { mutate } from "./mutate.js";
import { forIntegration, forInternal } from "./access.js";
import { auditUpsert } from "./auditing.js";
import type { Context } from "./context.js";
import { invalidField, notFound } from "./errors.js";

@ObjectType({ simpleResolvers: true })
export class TemplateQuestion {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  question!: string;
}

@ObjectType({ simpleResolvers: true })
export class Template {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: "What a model is asked to look for in a call; null: the usual.",
  })
  prompt!: string | null;
}

@InputType()
class TemplateQuestionInput {
  @Field(() => ID, {
    nullable: true,
    description: "Of a question of this template; none adds one.",
  })
  id?: string | null;

  @Field(() => String)
  question!: string;
}

@InputType()
class TemplateInput {
  @Field(() => ID, { nullable: true, description: "Of the template to change; none makes one." })
  id?: string | null;

  @Field(() => String)
  name!: string;

  @Field(() => [TemplateQuestionInput], { description: "All of them, in their order." })
  questions!: TemplateQuestionInput[];

  @Field(() => String, {
    nullable: true,
    description:
      "What a model is asked to look for in a call. If not given it stays; null is the usual.",
  })
  prompt?: string | null;
}

/** @throws INVALID_FIELD for the id of a question that the template does not ask */
const checkQuestions = async (
  trx: Db,
  organizationId: string,
  input: TemplateInput,
): Promise<void> => {
  const known = input.id ? await questionsOf(trx, organizationId, [input.id]) : [];
  const free = new Set(known.map((question) => question.id));
  for (const [index, { id }] of input.questions.entries())
    if (typeof id === "string" && !free.delete(id))
      throw invalidField(
        `questions.${index}.id`,
        "is not a question of this template, or is there twice",
      );
};

/** What the audit log tells of a template; undefined where there is none. */
const told = async (trx: Db, organizationId: string, id: string) => {
  const [template] = await templatesByIds(trx, organizationId, [id]);
  if (!template) return undefined;
  const { name, prompt } = template;
  return { name, prompt, questions: await questionsOf(trx, organizationId, [id]) };
};

@Resolver(() => Template)
export class TemplateResolver {
  @forIntegration()
  @Query(() => [Template])
  async templates(@Ctx() context: Context): Promise<TemplateRow[]> {
    return listTemplates(context.db, context.organizationId);
  }

  @FieldResolver(() => [TemplateQuestion])
  async questions(@Root() template: TemplateRow, @Ctx() context: Context): Promise<QuestionRow[]> {
    return context.loaders.questions.load(template.id);
  }

  @forInternal()
  @Mutation(() => Template)
  async upsertTemplate(
    @Arg("input", () => TemplateInput) input: TemplateInput,
    @Ctx() context: Context,
  ): Promise<TemplateRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const known = typeof input.id === "string";
      const before = known ? await told(trx, organizationId, input.id!) : undefined;
      if (known && !before) throw notFound();
      await checkQuestions(trx, organizationId, input);
      const prompt = input.prompt === undefined ? (before?.prompt ?? null) : input.prompt || null;
      const template = { id: input.id ?? context.newId(), name: input.name, prompt };
      await putTemplate(trx, organizationId, {
        ...template,
        now: context.now(),
        questions: input.questions.map(({ id, question }) => ({
          id: id ?? context.newId(),
          question,
        })),
      });
      const after = (await told(trx, organizationId, template.id))!;
      await auditUpsert(trx, context, "template", { subject: template.id, before, after });
      return template;
    });
  }
}
