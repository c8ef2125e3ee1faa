import { type Failure } from "../../../graph/core/errors.js";
import { statusOf } from "../../../rest/errors.js";
import { isDocumentError } from "../../../src/graphql/plugins.js";
import type { ParsedResponse } from "./parse-response.js";

/** Of the connection rather than the request: statuses that no code has by itself. */
const CONNECTION_STATUSES = new Set([408, 431]);
const SUCCESS_STATUSES = new Set([200, 204, 304]);

const hasOnlyFields = (value: object, ...known: string[]): boolean =>
  Object.keys(value).every((key) => known.includes(key));

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const isKnownCode = (code: unknown): code is Failure["code"] =>
  typeof code === "string" && statusOf({ code } as Failure) !== undefined;

const isInternalCode = (code: unknown): boolean => code === "INTERNAL" || code === "UNAVAILABLE";

const checkRestError = (status: number, body: Record<string, unknown>): string | undefined => {
  const { message, code, field } = body;
  if (!isText(message)) return "an error without a message";
  if (status === 401)
    return Object.keys(body).length > 1 ? "more than a message with 401" : undefined;
  if (!isKnownCode(code)) return `the code ${JSON.stringify(code)}`;
  if (field !== undefined && !isText(field)) return "a field that is no name";
  if (!hasOnlyFields(body, "message", "code", "field")) return "an error with more than its fields";
  if (statusOf({ code }) !== status && !CONNECTION_STATUSES.has(status))
    return `the code ${code} with ${status}`;
};

const checkGraphqlError = (status: number, errors: unknown): string | undefined => {
  if (!Array.isArray(errors) || errors.length === 0) return "errors that are no list";
  for (const error of errors) {
    const { message, extensions } = error ?? {};
    if (!isText(message)) return "an error without a message";
    if (!hasOnlyFields(error, "message", "extensions", "locations", "path"))
      return "an error with more than its fields";
    const code = extensions?.code;
    if (isInternalCode(code)) return `${code}: a defect`;
    if (status !== 401 && !isKnownCode(code) && !isDocumentError({ message, extensions }))
      return `the code ${JSON.stringify(code)}`;
  }
};

/** What is wrong with an answer, whatever it is an answer to. */
export const findResponseProblem = ({
  status,
  headers,
  body,
}: ParsedResponse): string | undefined => {
  if (status >= 500) return "a defect";
  if (!headers.get("x-request-id")) return "no id";
  const type = headers.get("content-type") ?? "";
  const isJson = /^application\/(graphql-response\+)?json\b/.test(type);
  const isGood = SUCCESS_STATUSES.has(status);
  if (!isGood && status < 400) return "a status that is not ours";
  if (body.length === 0) return undefined;
  if (!isJson) return isGood ? undefined : `an error of the type ${JSON.stringify(type)}`;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return "a body that is no JSON";
  }
  if ("errors" in value && !("stats" in value)) return checkGraphqlError(status, value["errors"]);
  return isGood ? undefined : checkRestError(status, value);
};
