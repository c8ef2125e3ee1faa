import { errorOf } from "./errors.js";
import { headersOf, parameterRef } from "./headers.js";
import type { Schema } from "./schemas.js";

const refused = (...names: [status: number, name: string][]): Schema =>
  Object.fromEntries(
    names.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const streamed = (description: string, type: string, schema: Schema): Schema => ({
  description,
  headers: headersOf(),
  content: { [type]: { schema } },
});

const range = (name: string, description: string): Schema => ({
  name,
  in: "header",
  description,
  schema: { type: "string" },
});

const file = (description: string): Schema => ({
  description,
  headers: headersOf("etag", "cache-control"),
  content: { "audio/*": {}, "video/*": {} },
});

const cursor = {
  description: "A `syncCursor` or an event's `id`: only what came after it. Without, from now on.",
  schema: { type: "string", minLength: 1 },
};

/** Paths that are no operations of the schema: their answers are sent as they are made. */
export const streams: Record<string, Schema> = {
  "/v1/events/stream": {
    get: {
      operationId: "streamEvents",
      tags: ["Events"],
      summary: "Hear of events as they happen",
      description:
        "Server-Sent Events. `event` is the name, `id` a cursor of `/v1/events`, `data` is JSON: `headers`, by which Standard Webhooks verify, signed with the organization's signing secret, and `body`, the exact text that webhooks get. What is redelivered comes again, without an `id`. The stream ends with its key, and an organization has ten at most. `debrief listen` posts it on to a receiver.",
      parameters: [
        { name: "startAfter", in: "query", ...cursor },
        { name: "last-event-id", in: "header", ...cursor },
        parameterRef("RequestId"),
      ],
      responses: {
        200: streamed("Events, until either side ends.", "text/event-stream", { type: "string" }),
        400: errorOf(400, ["INVALID_FIELD", "INVALID_CURSOR"]),
        ...refused([401, "Unauthorized"], [429, "RateLimited"], [500, "Internal"]),
        ...refused([503, "Unavailable"]),
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
        range("range", "Bytes, as `bytes=0-1023`; of several ranges the whole is sent."),
        range("if-range", "An `ETag`: the whole is sent where the file is another one by now."),
        parameterRef("RequestId"),
        parameterRef("IfNoneMatch"),
      ],
      responses: {
        200: file("The file."),
        206: file("The range of it."),
        304: { description: "The caller has it.", headers: headersOf("etag", "cache-control") },
        ...refused([401, "Unauthorized"], [404, "NotFound"]),
        416: {
          description: "The file has no such bytes; `content-range` says how many there are.",
          headers: headersOf(),
          content: errorOf(400, ["INVALID_FIELD"])["content"],
        },
        ...refused([429, "RateLimited"], [500, "Internal"], [503, "Unavailable"]),
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
      parameters: [parameterRef("RequestId")],
      responses: {
        200: streamed("The lines.", "application/x-ndjson", { type: "string" }),
        ...refused([401, "Unauthorized"], [429, "RateLimited"], [500, "Internal"]),
        ...refused([503, "Unavailable"]),
      },
    },
  },
};
