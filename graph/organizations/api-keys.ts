import { Ctx, Field, FieldResolver, ObjectType, Resolver } from "type-graphql";
import { shownKey, type ShownKey } from "../db/keys.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import { Organization } from "./organizations.js";
import { DateTime } from "./scalars.js";

@ObjectType({ simpleResolvers: true })
export class ApiKey {
  @Field(() => String, { description: "The first characters, to recognize it by." })
  prefix!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "To the minute; null until then. What the dialer sends to the key's URL is a use of it.",
  })
  lastUsedAt!: number | null;
}

@Resolver(() => Organization)
export class ApiKeyResolver {
  @forInternal()
  @FieldResolver(() => ApiKey, { description: "(internal)" })
  async apiKey(@Ctx() { db, organizationId }: Context): Promise<ShownKey> {
    return shownKey(db, organizationId);
  }
}
