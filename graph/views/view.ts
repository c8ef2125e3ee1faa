import { Ctx, Field, FieldResolver, ID, ObjectType, Query, Resolver, Root } from "type-graphql";
import type { UserRow } from "../../db/people/users.js";
import { listViews, type ViewRow } from "../../db/views/views.js";
import { forPeople } from "../access/access.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { userLoader } from "../people/loaders.js";
import { User } from "../people/users.js";
import { withoutActivity } from "../people/without-activity.js";

@ObjectType({
  simpleResolvers: true,
  description:
    "Named filters of the list of recordings. They grant nothing: each user sees the calls that they see anyway.",
})
export class SavedView {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: "The filters, as the query of the console's address." })
  query!: string;

  @Field(() => DateTime)
  createdAt!: number;
}

@Resolver(() => SavedView)
export class SavedViewResolver {
  @forPeople()
  @Query(() => [SavedView], { description: "The caller's own views and the shared ones, by name." })
  async savedViews(@Ctx() { db, organizationId, userId }: Context): Promise<ViewRow[]> {
    return listViews(db, organizationId, userId ?? null);
  }

  @FieldResolver(() => Boolean, { description: "Whether everyone in the organization sees it." })
  isShared(@Root() { shared }: ViewRow): boolean {
    return shared === 1;
  }

  @FieldResolver(() => User, { description: "Who made it." })
  async author(@Root() { authorId }: ViewRow, @Ctx() context: Context): Promise<UserRow> {
    return withoutActivity(context, (await context.loaders.get(userLoader).load(authorId))!);
  }
}
