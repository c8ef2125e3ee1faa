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
import {
  KEEP_FOREVER,
  upsertRetention,
  type RetentionDays,
  findRetention,
} from "../../db/retention/days.js";
import { forIntegration, forInternal } from "../access/access.js";
import { audit, listChangedFields } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { Organization } from "../organizations/organization.js";

/** A hundred years: a larger value is a typing error. */
const MAX_DAYS = 36_500;

@ObjectType({
  simpleResolvers: true,
  description:
    "How many days content is kept after its call was created or its event happened; null: forever.",
})
export class Retention implements RetentionDays {
  @Field(() => Int, {
    nullable: true,
    description: "Days to keep media files and links to recordings elsewhere.",
  })
  mediaDays!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Days to keep transcripts. The rest of a recording stays.",
  })
  transcriptDays!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Days to keep webhook payloads and the receivers' responses.",
  })
  payloadDays!: number | null;
}

@InputType({ description: "Null: forever. An omitted field stays unchanged." })
export class RetentionInput {
  @Field(() => Int, { nullable: true })
  mediaDays?: number | null;

  @Field(() => Int, { nullable: true })
  transcriptDays?: number | null;

  @Field(() => Int, { nullable: true })
  payloadDays?: number | null;
}

export const pickRetentionDays = ({
  mediaDays,
  transcriptDays,
  payloadDays,
}: RetentionDays): RetentionDays => ({
  mediaDays,
  transcriptDays,
  payloadDays,
});

/** Merges the input into the days. `prefix` precedes the field names in errors. @throws INVALID_FIELD */
export const mergeRetentionInput = (
  days: RetentionDays,
  input: RetentionInput | null | undefined,
  prefix = "",
): RetentionDays => {
  const changes = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  for (const [field, value] of changes)
    if (typeof value === "number" && (value < 1 || value > MAX_DAYS))
      throw invalidField(
        `${prefix}${field}`,
        `must be from 1 to ${MAX_DAYS} days, or null to keep forever`,
      );
  return { ...days, ...Object.fromEntries(changes) };
};

@Resolver(() => Organization)
export class RetentionResolver {
  @forIntegration("read")
  @FieldResolver(() => Retention, { description: "How long the organization keeps which content." })
  async retention(@Ctx() { db, organizationId }: Context): Promise<Retention> {
    return (await findRetention(db, organizationId)) ?? KEEP_FOREVER;
  }

  @forInternal()
  @Mutation(() => Retention, {
    description:
      "Sets how long content is kept. The next nightly run removes what is older; removed content never comes back.",
  })
  async setRetention(
    @Arg("input", () => RetentionInput) input: RetentionInput,
    @Ctx() context: Context,
  ): Promise<Retention> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const before = pickRetentionDays((await findRetention(trx, organizationId)) ?? KEEP_FOREVER);
      const after = mergeRetentionInput(before, input);
      const fields = listChangedFields(before, after);
      if (fields.length === 0) return before;
      await upsertRetention(trx, organizationId, after, context.now());
      await audit(trx, context, { action: "retention.updated", fields });
      return after;
    });
  }
}
