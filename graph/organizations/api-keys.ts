import { Ctx, Field, FieldResolver, ObjectType, Resolver } from "type-graphql";
import { loadApiKeySummary, type ApiKeySummary } from "../../db/organizations/api-keys.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Organization } from "./organization.js";
import { DateTime } from "../arguments/scalars.js";

@ObjectType({ simpleResolvers: true })
class ApiKey {
  @Field(() => String, { description: "The first characters of the key, to recognize it." })
  prefix!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "When the key or its dialer URL was last used, to the minute; null before the first use.",
  })
  lastUsedAt!: number | null;
}

@Resolver(() => Organization)
export class ApiKeyResolver {
  @forInternal()
  @FieldResolver(() => ApiKey, { description: "(internal)" })
  async apiKey(@Ctx() { db, organizationId }: Context): Promise<ApiKeySummary> {
    return loadApiKeySummary(db, organizationId);
  }
}
