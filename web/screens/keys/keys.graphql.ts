// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const OrganizationKey = "query OrganizationKey{organization{apiKey{prefix createdAt lastUsedAt}}}" as Operation<OrganizationKeyQuery, OrganizationKeyQueryVariables>;
export const RefreshApiKey = "mutation RefreshApiKey{refreshApiKey{apiKey dialerUrl signingSecret}}" as Operation<RefreshApiKeyMutation, RefreshApiKeyMutationVariables>;
export const NamedKeys = "query NamedKeys{namedKeys{id name prefix scopes createdAt expiresAt lastUsedAt lastUsedAddress teams{teamId name}user{name email}}}" as Operation<NamedKeysQuery, NamedKeysQueryVariables>;
export const KeyTeams = "query KeyTeams{teams{id name}}" as Operation<KeyTeamsQuery, KeyTeamsQueryVariables>;
export const CreateNamedKey = "mutation CreateNamedKey($input:NamedKeyInput!){createNamedKey(input:$input){key}}" as Operation<CreateNamedKeyMutation, CreateNamedKeyMutationVariables>;
export const RevokeNamedKey = "mutation RevokeNamedKey($id:ID!){revokeNamedKey(id:$id)}" as Operation<RevokeNamedKeyMutation, RevokeNamedKeyMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What a named key may do. */
export type KeyScope =
  /** Export everything that the key sees. */
  | 'export'
  /** Send calls, files and appointments. */
  | 'ingest'
  /** Serve assistants over /mcp. */
  | 'mcp'
  /** Create and change users. */
  | 'people'
  /** Read recordings, appointments, clients, statistics and events. */
  | 'read'
  /** Read, create and change webhooks. */
  | 'webhooks';

export type NamedKeyInput = {
  /** The password of the signed-in person who creates a person's key. Not for those who sign in without one, nor with a token. */
  currentPassword?: string | null | undefined;
  /** Absent or null: it doesn't expire. */
  expiresAt?: string | null | undefined;
  /** What the key is for, such as the name of a program. */
  name: string;
  scopes: Array<KeyScope>;
  /** Limits the key to the recordings and appointments of these teams' members. Absent or null: no limit. Not with people or webhooks. */
  teamIds?: Array<string | number> | null | undefined;
  /** The person that the key acts as: it sees what they see, and may only read and serve assistants. */
  userEmail?: string | null | undefined;
};

export type OrganizationKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationKeyQuery = { organization: { apiKey: { prefix: string, createdAt: string, lastUsedAt: string | null } } };

export type RefreshApiKeyMutationVariables = Exact<{ [key: string]: never; }>;


export type RefreshApiKeyMutation = { refreshApiKey: { apiKey: string, dialerUrl: string, signingSecret: string } };

export type NamedKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type NamedKeysQuery = { namedKeys: Array<{ id: string, name: string, prefix: string, scopes: Array<KeyScope>, createdAt: string, expiresAt: string | null, lastUsedAt: string | null, lastUsedAddress: string | null, teams: Array<{ teamId: string, name: string }> | null, user: { name: string, email: string } | null }> };

export type KeyTeamsQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyTeamsQuery = { teams: Array<{ id: string, name: string }> };

export type CreateNamedKeyMutationVariables = Exact<{
  input: NamedKeyInput;
}>;


export type CreateNamedKeyMutation = { createNamedKey: { key: string } };

export type RevokeNamedKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeNamedKeyMutation = { revokeNamedKey: boolean };
