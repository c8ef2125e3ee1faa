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

const RANGE_PARAMETERS = [
  buildHeaderParameter(
    "range",
    "One byte range, such as `bytes=0-1023`. For several ranges, the server sends the whole file.",
  ),
  buildHeaderParameter(
    "if-range",
    "An `ETag`: if the file has changed since, the server sends the whole file.",
  ),
];

/** The responses of every file. */
const FILE_RESPONSES: OpenApiObject = {
  200: buildFileResponse("The whole file."),
  206: buildFileResponse("The requested range."),
  304: {
    description: "Not modified: the caller's copy is current.",
    headers: buildHeaderRefs("etag", "cache-control"),
  },
  400: buildErrorResponse(400, ["INVALID_FIELD"]),
  ...buildErrorRefs([401, "Unauthorized"], [403, "Forbidden"], [404, "NotFound"]),
  416: buildErrorResponse(416, ["RANGE_NOT_SATISFIABLE"], { named: true }),
  ...buildErrorRefs([429, "RateLimited"], [500, "Internal"], [503, "Unavailable"]),
};

const CURSOR_PARAMETER = {
  description:
    "A `syncCursor` or an event's `id`: the stream starts after it. By default it starts with the next event.",
  schema: { type: "string", minLength: 1 },
};

/** Paths that aren't operations of the schema: they stream their responses. */
export const streamPaths: Record<string, OpenApiObject> = {
  "/v1/events/stream": {
    get: {
      operationId: "streamEvents",
      tags: ["Events"],
      summary: "Stream events as they happen",
      description:
        "Server-sent events. `event` is the name and `id` a cursor of `/v1/events`. `data` is JSON with the `headers` of a webhook request, signed with the organization's signing secret, and its exact `body`. A redelivered event appears again, without an `id`. The stream ends when its key is replaced. An organization can have ten streams. `debrief listen` forwards the stream to a receiver.",
      parameters: [
        { name: "startAfter", in: "query", ...CURSOR_PARAMETER },
        { name: "last-event-id", in: "header", ...CURSOR_PARAMETER },
        buildParameterRef("RequestId"),
      ],
      responses: {
        200: buildStreamResponse(
          "Events, until either side closes the connection.",
          "text/event-stream",
          {
            type: "string",
          },
        ),
        400: buildErrorResponse(400, ["INVALID_FIELD", "INVALID_CURSOR"]),
        ...buildErrorRefs(
          [401, "Unauthorized"],
          [403, "Forbidden"],
          [429, "RateLimited"],
          [500, "Internal"],
        ),
        ...buildErrorRefs([503, "Unavailable"]),
      },
    },
  },
  "/v1/recordings/{id}/media": {
    get: {
      operationId: "getMedia",
      tags: ["Recordings"],
      summary: "Download a recording's audio or video",
      description:
        "Returns the uploaded file, or the requested byte range. 404 if the recording has no stored file, for example because the call was sent with a `recording_url`.",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        {
          name: "format",
          in: "query",
          description:
            "`wav`: the audio as 16-bit PCM, which every browser plays. For WAV files of any coding and for files without a header, such as `.gsm`. By default the file as it was sent.",
          schema: { type: "string", enum: ["wav"] },
        },
        ...RANGE_PARAMETERS,
        buildParameterRef("RequestId"),
        buildParameterRef("IfNoneMatch"),
      ],
      responses: {
        ...FILE_RESPONSES,
        415: buildErrorResponse(415, ["UNSUPPORTED_MEDIA_TYPE"], {
          named: true,
          description: "The file can't be converted to the `format`.",
        }),
      },
    },
  },
  "/v1/clips/{id}/media": {
    get: {
      operationId: "getClipMedia",
      tags: ["Clips"],
      summary: "Download a clip's audio",
      description:
        "Returns the clip's own file as WAV, or the requested byte range. 404 while the file is being cut, and if the recording has no stored file.",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        ...RANGE_PARAMETERS,
        buildParameterRef("RequestId"),
        buildParameterRef("IfNoneMatch"),
      ],
      responses: FILE_RESPONSES,
    },
  },
  "/export": {
    get: {
      operationId: "exportOrganization",
      tags: ["Events"],
      summary: "Export the organization",
      description:
        "Returns everything that the key may read, at one moment, as JSON lines: the cursors to continue from, then every object with its `type`, then the number of objects of each type. Without that last line, the export is incomplete. An organization can run one export at a time.",
      parameters: [buildParameterRef("RequestId")],
      responses: {
        200: buildStreamResponse("JSON lines.", "application/x-ndjson", { type: "string" }),
        400: buildErrorResponse(400, ["INVALID_FIELD"]),
        ...buildErrorRefs(
          [401, "Unauthorized"],
          [403, "Forbidden"],
          [429, "RateLimited"],
          [500, "Internal"],
        ),
        ...buildErrorRefs([503, "Unavailable"]),
      },
    },
  },
};
