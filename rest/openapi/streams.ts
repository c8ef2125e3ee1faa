import { buildErrorResponse } from "./errors.js";
import { buildHeaderRefs, buildParameterRef } from "./headers.js";
import type { OpenApiObject } from "./schemas.js";

const buildErrorRefs = (...names: [status: number, name: string][]): OpenApiObject =>
  Object.fromEntries(
    names.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const buildStreamResponse = (
  description: string,
  type: string,
  schema: OpenApiObject,
): OpenApiObject => ({
  description,
  headers: buildHeaderRefs(),
  content: { [type]: { schema } },
});

const buildHeaderParameter = (name: string, description: string): OpenApiObject => ({
  name,
  in: "header",
  description,
  schema: { type: "string" },
});

const buildFileResponse = (description: string): OpenApiObject => ({
  description,
  headers: buildHeaderRefs("etag", "cache-control"),
  content: { "audio/*": {}, "video/*": {} },
});

const CURSOR_PARAMETER = {
  description: "A `syncCursor` or an event's `id`: only what came after it. Without, from now on.",
  schema: { type: "string", minLength: 1 },
};

/** Paths that are no operations of the schema: their answers are sent as they are made. */
export const streamPaths: Record<string, OpenApiObject> = {
  "/v1/events/stream": {
    get: {
      operationId: "streamEvents",
      tags: ["Events"],
      summary: "Hear of events as they happen",
      description:
        "Server-Sent Events. `event` is the name, `id` a cursor of `/v1/events`, `data` is JSON: `headers`, by which Standard Webhooks verify, signed with the organization's signing secret, and `body`, the exact text that webhooks get. What is redelivered comes again, without an `id`. The stream ends with its key, and an organization has ten at most. `debrief listen` posts it on to a receiver.",
      parameters: [
        { name: "startAfter", in: "query", ...CURSOR_PARAMETER },
        { name: "last-event-id", in: "header", ...CURSOR_PARAMETER },
        buildParameterRef("RequestId"),
      ],
      responses: {
        200: buildStreamResponse("Events, until either side ends.", "text/event-stream", {
          type: "string",
        }),
        400: buildErrorResponse(400, ["INVALID_FIELD", "INVALID_CURSOR"]),
        ...buildErrorRefs([401, "Unauthorized"], [429, "RateLimited"], [500, "Internal"]),
        ...buildErrorRefs([503, "Unavailable"]),
      },
    },
  },
  "/v1/recordings/{id}/media": {
    get: {
      operationId: "getMedia",
      tags: ["Recordings"],
      summary: "Read the audio or video of a recording",
      description:
        "The file that was uploaded, whole or the range of bytes that is asked for. 404 where nothing is kept of the recording, and where its audio is elsewhere: `recording_url` says where, to whoever sent it.",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        buildHeaderParameter(
          "range",
          "Bytes, as `bytes=0-1023`; of several ranges the whole is sent.",
        ),
        buildHeaderParameter(
          "if-range",
          "An `ETag`: the whole is sent where the file is another one by now.",
        ),
        buildParameterRef("RequestId"),
        buildParameterRef("IfNoneMatch"),
      ],
      responses: {
        200: buildFileResponse("The file."),
        206: buildFileResponse("The range of it."),
        304: {
          description: "The caller has it.",
          headers: buildHeaderRefs("etag", "cache-control"),
        },
        ...buildErrorRefs([401, "Unauthorized"], [404, "NotFound"]),
        416: {
          description: "The file has no such bytes; `content-range` says how many there are.",
          headers: buildHeaderRefs(),
          content: buildErrorResponse(400, ["INVALID_FIELD"])["content"],
        },
        ...buildErrorRefs([429, "RateLimited"], [500, "Internal"], [503, "Unavailable"]),
      },
    },
  },
  "/export": {
    get: {
      operationId: "exportOrganization",
      tags: ["Events"],
      summary: "Export the organization",
      description:
        "All that the key may read, as lines of JSON from one moment: first the cursors to go on from, then every object with its `type`, then how many there were of each. What has no last line is not whole. One at a time for an organization.",
      parameters: [buildParameterRef("RequestId")],
      responses: {
        200: buildStreamResponse("The lines.", "application/x-ndjson", { type: "string" }),
        ...buildErrorRefs([401, "Unauthorized"], [429, "RateLimited"], [500, "Internal"]),
        ...buildErrorRefs([503, "Unavailable"]),
      },
    },
  },
};
