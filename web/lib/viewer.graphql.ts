// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "./operation.js";

export const ViewerOfConsole = "query ViewerOfConsole{viewer{organization{name}user{email name}}}" as Operation<ViewerOfConsoleQuery, ViewerOfConsoleQueryVariables>;
export const SignOut = "mutation SignOut{signOut}" as Operation<SignOutMutation, SignOutMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ViewerOfConsoleQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerOfConsoleQuery = { viewer: { organization: { name: string } | null, user: { email: string, name: string } | null } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean };
