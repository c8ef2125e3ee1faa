// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Account = "query Account{viewer{weeklyMail user{name email}}sessions{id ipAddress userAgent current createdAt lastUsedAt expiresAt}}" as Operation<AccountQuery, AccountQueryVariables>;
export const EndSession = "mutation EndSession($id:ID!){endSession(id:$id)}" as Operation<EndSessionMutation, EndSessionMutationVariables>;
export const SignOutEverywhere = "mutation SignOutEverywhere{signOut(everywhere:true)}" as Operation<SignOutEverywhereMutation, SignOutEverywhereMutationVariables>;
export const SetWeeklyMail = "mutation SetWeeklyMail($wanted:Boolean!){setWeeklyMail(wanted:$wanted)}" as Operation<SetWeeklyMailMutation, SetWeeklyMailMutationVariables>;
export const ChangePassword = "mutation ChangePassword($current:String!$new:String!){changePassword(current:$current new:$new)}" as Operation<ChangePasswordMutation, ChangePasswordMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { viewer: { weeklyMail: boolean | null, user: { name: string, email: string } | null }, sessions: Array<{ id: string, ipAddress: string | null, userAgent: string, current: boolean, createdAt: string, lastUsedAt: string, expiresAt: string }> };

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { endSession: boolean };

export type SignOutEverywhereMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutEverywhereMutation = { signOut: boolean };

export type SetWeeklyMailMutationVariables = Exact<{
  wanted: boolean;
}>;


export type SetWeeklyMailMutation = { setWeeklyMail: boolean };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  new: string;
}>;


export type ChangePasswordMutation = { changePassword: boolean };
