// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "./operation.js";

export const UsersByName = "query UsersByName($active:Boolean){users(active:$active){email name}}" as Operation<UsersByNameQuery, UsersByNameQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type UsersByNameQueryVariables = Exact<{
  active?: boolean | null | undefined;
}>;


export type UsersByNameQuery = { users: Array<{ email: string, name: string }> };
