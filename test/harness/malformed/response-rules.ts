import { type Failure } from "../../../graph/core/errors.js";
import { statusOf } from "../../../rest/errors.js";
import { isDocumentError } from "../../../src/api/graphql/plugins.js";
import type { ParsedResponse } from "./parse-response.js";

/** The status of headers that are too large, which no error code implies. */
const HEADERS_TOO_LARGE_STATUS = 431;
const SUCCESS_STATUSES = new Set([200, 204, 304]);

const hasOnlyFields = (value: object, ...fields: string[]): boolean =>
  Object.keys(value).every((key) => fields.includes(key));

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const isKnownCode = (code: unknown): code is Failure["code"] =>
  typeof code === "string" && statusOf({ code } as Failure) !== undefined;

const isInternalCode = (code: unknown): boolean => code === "INTERNAL" || code === "UNAVAILABLE";

const checkRestError = (status: number, body: Record<string, unknown>): string | undefined => {
  const { message, code, field } = body;
  if (!isText(message)) return "an error without a message";
  if (status === 401)
    return Object.keys(body).length > 1 ? "a 401 with more than a message" : undefined;
  if (!isKnownCode(code)) return `the unknown code ${JSON.stringify(code)}`;
  if (field !== undefined && !isText(field)) return "an invalid field name";
  if (!hasOnlyFields(body, "message", "code", "field")) return "an error with unknown fields";
  if (statusOf({ code }) !== status && status !== HEADERS_TOO_LARGE_STATUS)
    return `the code ${code} with ${status}`;
};

const checkGraphqlError = (status: number, errors: unknown): string | undefined => {
  if (!Array.isArray(errors) || errors.length === 0) return "errors that aren't a list";
  for (const error of errors) {
    const { message, extensions } = error ?? {};
    if (!isText(message)) return "an error without a message";
    if (!hasOnlyFields(error, "message", "extensions", "locations", "path"))
      return "an error with unknown fields";
    const code = extensions?.code;
    if (isInternalCode(code)) return `${code}: an internal error`;
    if (status !== 401 && !isKnownCode(code) && !isDocumentError({ message, extensions }))
      return `the unknown code ${JSON.stringify(code)}`;
  }
};

/** Checks a response to any request. */
export const findResponseProblem = ({
  status,
  headers,
  body,
}: ParsedResponse): string | undefined => {
  if (status >= 500) return "an internal error";
  if (!headers.get("x-request-id")) return "no request ID";
  const type = headers.get("content-type") ?? "";
  const isJson = /^application\/(graphql-response\+)?json\b/.test(type);
  const isSuccess = SUCCESS_STATUSES.has(status);
  if (!isSuccess && status < 400) return "an unexpected status";
  if (body.length === 0) return undefined;
  if (!isJson)
    return isSuccess ? undefined : `an error with the content type ${JSON.stringify(type)}`;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return "a body that isn't JSON";
  }
  if ("errors" in value && !("stats" in value)) return checkGraphqlError(status, value["errors"]);
  return isSuccess ? undefined : checkRestError(status, value);
};
