// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const NextSteps = "query NextSteps($filter:ActionItemFilter$after:String){actionItems(filter:$filter after:$after){nodes{...StepParts recording{id name startedAt user{name email}}}pageInfo{hasNextPage endCursor}}}fragment StepParts on ActionItem{id kind text assignee completed completedAt due added owner{name email}completedBy{name}}" as Operation<NextStepsQuery, NextStepsQueryVariables>;
export const AddActionItem = "mutation AddActionItem($recordingId:ID!$input:NewActionItemInput!){addActionItem(recordingId:$recordingId input:$input){...StepParts}}fragment StepParts on ActionItem{id kind text assignee completed completedAt due added owner{name email}completedBy{name}}" as Operation<AddActionItemMutation, AddActionItemMutationVariables>;
export const UpdateActionItem = "mutation UpdateActionItem($id:ID!$input:ActionItemChanges!){updateActionItem(id:$id input:$input){...StepParts}}fragment StepParts on ActionItem{id kind text assignee completed completedAt due added owner{name email}completedBy{name}}" as Operation<UpdateActionItemMutation, UpdateActionItemMutationVariables>;
export const DeleteActionItem = "mutation DeleteActionItem($id:ID!){deleteActionItem(id:$id)}" as Operation<DeleteActionItemMutation, DeleteActionItemMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ActionItemChanges = {
  completed?: boolean | null | undefined;
  /** null: no day. */
  due?: string | null | undefined;
  /** The e-mail of the user who does it, who must see the recording. null: the call's rep or, for an item of kind client, the client. */
  ownerEmail?: string | null | undefined;
  text?: string | null | undefined;
};

export type ActionItemFilter = {
  clientId?: string | number | null | undefined;
  /** true: only completed ones; false: only open ones. */
  completed?: boolean | null | undefined;
  /** Only those due before this day. */
  dueBefore?: string | null | undefined;
  /** Of recordings created at this time or later. */
  from?: string | null | undefined;
  /** The e-mail of the user who is to do it, in any case. */
  ownerEmail?: string | null | undefined;
  /** Of recordings created at this time or before. */
  to?: string | null | undefined;
  /** The rep's e-mail, in any case. */
  userEmail?: string | null | undefined;
};

export type ActionItemKind =
  | 'client'
  | 'explicit';

export type NewActionItemInput = {
  due?: string | null | undefined;
  /** The e-mail of the user who does it, who must see the recording. null: the call's rep or, for an item of kind client, the client. */
  ownerEmail?: string | null | undefined;
  /** The task, as plain text. */
  text: string;
};

export type StepPartsFragment = { id: string | null, kind: ActionItemKind, text: string, assignee: string | null, completed: boolean, completedAt: string | null, due: string | null, added: boolean, owner: { name: string, email: string } | null, completedBy: { name: string } | null };

export type NextStepsQueryVariables = Exact<{
  filter?: ActionItemFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type NextStepsQuery = { actionItems: { nodes: Array<{ id: string | null, kind: ActionItemKind, text: string, assignee: string | null, completed: boolean, completedAt: string | null, due: string | null, added: boolean, recording: { id: string, name: string, startedAt: string, user: { name: string, email: string } } | null, owner: { name: string, email: string } | null, completedBy: { name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AddActionItemMutationVariables = Exact<{
  recordingId: string | number;
  input: NewActionItemInput;
}>;


export type AddActionItemMutation = { addActionItem: { id: string | null, kind: ActionItemKind, text: string, assignee: string | null, completed: boolean, completedAt: string | null, due: string | null, added: boolean, owner: { name: string, email: string } | null, completedBy: { name: string } | null } };

export type UpdateActionItemMutationVariables = Exact<{
  id: string | number;
  input: ActionItemChanges;
}>;


export type UpdateActionItemMutation = { updateActionItem: { id: string | null, kind: ActionItemKind, text: string, assignee: string | null, completed: boolean, completedAt: string | null, due: string | null, added: boolean, owner: { name: string, email: string } | null, completedBy: { name: string } | null } };

export type DeleteActionItemMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteActionItemMutation = { deleteActionItem: boolean };
