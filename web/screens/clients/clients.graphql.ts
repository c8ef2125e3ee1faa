// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Clients = "query Clients($filter:ClientFilter$after:String){clients(filter:$filter after:$after){nodes{id name email phones address createdAt}pageInfo{hasNextPage endCursor}}}" as Operation<ClientsQuery, ClientsQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ClientFilter = {
  /** The client with this CRM id. */
  crmEntityId?: string | null | undefined;
  /** The newest client with exactly this address, case-sensitive. */
  email?: string | null | undefined;
  /** Clients with all these words in name, e-mail, CRM id and address, also as parts of words and without accents; or with these digits in a phone number. Not together with the other fields. */
  search?: string | null | undefined;
};

export type ClientsQueryVariables = Exact<{
  filter?: ClientFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type ClientsQuery = { clients: { nodes: Array<{ id: string, name: string | null, email: string | null, phones: Array<string>, address: string | null, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };
