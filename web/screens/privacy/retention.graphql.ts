// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Retention = "query Retention{retentionReport{nextRunAt lastRunAt media{...RetentionPreviewParts}transcripts{...RetentionPreviewParts}payloads{...RetentionPreviewParts}runs(first:10){id startedAt endedAt media mediaBytes transcripts payloads}}}fragment RetentionPreviewParts on RetentionPreview{days count bytes deferred oldestKept}" as Operation<RetentionQuery, RetentionQueryVariables>;
export const RetentionPreview = "query RetentionPreview($days:RetentionInput!){retentionReport(days:$days){nextRunAt media{count}transcripts{count}payloads{count}}}" as Operation<RetentionPreviewQuery, RetentionPreviewQueryVariables>;
export const SetRetention = "mutation SetRetention($input:RetentionInput!){setRetention(input:$input){mediaDays transcriptDays payloadDays}}" as Operation<SetRetentionMutation, SetRetentionMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Null: forever. An omitted field stays unchanged. */
export type RetentionInput = {
  mediaDays?: number | null | undefined;
  payloadDays?: number | null | undefined;
  transcriptDays?: number | null | undefined;
};

export type RetentionPreviewPartsFragment = { days: number | null, count: number, bytes: number, deferred: number, oldestKept: string | null };

export type RetentionQueryVariables = Exact<{ [key: string]: never; }>;


export type RetentionQuery = { retentionReport: { nextRunAt: string | null, lastRunAt: string | null, media: { days: number | null, count: number, bytes: number, deferred: number, oldestKept: string | null }, transcripts: { days: number | null, count: number, bytes: number, deferred: number, oldestKept: string | null }, payloads: { days: number | null, count: number, bytes: number, deferred: number, oldestKept: string | null }, runs: Array<{ id: string, startedAt: string, endedAt: string | null, media: number, mediaBytes: number, transcripts: number, payloads: number }> } };

export type RetentionPreviewQueryVariables = Exact<{
  days: RetentionInput;
}>;


export type RetentionPreviewQuery = { retentionReport: { nextRunAt: string | null, media: { count: number }, transcripts: { count: number }, payloads: { count: number } } };

export type SetRetentionMutationVariables = Exact<{
  input: RetentionInput;
}>;


export type SetRetentionMutation = { setRetention: { mediaDays: number | null, transcriptDays: number | null, payloadDays: number | null } };
