// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Deliveries = "query Deliveries($filter:DeliveryFilter$after:String){deliveries(filter:$filter after:$after){nodes{id event url status responseStatus error createdAt durationMs test redeliveryOf attempt dueAt recording{id name}}pageInfo{hasNextPage endCursor}}}" as Operation<DeliveriesQuery, DeliveriesQueryVariables>;
export const WebhooksToFilterBy = "query WebhooksToFilterBy{eventTypes{name}webhooks{id url}}" as Operation<WebhooksToFilterByQuery, WebhooksToFilterByQueryVariables>;
export const DeliveryById = "query DeliveryById($id:ID!){delivery(id:$id){id event url status responseStatus responseBody error createdAt attemptedAt durationMs test messageId redeliveryOf attempt dueAt payload recording{id name}webhook{id url active}}}" as Operation<DeliveryByIdQuery, DeliveryByIdQueryVariables>;
export const Redeliver = "mutation Redeliver($id:ID!){redeliver(deliveryId:$id){id}}" as Operation<RedeliverMutation, RedeliverMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type DeliveryFilter = {
  event?: string | null | undefined;
  recordingId?: string | number | null | undefined;
  status?: DeliveryStatus | null | undefined;
  webhookId?: string | number | null | undefined;
};

/** The state of a delivery, which is one attempt. */
export type DeliveryStatus =
  /** The receiver answered with a 2xx status. */
  | 'delivered'
  /** The attempt failed, or debrief made none; error has the cause. */
  | 'failed'
  /** The attempt has not ended: it waits (attemptedAt is null), until dueAt if that is set, or is in progress. */
  | 'pending';

export type DeliveriesQueryVariables = Exact<{
  filter?: DeliveryFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type DeliveriesQuery = { deliveries: { nodes: Array<{ id: string, event: string, url: string, status: DeliveryStatus, responseStatus: number | null, error: string | null, createdAt: string, durationMs: number | null, test: boolean, redeliveryOf: string | null, attempt: number, dueAt: string | null, recording: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhooksToFilterByQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksToFilterByQuery = { eventTypes: Array<{ name: string }>, webhooks: Array<{ id: string, url: string }> };

export type DeliveryByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type DeliveryByIdQuery = { delivery: { id: string, event: string, url: string, status: DeliveryStatus, responseStatus: number | null, responseBody: string | null, error: string | null, createdAt: string, attemptedAt: string | null, durationMs: number | null, test: boolean, messageId: string, redeliveryOf: string | null, attempt: number, dueAt: string | null, payload: string, recording: { id: string, name: string } | null, webhook: { id: string, url: string, active: boolean } | null } | null };

export type RedeliverMutationVariables = Exact<{
  id: string | number;
}>;


export type RedeliverMutation = { redeliver: { id: string } };
