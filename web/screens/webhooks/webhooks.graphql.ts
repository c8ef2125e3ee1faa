// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Webhooks = "query Webhooks{eventTypes{name description}webhooks{id url active trigger events createdAt lastDelivery{id status responseStatus error createdAt}}}" as Operation<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookById = "query WebhookById($id:ID!){eventTypes{name description}webhook(id:$id){id url active trigger events createdAt}deliveries(first:10 filter:{webhookId:$id}){nodes{id event status responseStatus error createdAt durationMs test redeliveryOf}}}" as Operation<WebhookByIdQuery, WebhookByIdQueryVariables>;
export const CreateWebhook = "mutation CreateWebhook($input:WebhookInput!){createWebhook(input:$input){webhook{id url}signingSecret}}" as Operation<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhook = "mutation UpdateWebhook($id:ID!$input:WebhookPatch!){updateWebhook(id:$id input:$input){id}}" as Operation<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const RotateWebhookSecret = "mutation RotateWebhookSecret($id:ID!){rotateWebhookSecret(id:$id){signingSecret}}" as Operation<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhook = "mutation TestWebhook($url:String!$recording:JSON!$id:ID){testWebhook(url:$url recording:$recording webhookId:$id){id status responseStatus responseBody durationMs error}}" as Operation<TestWebhookMutation, TestWebhookMutationVariables>;
export const DeleteWebhook = "mutation DeleteWebhook($id:ID!){deleteWebhook(id:$id)}" as Operation<DeleteWebhookMutation, DeleteWebhookMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The state of a delivery, which has one attempt. */
export type DeliveryStatus =
  /** The receiver answered with a 2xx status. */
  | 'delivered'
  /** The attempt failed, or debrief made none; error has the cause. */
  | 'failed'
  /** The attempt has not ended: it waits (attemptedAt is null) or is in progress. */
  | 'pending';

export type WebhookInput = {
  active?: boolean | null | undefined;
  events?: Array<string> | null | undefined;
  trigger?: string | null | undefined;
  url: string;
};

export type WebhookPatch = {
  active?: boolean | null | undefined;
  events?: Array<string> | null | undefined;
  trigger?: string | null | undefined;
  url?: string | null | undefined;
};

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { eventTypes: Array<{ name: string, description: string }>, webhooks: Array<{ id: string, url: string, active: boolean, trigger: string, events: Array<string>, createdAt: string, lastDelivery: { id: string, status: DeliveryStatus, responseStatus: number | null, error: string | null, createdAt: string } | null }> };

export type WebhookByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookByIdQuery = { eventTypes: Array<{ name: string, description: string }>, webhook: { id: string, url: string, active: boolean, trigger: string, events: Array<string>, createdAt: string } | null, deliveries: { nodes: Array<{ id: string, event: string, status: DeliveryStatus, responseStatus: number | null, error: string | null, createdAt: string, durationMs: number | null, test: boolean, redeliveryOf: string | null }> } };

export type CreateWebhookMutationVariables = Exact<{
  input: WebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { signingSecret: string, webhook: { id: string, url: string } } };

export type UpdateWebhookMutationVariables = Exact<{
  id: string | number;
  input: WebhookPatch;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: string } };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string | number;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { signingSecret: string } };

export type TestWebhookMutationVariables = Exact<{
  url: string;
  recording: unknown;
  id?: string | number | null | undefined;
}>;


export type TestWebhookMutation = { testWebhook: { id: string, status: DeliveryStatus, responseStatus: number | null, responseBody: string | null, durationMs: number | null, error: string | null } };

export type DeleteWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWebhookMutation = { deleteWebhook: boolean };
