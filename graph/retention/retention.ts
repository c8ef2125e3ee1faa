import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Resolver,
} from "type-graphql";
import { FOR_EVER, putRetention, type RetentionDays, retentionOf } from "../db/retention-days.js";
import { forIntegration, forInternal } from "./access.js";
import { audit, changed } from "./auditing.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { mutate } from "./mutate.js";
import { Organization } from "./organizations.js";

/** A hundred years, and so many days that nobody means. */
const MOST_DAYS = 36_500;

@ObjectType({
  simpleResolvers: true,
  description:
    "How many days after a call came in, or an event happened, what is kept of it; null: for ever.",
})
export class Retention implements RetentionDays {
  @Field(() => Int, { nullable: true, description: "Audio that is kept, and the link to audio." })
  mediaDays!: number | null;

  @Field(() => Int, { nullable: true, description: "What was said. All else of a call stays." })
  transcriptDays!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "What webhooks were sent, and what their receivers answered.",
  })
  payloadDays!: number | null;
}

@InputType({ description: "Null: for ever. What is not given stays as it is." })
export class RetentionInput {
  @Field(() => Int, { nullable: true })
  mediaDays?: number | null;

  @Field(() => Int, { nullable: true })
  transcriptDays?: number | null;

  @Field(() => Int, { nullable: true })
  payloadDays?: number | null;
}

export const daysOf = ({
  mediaDays,
  transcriptDays,
  payloadDays,
}: RetentionDays): RetentionDays => ({
  mediaDays,
  transcriptDays,
  payloadDays,
});

/** With what is given in the place of what is set. `within`: the argument's name. @throws INVALID_FIELD */
export const withInput = (
  days: RetentionDays,
  input: RetentionInput | null | undefined,
  within = "",
): RetentionDays => {
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  for (const [field, value] of given)
    if (typeof value === "number" && (value < 1 || value > MOST_DAYS))
      throw invalidField(
        `${within}${field}`,
        `must be from 1 to ${MOST_DAYS} days, or null for ever`,
      );
  return { ...days, ...Object.fromEntries(given) };
};

@Resolver(() => Organization)
export class RetentionResolver {
  @forIntegration()
  @FieldResolver(() => Retention, { description: "How long what is kept." })
  async retention(@Ctx() { db, organizationId }: Context): Promise<Retention> {
    return (await retentionOf(db, organizationId)) ?? FOR_EVER;
  }

  @forInternal()
  @Mutation(() => Retention, {
    description:
      "Sets how long what is kept. Nothing is removed before the following night; what is gone by then does not come back with more days.",
  })
  async setRetention(
    @Arg("input", () => RetentionInput) input: RetentionInput,
    @Ctx() context: Context,
  ): Promise<Retention> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const before = daysOf((await retentionOf(trx, organizationId)) ?? FOR_EVER);
      const after = withInput(before, input);
      const fields = changed(before, after);
      if (fields.length === 0) return before;
      await putRetention(trx, organizationId, after, context.now());
      await audit(trx, context, { action: "retention.updated", fields });
      return after;
    });
  }
}
