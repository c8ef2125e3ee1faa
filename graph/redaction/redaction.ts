import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import {
  loadRedaction,
  type OwnPattern,
  type RedactionSettings,
  upsertRedaction,
} from "../../db/redaction/redaction.js";
import { forInternal } from "../access/access.js";
import { audit, listChangedFields } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { MAX_PATTERNS, validatePatterns } from "./own-patterns.js";
import { Limit } from "../arguments/limits.js";

@ObjectType({ simpleResolvers: true })
export class RedactionPattern implements OwnPattern {
  @Field(() => String, { description: "Replaces what matches, in brackets." })
  name!: string;

  @Field(() => String, { description: "A regular expression in RE2 syntax." })
  pattern!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: "What is replaced in every text before it is stored.",
})
export class Redaction implements RedactionSettings {
  @Field(() => Boolean, { description: "Payment card numbers, in digits or in words." })
  cardNumbers!: boolean;

  @Field(() => [RedactionPattern])
  patterns!: RedactionPattern[];
}

@InputType()
export class RedactionPatternInput implements OwnPattern {
  @Field(() => String, {
    description: "Replaces what matches, in brackets: letters, digits, spaces, - and _.",
  })
  name!: string;

  @Field(() => String, {
    description: "A regular expression in RE2 syntax. It matches within one text or utterance.",
  })
  pattern!: string;
}

@InputType({ description: "An omitted field stays unchanged." })
export class RedactionInput {
  @Field(() => Boolean, { nullable: true })
  cardNumbers?: boolean | null;

  @Limit({ maxItems: MAX_PATTERNS })
  @Field(() => [RedactionPatternInput], { nullable: true, description: "All of them." })
  patterns?: RedactionPatternInput[] | null;
}

@Resolver()
export class RedactionResolver {
  @forInternal()
  @Query(() => Redaction, { description: "What the organization redacts." })
  async redaction(@Ctx() { db, organizationId }: Context): Promise<Redaction> {
    return loadRedaction(db, organizationId);
  }

  @forInternal()
  @Mutation(() => Redaction, {
    description:
      "Sets what is replaced in every text from now on. Texts that are stored already don't change.",
  })
  async setRedaction(
    @Arg("input", () => RedactionInput) input: RedactionInput,
    @Ctx() context: Context,
  ): Promise<Redaction> {
    const { organizationId } = context;
    if (input.patterns) await validatePatterns(input.patterns);
    return mutate(context, async (trx) => {
      const before = await loadRedaction(trx, organizationId);
      const after = {
        cardNumbers: input.cardNumbers ?? before.cardNumbers,
        patterns:
          input.patterns?.map(({ name, pattern }) => ({ name, pattern })) ?? before.patterns,
      };
      const fields = listChangedFields(before, after);
      if (fields.length === 0) return before;
      await upsertRedaction(trx, organizationId, after);
      await audit(trx, context, { action: "redaction.updated", fields });
      return after;
    });
  }
}
