// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "./operation.js";

export const ViewerOfConsole = "query ViewerOfConsole{viewer{role isManager organization{name}user{email name}}}" as Operation<ViewerOfConsoleQuery, ViewerOfConsoleQueryVariables>;
export const SignOut = "mutation SignOut{signOut}" as Operation<SignOutMutation, SignOutMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What a credential may do. */
export type Role =
  /** An API key. */
  | 'integration'
  /** An internal token, or the session of an admin. */
  | 'internal'
  /** The session of a manager or a rep, limited to their scope. */
  | 'member'
  /** An operator token. */
  | 'operator';

export type ViewerOfConsoleQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerOfConsoleQuery = { viewer: { role: Role, isManager: boolean, organization: { name: string } | null, user: { email: string, name: string } | null } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean };
