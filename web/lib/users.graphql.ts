// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "./operation.js";

export const UsersByName = "query UsersByName{users(active:null){email name}}" as Operation<UsersByNameQuery, UsersByNameQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type UsersByNameQueryVariables = Exact<{ [key: string]: never; }>;


export type UsersByNameQuery = { users: Array<{ email: string, name: string }> };
