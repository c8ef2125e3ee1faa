import type { OpenApiObject } from "./schemas.js";

const buildHeader = (description: string, required = true): OpenApiObject => ({
  description,
  ...(required && { required }),
  schema: { type: "string" },
});

/** The response headers, by the names of their components. */
export const headerComponents: Record<string, OpenApiObject> = {
  RequestId: buildHeader(
    "The request's id, also in the server's log: the caller's own id, or a new one.",
  ),
  ETag: buildHeader("The entity tag of this answer, for `If-None-Match`."),
  CacheControl: buildHeader(
    "Always `private, no-cache`: a cache must revalidate the answer before each use.",
  ),
  RateLimit: buildHeader(
    "Present if the server limits requests: `r` requests are left for the next `t` seconds.",
    false,
  ),
  RateLimitPolicy: buildHeader(
    "Present if the server limits requests: each credential may make `q` requests in `w` seconds.",
    false,
  ),
  RetryAfter: {
    description: "The number of seconds to wait before a retry.",
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

/** Builds the header references of a response: the common headers and `more`. */
export const buildHeaderRefs = (...more: string[]): OpenApiObject =>
  Object.fromEntries(
    [...COMMON_HEADERS, ...more].map((name) => [
      name,
      { $ref: `#/components/headers/${componentNames[name]}` },
    ]),
  );

/** The request headers, by the names of their components. */
export const parameterComponents: Record<string, OpenApiObject> = {
  RequestId: {
    name: "x-request-id",
    in: "header",
    description: "Your id of the request, for the server's log. The server replaces an invalid id.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
  },
  IfNoneMatch: {
    name: "if-none-match",
    in: "header",
    description:
      "`ETag`s of stored answers. If one of them is still current, the answer is 304 without a body.",
    schema: { type: "string" },
  },
};

export const buildParameterRef = (name: string): OpenApiObject => ({
  $ref: `#/components/parameters/${name}`,
});
