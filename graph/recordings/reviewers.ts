import { Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import type { UserRow } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { ReviewerRow } from "../../db/recordings/reviews.js";
import { forPeople } from "../access/access.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { loadNamedUser } from "../people/load-named-user.js";
import { User } from "../people/users.js";
import { reviewersLoader } from "./loaders.js";
import { Recording } from "./recording.js";

@ObjectType({ simpleResolvers: true, description: "A user who has reviewed a recording." })
class Reviewer {
  @Field(() => Int, { description: "How often." })
  count!: number;

  @Field(() => Float, { description: "How long in all, in milliseconds." })
  durationMs!: number;

  @Field(() => DateTime, { description: "The last time." })
  lastAt!: number;
}

@Resolver(() => Reviewer)
export class ReviewerResolver {
  @FieldResolver(() => User)
  async user(@Root() { reviewerId }: ReviewerRow, @Ctx() context: Context): Promise<UserRow> {
    return loadNamedUser(context, reviewerId);
  }
}

@Resolver(() => Recording)
export class RecordingReviewersResolver {
  @forPeople()
  @FieldResolver(() => [Reviewer], { description: "Who has reviewed it; the last reviewer first." })
  async reviewers(
    @Root() { id }: RecordingRow,
    @Ctx() { loaders }: Context,
  ): Promise<ReviewerRow[]> {
    return loaders.get(reviewersLoader).load(id);
  }
}
