import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver } from "type-graphql";
import { loadSetupProgress, type SetupProgress } from "../../db/organizations/getting-started.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";

@ObjectType({
  simpleResolvers: true,
  description: "The set-up steps that the organization has completed.",
})
class GettingStarted {
  @Field(() => Boolean, { description: "At least two active users; the first may be the admin." })
  hasPeople!: number;

  @Field(() => Boolean, {
    description: "The API key has been used; reported up to a minute later.",
  })
  hasUsedKey!: number;

  @Field(() => Boolean)
  hasAppointments!: number;

  @Field(() => Boolean, { description: "At least one recording of any status." })
  hasCalls!: number;

  @Field(() => Boolean, {
    description: "A phone system has sent a call, accepted or not, in the last 30 days.",
  })
  hasPhoneCalls!: number;

  @Field(() => Boolean, { description: "At least one template." })
  hasScorecards!: number;

  @Field(() => Boolean, { description: "At least one processed recording." })
  hasProcessed!: number;

  @Field(() => Boolean)
  hasWebhooks!: number;

  @Field(() => Boolean, { description: "At least one delivery has succeeded; a test counts." })
  hasDelivered!: number;
}

@Resolver(() => GettingStarted)
export class GettingStartedResolver {
  @forInternal()
  @Query(() => GettingStarted, { description: "(internal)" })
  async gettingStarted(@Ctx() { db, organizationId }: Context): Promise<SetupProgress> {
    return loadSetupProgress(db, organizationId);
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether this server analyzes calls. Otherwise a program of yours does, by completeAnalysis.",
  })
  isAnalyzed(@Ctx() { analyzes }: Context): boolean {
    return analyzes !== undefined;
  }
}
