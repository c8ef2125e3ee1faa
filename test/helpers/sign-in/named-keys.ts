import type { Tenant } from "../tenant.js";

export const CREATE_NAMED_KEY = `mutation ($input: NamedKeyInput!) {
  createNamedKey(input: $input) {
    key namedKey { id name prefix scopes teams { name } user { email } expiresAt }
  }
}`;

/** A new named key. */
export interface CreatedKey {
  key: string;
  namedKey: { id: string; prefix: string };
}

/** Creates a named key, by default one that may read. */
export const createNamedKey = async (org: Tenant, input: object = {}): Promise<CreatedKey> =>
  (await org.graphql(CREATE_NAMED_KEY, { input: { name: "CRM", scopes: ["read"], ...input } }))
    .createNamedKey;
