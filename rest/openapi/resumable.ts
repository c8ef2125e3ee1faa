import { buildErrorResponse } from "./errors.js";
import { buildHeaderRefs, buildParameterRef } from "./headers.js";
import { buildObjectSchema, type OpenApiObject } from "./schemas.js";

const TEXT = { type: "string" };
const BYTES = { type: "string", pattern: "^[0-9]+$" };

const PROTOCOL_VERSION = {
  name: "tus-resumable",
  in: "header",
  required: true,
  schema: { type: "string", const: "1.0.0" },
};

const UPLOAD_ID = { name: "id", in: "path", required: true, schema: TEXT };

const buildHeaderParameter = (
  name: string,
  description: string,
  schema: OpenApiObject = BYTES,
): OpenApiObject => ({ name, in: "header", required: true, description, schema });

const buildAnswer = (description: string, headers: Record<string, string> = {}): OpenApiObject => ({
  description,
  headers: {
    ...buildHeaderRefs(),
    ...Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, { description: text, schema: TEXT }]),
    ),
  },
});

const buildRefs = (...names: [status: number, name: string][]): OpenApiObject =>
  Object.fromEntries(
    names.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const COMMON_ERRORS: OpenApiObject = {
  412: {
    description: "`tus-resumable` is missing or not `1.0.0`.",
    headers: buildHeaderRefs(),
    content: {
      "application/json": {
        schema: buildObjectSchema({
          message: TEXT,
          code: { type: "string", const: "INVALID_FIELD" },
          field: { type: "string", const: "tus-resumable" },
        }),
      },
    },
  },
  ...buildRefs([401, "Unauthorized"], [403, "Forbidden"], [429, "RateLimited"], [500, "Internal"]),
  ...buildRefs([503, "Unavailable"]),
};

const UPLOAD_BODY = {
  description: "The bytes of the file from the offset on.",
  content: { "application/offset+octet-stream": {} },
};

const RECORDING_ANSWER: OpenApiObject = {
  ...buildAnswer("The file is complete, and the recording exists.", {
    "upload-offset": "The size of the file.",
  }),
  content: {
    "application/json": {
      schema: buildObjectSchema({
        recording: buildObjectSchema({
          id: TEXT,
          name: TEXT,
          status: TEXT,
          createdAt: { type: "string", format: "date-time" },
          eventId: { type: ["string", "null"] },
        }),
      }),
    },
  },
};

const FIELD_CODES = ["MISSING_REQUIRED_FIELD", "INVALID_FIELD", "USER_NOT_FOUND"] as const;

const CONFLICT = buildErrorResponse(409, ["CONFLICT"], {
  description:
    "`upload-offset` isn't the upload's offset, or the recording of this call was deleted.",
});
const TOO_LARGE = buildErrorResponse(413, ["PAYLOAD_TOO_LARGE"], { named: true });
const UNSUPPORTED = buildErrorResponse(415, ["UNSUPPORTED_MEDIA_TYPE"], {
  named: true,
  description:
    "The part isn't `application/offset+octet-stream`, or the complete file is not audio or video in a supported format; the message lists them.",
});
const BODY_ERRORS: OpenApiObject = {
  400: buildErrorResponse(400, FIELD_CODES),
  408: { $ref: "#/components/responses/RequestTimeout" },
  409: CONFLICT,
  413: TOO_LARGE,
  415: UNSUPPORTED,
};

/** Resumable uploads, which aren't operations of the schema. */
export const resumablePaths: Record<string, OpenApiObject> = {
  "/v1/uploads": {
    post: {
      operationId: "createUpload",
      tags: ["Recordings"],
      summary: "Begin a resumable upload",
      description:
        "The tus protocol 1.0.0 with its extensions creation, creation with upload, termination and expiration. `upload-metadata` has the fields of `POST /v1/recordings/upload`, objects and lists as JSON text, and optionally `filename`. They are checked now. An upload expires after 24 hours.",
      parameters: [
        PROTOCOL_VERSION,
        buildHeaderParameter("upload-length", "The size of the file in bytes."),
        buildHeaderParameter("upload-metadata", "Names with values in Base64.", TEXT),
        buildParameterRef("RequestId"),
      ],
      requestBody: { ...UPLOAD_BODY, required: false },
      responses: {
        200: RECORDING_ANSWER,
        201: buildAnswer("The upload is open.", {
          location: "The path of the upload.",
          "upload-offset": "If the request had a body: the bytes that the server has.",
          "upload-expires": "When the server deletes the upload.",
        }),
        ...BODY_ERRORS,
        ...COMMON_ERRORS,
      },
    },
  },
  "/v1/uploads/{id}": {
    head: {
      operationId: "getUploadOffset",
      tags: ["Recordings"],
      summary: "Read how much of an upload has arrived",
      parameters: [UPLOAD_ID, PROTOCOL_VERSION, buildParameterRef("RequestId")],
      responses: {
        200: buildAnswer("The bytes before `upload-offset` are on disk.", {
          "upload-offset": "Where the next part begins.",
          "upload-length": "The size of the file.",
        }),
        ...BODY_ERRORS,
        404: { $ref: "#/components/responses/NotFound" },
        ...COMMON_ERRORS,
      },
    },
    patch: {
      operationId: "continueUpload",
      tags: ["Recordings"],
      summary: "Send the next part of an upload",
      description:
        "The part that completes the file creates the recording. An empty part at the end of a complete upload returns it again.",
      parameters: [
        UPLOAD_ID,
        PROTOCOL_VERSION,
        buildHeaderParameter("upload-offset", "Where the part begins."),
        buildParameterRef("RequestId"),
      ],
      requestBody: { ...UPLOAD_BODY, required: true },
      responses: {
        200: RECORDING_ANSWER,
        204: buildAnswer("The part is on disk.", {
          "upload-offset": "Where the next part begins.",
          "upload-expires": "When the server deletes the upload.",
        }),
        ...BODY_ERRORS,
        404: { $ref: "#/components/responses/NotFound" },
        ...COMMON_ERRORS,
      },
    },
    delete: {
      operationId: "deleteUpload",
      tags: ["Recordings"],
      summary: "Delete an unfinished upload",
      description: "A complete upload is a recording, and can't be deleted here.",
      parameters: [UPLOAD_ID, PROTOCOL_VERSION, buildParameterRef("RequestId")],
      responses: {
        204: buildAnswer("The upload and its bytes are deleted."),
        400: buildErrorResponse(400, ["INVALID_FIELD"]),
        404: { $ref: "#/components/responses/NotFound" },
        409: buildErrorResponse(409, ["CONFLICT"], { description: "The upload is a recording." }),
        ...COMMON_ERRORS,
      },
    },
  },
};
