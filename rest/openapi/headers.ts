import type { OpenApiObject } from "./schemas.js";

const buildHeader = (description: string, required = true): OpenApiObject => ({
  description,
  ...(required && { required }),
  schema: { type: "string" },
});

/** The headers of answers, by the names of their components. */
export const headerComponents: Record<string, OpenApiObject> = {
  RequestId: buildHeader(
    "The id of the request, also in the server's log: the caller's own, or a new one.",
  ),
  ETag: buildHeader("The tag of this answer, for `If-None-Match`."),
  CacheControl: buildHeader("Always `private, no-cache`: keep it, and ask again before using it."),
  RateLimit: buildHeader(
    "Where the server limits requests: how many are left (`r`) for how many seconds (`t`).",
    false,
  ),
  RateLimitPolicy: buildHeader(
    "Where the server limits requests: how many (`q`) each credential may make in how many seconds (`w`).",
    false,
  ),
  RetryAfter: {
    description: "In how many seconds to try again.",
    required: true,
    schema: { type: "string", pattern: "^[1-9][0-9]*$" },
  },
};

const componentNames: Record<string, string> = {
  "x-request-id": "RequestId",
  etag: "ETag",
  "cache-control": "CacheControl",
  ratelimit: "RateLimit",
  "ratelimit-policy": "RateLimitPolicy",
  "retry-after": "RetryAfter",
};

const COMMON_HEADERS = ["x-request-id", "ratelimit", "ratelimit-policy"];

/** Headers of an answer: those that every answer has, and these. */
export const buildHeaderRefs = (...more: string[]): OpenApiObject =>
  Object.fromEntries(
    [...COMMON_HEADERS, ...more].map((name) => [
      name,
      { $ref: `#/components/headers/${componentNames[name]}` },
    ]),
  );

/** Headers of requests, by the names of their components. */
export const parameterComponents: Record<string, OpenApiObject> = {
  RequestId: {
    name: "x-request-id",
    in: "header",
    description:
      "An id to know the request by in the server's log. One of another form is not used.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
  },
  IfNoneMatch: {
    name: "if-none-match",
    in: "header",
    description:
      "`ETag`s of answers that the caller has: 304 without a body where it is still one of them.",
    schema: { type: "string" },
  },
};

export const buildParameterRef = (name: string): OpenApiObject => ({
  $ref: `#/components/parameters/${name}`,
});
