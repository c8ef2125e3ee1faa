// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Webhooks = "query Webhooks{eventTypes{name description}webhooks{id url active trigger events retry failingSince createdAt lastDelivery{id status responseStatus error createdAt}}}" as Operation<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookById = "query WebhookById($id:ID!){eventTypes{name description}webhook(id:$id){id url active trigger events retry failingSince createdAt}deliveries(first:10 filter:{webhookId:$id}){nodes{id event status responseStatus error createdAt durationMs test redeliveryOf attempt dueAt}}}" as Operation<WebhookByIdQuery, WebhookByIdQueryVariables>;
export const CreateWebhook = "mutation CreateWebhook($input:WebhookInput!){createWebhook(input:$input){webhook{id url}signingSecret}}" as Operation<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhook = "mutation UpdateWebhook($id:ID!$input:WebhookPatch!){updateWebhook(id:$id input:$input){id}}" as Operation<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const RotateWebhookSecret = "mutation RotateWebhookSecret($id:ID!){rotateWebhookSecret(id:$id){signingSecret}}" as Operation<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhook = "mutation TestWebhook($url:String!$recording:JSON!$id:ID){testWebhook(url:$url recording:$recording webhookId:$id){id status responseStatus responseBody durationMs error}}" as Operation<TestWebhookMutation, TestWebhookMutationVariables>;
export const DeleteWebhook = "mutation DeleteWebhook($id:ID!){deleteWebhook(id:$id)}" as Operation<DeleteWebhookMutation, DeleteWebhookMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The state of a delivery, which is one attempt. */
export type DeliveryStatus =
  /** The receiver answered with a 2xx status. */
  | 'delivered'
  /** The attempt failed, or debrief made none; error has the cause. */
  | 'failed'
  /** The attempt has not ended: it waits (attemptedAt is null), until dueAt if that is set, or is in progress. */
  | 'pending';

export type WebhookInput = {
  active?: boolean | null | undefined;
  events?: Array<string> | null | undefined;
  retry?: WebhookRetry | null | undefined;
  trigger?: string | null | undefined;
  url: string;
};

export type WebhookPatch = {
  active?: boolean | null | undefined;
  events?: Array<string> | null | undefined;
  retry?: WebhookRetry | null | undefined;
  trigger?: string | null | undefined;
  url?: string | null | undefined;
};

/** How a webhook's failed deliveries are repeated. */
export type WebhookRetry =
  /** Never by itself; an admin redelivers. */
  | 'none'
  /** After 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours, each time under the same webhook-id. */
  | 'standard';

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { eventTypes: Array<{ name: string, description: string }>, webhooks: Array<{ id: string, url: string, active: boolean, trigger: string, events: Array<string>, retry: WebhookRetry, failingSince: string | null, createdAt: string, lastDelivery: { id: string, status: DeliveryStatus, responseStatus: number | null, error: string | null, createdAt: string } | null }> };

export type WebhookByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookByIdQuery = { eventTypes: Array<{ name: string, description: string }>, webhook: { id: string, url: string, active: boolean, trigger: string, events: Array<string>, retry: WebhookRetry, failingSince: string | null, createdAt: string } | null, deliveries: { nodes: Array<{ id: string, event: string, status: DeliveryStatus, responseStatus: number | null, error: string | null, createdAt: string, durationMs: number | null, test: boolean, redeliveryOf: string | null, attempt: number, dueAt: string | null }> } };

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
