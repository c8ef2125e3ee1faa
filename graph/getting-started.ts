import { Ctx, Field, ObjectType, Query, Resolver } from "type-graphql";
import { startedOf, type Started } from "../db/getting-started.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";

@ObjectType({ simpleResolvers: true, description: "What the organization has by now." })
export class GettingStarted {
  @Field(() => Boolean, { description: "More active users than one, who may be the admin." })
  people!: number;

  @Field(() => Boolean, { description: "The API key has been used; known a minute later." })
  keyUsed!: number;

  @Field(() => Boolean)
  appointments!: number;

  @Field(() => Boolean, { description: "Recordings of whatever status." })
  calls!: number;

  @Field(() => Boolean, { description: "Recordings that are processed." })
  processed!: number;

  @Field(() => Boolean)
  webhooks!: number;

  @Field(() => Boolean, { description: "Some receiver has taken a delivery, be it a test." })
  delivered!: number;
}

@Resolver()
export class GettingStartedResolver {
  @forInternal()
  @Query(() => GettingStarted, { description: "(internal)" })
  async gettingStarted(@Ctx() { db, organizationId }: Context): Promise<Started> {
    return startedOf(db, organizationId);
  }
}
