// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const RedeemSetupLink = "mutation RedeemSetupLink($token:String!$name:String!$email:String!$password:String!){redeemSetupLink(token:$token name:$name email:$email password:$password){role}}" as Operation<RedeemSetupLinkMutation, RedeemSetupLinkMutationVariables>;

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

export type RedeemSetupLinkMutationVariables = Exact<{
  token: string;
  name: string;
  email: string;
  password: string;
}>;


export type RedeemSetupLinkMutation = { redeemSetupLink: { role: Role } };
