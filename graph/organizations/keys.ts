import { Ctx, Field, Mutation, ObjectType, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import { upsertApiKey } from "../../db/organizations/api-keys.js";
import { insertToken } from "../../db/organizations/tokens.js";
import { mutate } from "../context/mutate.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context, Services } from "../context/context.js";
import {
  deriveDialerToken,
  hashSecret,
  generateSecret,
  deriveSigningSecret,
} from "../access/credentials.js";

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

const SHOWN_PREFIX_CHARACTERS = 8;

/** Replaces the organization's key, dialer token and signing secret. The old ones stop working on commit. */
export const issueApiKey = async (
  trx: Db,
  services: Services,
  organizationId: string,
): Promise<ApiKeyPayload> => {
  const apiKey = generateSecret("dbk_", services.randomBytes);
  const signingSecret = deriveSigningSecret(apiKey);
  await upsertApiKey(trx, organizationId, {
    hash: hashSecret(apiKey),
    dialerHash: hashSecret(deriveDialerToken(apiKey)),
    prefix: apiKey.slice(0, SHOWN_PREFIX_CHARACTERS),
    signingSecret: services.vault.seal(signingSecret),
    createdAt: services.now(),
  });
  return {
    apiKey,
    signingSecret,
    dialerUrl: `${services.publicUrl}/v1/dialer/${deriveDialerToken(apiKey)}`,
  };
};

/** Inserts an internal token for an organization, or an operator token for null. Returns the token, shown once. */
export const issueToken = async (
  db: Db,
  services: Services,
  organizationId: string | null,
): Promise<string> => {
  const token = generateSecret(organizationId === null ? "dbo_" : "dbi_", services.randomBytes);
  await insertToken(db, {
    hash: hashSecret(token),
    role: organizationId === null ? "operator" : "internal",
    organizationId,
    createdAt: services.now(),
  });
  return token;
};

@Resolver()
export class ApiKeyRefreshResolver {
  @forInternal()
  @Mutation(() => ApiKeyPayload, {
    description:
      "Replaces the key, the dialer token and the organization signing secret. The old ones stop working at once.",
  })
  async refreshApiKey(@Ctx() context: Context): Promise<ApiKeyPayload> {
    return mutate(context, async (trx) => {
      await audit(trx, context, { action: "key.refreshed" });
      return issueApiKey(trx, context, context.organizationId);
    });
  }
}
