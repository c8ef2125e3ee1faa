// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const OrganizationSettings = "query OrganizationSettings{callProcessing organization{id name createdAt apiKey{prefix createdAt lastUsedAt}}}" as Operation<OrganizationSettingsQuery, OrganizationSettingsQueryVariables>;
export const RefreshApiKey = "mutation RefreshApiKey{refreshApiKey{apiKey dialerUrl signingSecret}}" as Operation<RefreshApiKeyMutation, RefreshApiKeyMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type OrganizationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationSettingsQuery = { callProcessing: string, organization: { id: string, name: string, createdAt: string, apiKey: { prefix: string, createdAt: string, lastUsedAt: string | null } } };

export type RefreshApiKeyMutationVariables = Exact<{ [key: string]: never; }>;


export type RefreshApiKeyMutation = { refreshApiKey: { apiKey: string, dialerUrl: string, signingSecret: string } };
