import { Ctx, Field, Mutation, ObjectType, Resolver } from "type-graphql";
import type { Db } from "../db/connect.js";
import { putKey } from "../db/keys.js";
import { insertToken } from "../db/tokens.js";
import { mutate } from "./mutate.js";
import { forInternal } from "./access.js";
import { audit } from "./auditing.js";
import type { Context, Services } from "./context.js";
import { dialerToken, digest, newSecret, signingSecret } from "./credentials.js";

@ObjectType({
  simpleResolvers: true,
  description: "Shown once; only hashes are kept of the key and of the token.",
})
export class ApiKeyPayload {
  @Field(() => String)
  apiKey!: string;

  @Field(() => String)
  signingSecret!: string;

  @Field(() => String)
  dialerUrl!: string;
}

const SHOWN = 8;

/** Gives the organization a new key, dialer token and signing secret; the old ones end as it commits. */
export const issueKey = async (
  trx: Db,
  services: Services,
  organizationId: string,
): Promise<ApiKeyPayload> => {
  const apiKey = newSecret("dbk_", services.randomBytes);
  const secret = signingSecret(apiKey);
  await putKey(trx, organizationId, {
    hash: digest(apiKey),
    dialerHash: digest(dialerToken(apiKey)),
    prefix: apiKey.slice(0, SHOWN),
    signingSecret: services.vault.seal(secret),
    createdAt: services.now(),
  });
  return {
    apiKey,
    signingSecret: secret,
    dialerUrl: `${services.publicUrl}/v1/dialer/${dialerToken(apiKey)}`,
  };
};

/** A new internal token for an organization, or an operator's for none. Shown once. */
export const issueToken = async (
  db: Db,
  services: Services,
  organizationId: string | null,
): Promise<string> => {
  const token = newSecret(organizationId === null ? "dbo_" : "dbi_", services.randomBytes);
  await insertToken(db, {
    hash: digest(token),
    role: organizationId === null ? "operator" : "internal",
    organizationId,
    createdAt: services.now(),
  });
  return token;
};

@Resolver()
export class KeyResolver {
  @forInternal()
  @Mutation(() => ApiKeyPayload, {
    description: "Replaces the key, the dialer token and the organization signing secret at once.",
  })
  async refreshApiKey(@Ctx() context: Context): Promise<ApiKeyPayload> {
    return mutate(context, async (trx) => {
      await audit(trx, context, { action: "key.refreshed" });
      return issueKey(trx, context, context.organizationId);
    });
  }
}
