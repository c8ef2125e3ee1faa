// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const AuditLog = "query AuditLog($filter:AuditFilter$after:String){auditLog(filter:$filter after:$after){nodes{id at action actor email ipAddress subject recording{name}fields detail}pageInfo{hasNextPage endCursor}}}" as Operation<AuditLogQuery, AuditLogQueryVariables>;
export const AuditNames = "query AuditNames{webhooks{id url}teams{id name}templates{id name}}" as Operation<AuditNamesQuery, AuditNamesQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AuditActor =
  | 'admin'
  | 'api_key'
  | 'command_line'
  | 'internal_token'
  | 'member'
  | 'operator_token'
  | 'password_link'
  | 'program'
  | 'setup_link'
  | 'visitor';

export type AuditFilter = {
  action?: string | null | undefined;
  /** The e-mail of the user who made the change or viewed the content. */
  email?: string | null | undefined;
  from?: string | null | undefined;
  /** true: only opened transcripts, played media and exports; false: only changes, erasures and sign-ins. */
  looks?: boolean | null | undefined;
  subject?: string | null | undefined;
  to?: string | null | undefined;
};

export type AuditLogQueryVariables = Exact<{
  filter?: AuditFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { nodes: Array<{ id: string, at: string, action: string, actor: AuditActor, email: string | null, ipAddress: string | null, subject: string | null, fields: Array<string>, detail: string | null, recording: { name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AuditNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditNamesQuery = { webhooks: Array<{ id: string, url: string }>, teams: Array<{ id: string, name: string }>, templates: Array<{ id: string, name: string }> };
