import type { GraphQLSchema } from "graphql";
import type { Notice } from "../../../db/recordings/notices.js";
import { findRecordingByCallId } from "../../../db/recordings/recording.js";
import { classifyError } from "../../../graph/core/errors.js";
import { WAITS_FOR_USER } from "../../../graph/calls/keep-unmapped.js";
import { callRoute, uploadRoute } from "../../../rest/routes/calls.js";
import { createCallUpload, type CreatedCall } from "../../../rest/call-upload.js";
import type { RestServices } from "../../../rest/rest-services.js";
import type { CallAudio, CallOutcome, CallSink } from "./call-sink.js";

const BUSY_CODES = new Set(["RATE_LIMITED", "UNAVAILABLE"]);

export interface DatabaseSink extends CallSink {
  /**
   * Validates a call and writes nothing. Returns what is to be repaired or left out in the transcript.
   * @throws Failure under the names of an upload's fields
   */
  check: (
    fields: Record<string, string>,
    hasAudio: boolean,
  ) => Promise<readonly Notice[] | undefined>;
  /** Returns when the call with this id began, in milliseconds since 1970; undefined for a new call. */
  findStart: (callId: string) => Promise<number | undefined>;
}

const toOutcome = (error: unknown): CallOutcome => {
  const { failure, unexpected } = classifyError(error);
  const { code, field, reason } = failure;
  if (BUSY_CODES.has(code)) return { kind: "busy", reason };
  if (unexpected) throw error;
  if (code !== "USER_NOT_FOUND" || field === "user_email")
    return { kind: "refused", field, reason };
  // A call with an unassigned number is held, unless too many already are.
  return reason.endsWith(WAITS_FOR_USER)
    ? { kind: "waiting" }
    : { kind: "busy", reason: `${field} ${reason}` };
};

/** Ingests calls in this process, by the operations of `/v1`. */
export const createDatabaseSink = (
  services: RestServices,
  schema: GraphQLSchema,
  organizationId: string,
): DatabaseSink => {
  const { db, media, uploads, newId } = services;
  const credential = { role: "integration", organizationId } as const;
  const withAudio = createCallUpload(schema, services, uploadRoute);
  const withoutAudio = createCallUpload(schema, services, callRoute);

  const ingest = async (
    fields: Record<string, string>,
    audio: CallAudio | undefined,
  ): Promise<CreatedCall> => {
    const request = { credential, requestId: newId(), state: {} };
    if (!audio) return withoutAudio.run(fields, undefined, request);
    await withAudio.check(fields, { credential, state: {} });
    const stored = await media.write(organizationId, audio.open(), uploads!.maxBytes, {
      hints: [audio.name],
    });
    let isKept = false;
    try {
      const upload = { ...stored, keep: () => void (isKept = true) };
      return await withAudio.run(fields, upload, request);
    } finally {
      if (!isKept) await media.remove(organizationId, stored.file);
    }
  };

  return {
    check: async (fields, hasAudio) =>
      (hasAudio ? withAudio : withoutAudio).check(fields, { credential, state: {} }),
    findStart: async (callId) =>
      (await findRecordingByCallId(db, organizationId, callId))?.startedAt,
    send: async (fields, audio) => {
      const callId = fields["call_id"] ?? "";
      const existing = await findRecordingByCallId(db, organizationId, callId);
      if (existing?.status === "processed") return { kind: "unchanged" };
      try {
        return { kind: "ingested", ...(await ingest(fields, audio)) };
      } catch (error) {
        return toOutcome(error);
      }
    },
  };
};
