import type { Failure } from "../graph/core/errors.js";
import { type ErrorCode } from "../graph/core/errors.js";

/** The HTTP status of each error code. */
const STATUS_BY_CODE: Record<ErrorCode, number> = {
  MISSING_REQUIRED_FIELD: 400,
  INVALID_FIELD: 400,
  INVALID_JSON: 400,
  USER_NOT_FOUND: 400,
  INVALID_CURSOR: 400,
  DESTINATION_NOT_ALLOWED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

export const statusOf = ({ code }: Pick<Failure, "code">): number => STATUS_BY_CODE[code];

export const INVALID_API_KEY = { message: "Invalid Api Key" };

/** Builds the body of an error. A 401 contains no reason, because that could help to guess a key. */
export const buildErrorBody = ({ message, code, field }: Failure) =>
  code === "UNAUTHENTICATED"
    ? INVALID_API_KEY
    : { message, code, ...(field !== undefined && { field }) };
