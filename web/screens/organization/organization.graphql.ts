// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const OrganizationFacts = "query OrganizationFacts{callProcessing organization{id name createdAt}}" as Operation<OrganizationFactsQuery, OrganizationFactsQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type OrganizationFactsQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationFactsQuery = { callProcessing: string, organization: { id: string, name: string, createdAt: string } };
