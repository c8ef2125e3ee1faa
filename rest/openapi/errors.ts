import type { ErrorCode } from "../../graph/core/errors.js";
import { statusOf } from "../errors.js";
import { buildHeaderRefs } from "./headers.js";
import { isRequired, type DocumentedRoute } from "./documented-route.js";
import { buildObjectSchema, type OpenApiObject } from "./schemas.js";

interface ErrorSpec {
  /** The name of the shared response; absent if the response differs between routes. */
  name?: string;
  description: string;
  /** The error has a message only, no code. */
  isBare?: true;
}

/** The meaning of each error status. */
const errorSpecs: Record<number, ErrorSpec> = {
  400: { description: "A parameter or field is missing or invalid; `field` names it." },
  401: { name: "Unauthorized", description: "The API key is missing or invalid.", isBare: true },
  403: { name: "Forbidden", description: "The named key lacks the scope; the message names it." },
  404: { name: "NotFound", description: "The organization has no object with this id." },
  408: { name: "RequestTimeout", description: "The body arrived too late." },
  409: {
    description:
      "The recording of this call was deleted, and can't come back; or the id belongs to something that the key doesn't see.",
  },
  413: { name: "PayloadTooLarge", description: "The body exceeds the limit." },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is not `application/json` in UTF-8.",
  },
  416: { description: "The range is outside the file; `content-range` has the file's size." },
  429: { name: "RateLimited", description: "Too many requests." },
  500: {
    name: "Internal",
    description: "A defect of the server. Find the cause in its log by the request id.",
  },
  503: { name: "Unavailable", description: "The server cannot answer now; retry later." },
};

const COMMON_CODES: ErrorCode[] = [
  "INVALID_FIELD",
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "RATE_LIMITED",
  "INTERNAL",
  "UNAVAILABLE",
];

const buildErrorSchema = (codes: readonly ErrorCode[], named: boolean): OpenApiObject => {
  return buildObjectSchema(
    {
      message: { type: "string", description: "An explanation for people." },
      code: { type: "string", enum: codes, description: "A stable code for programs." },
      ...(named && {
        field: {
          type: "string",
          description: "The invalid field, as the caller named it; a dotted path inside objects.",
        },
      }),
    },
    ["field"],
  );
};

/** Builds the response of a status. `named`: the error may have a `field`. */
export const buildErrorResponse = (
  status: number,
  codes: readonly ErrorCode[],
  {
    named = status === 400 || status === 409,
    description,
  }: { named?: boolean; description?: string } = {},
): OpenApiObject => {
  const { isBare, description: usual } = errorSpecs[status]!;
  const schema = isBare
    ? buildObjectSchema({
        message: { type: "string", description: "An explanation for people." },
      })
    : buildErrorSchema(codes, named);
  return {
    description: description ?? usual,
    headers: buildHeaderRefs(...(status === 429 ? ["retry-after"] : [])),
    content: { "application/json": { schema } },
  };
};

const codesIf = (kind: boolean, ...codes: ErrorCode[]): ErrorCode[] => (kind ? codes : []);

/** Lists the error codes of a route. */
const listCodes = (parts: DocumentedRoute): ErrorCode[] => {
  const { route, hasBody, pathNames } = parts;
  return [
    ...codesIf(
      route.nonNullBodyFields !== undefined ||
        route.variables.some((variable) => isRequired(parts, variable)),
      "MISSING_REQUIRED_FIELD",
    ),
    ...COMMON_CODES,
    ...codesIf(
      route.variables.some(({ path }) => path[0] === "after"),
      "INVALID_CURSOR",
    ),
    ...codesIf(
      hasBody,
      "INVALID_JSON",
      "REQUEST_TIMEOUT",
      "PAYLOAD_TOO_LARGE",
      "UNSUPPORTED_MEDIA_TYPE",
    ),
    ...codesIf(
      route.variables.some(({ name }) => pathNames.includes(name)),
      "NOT_FOUND",
    ),
    ...(route.errorCodes ?? []),
  ];
};

/** Descriptions of upload errors. */
const uploadDescriptions: Record<number, string> = {
  413: "The file or the fields exceed the limit.",
  415: "The body is neither a form nor a file, or the file is not audio or video in a supported format; then the message lists the formats.",
};

const groupByStatus = (parts: DocumentedRoute): [number, ErrorCode[]][] => [
  ...Map.groupBy(listCodes(parts), (code) => statusOf({ code })),
];

/** Builds a route's error responses by status, and adds the responses that routes share to `shared`. */
export const buildErrorResponses = (parts: DocumentedRoute, shared: OpenApiObject): OpenApiObject =>
  Object.fromEntries(
    groupByStatus(parts)
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const description = parts.route.isUpload && uploadDescriptions[status];
        if (description)
          return [status, buildErrorResponse(status, codes, { named: true, description })];
        const response = buildErrorResponse(status, codes);
        const { name } = errorSpecs[status]!;
        if (name === undefined) return [status, response];
        shared[name] = response;
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
  );
