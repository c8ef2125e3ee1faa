// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "./operation.js";

export const RecordingViewers = "query RecordingViewers($recordingId:ID!){recordingViewers(recordingId:$recordingId){name email}}" as Operation<RecordingViewersQuery, RecordingViewersQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type RecordingViewersQueryVariables = Exact<{
  recordingId: string | number;
}>;


export type RecordingViewersQuery = { recordingViewers: Array<{ name: string, email: string }> | null };
