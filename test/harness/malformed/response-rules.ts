import { type Failure } from "../../graph/errors.js";
import { statusOf } from "../../rest/errors.js";
import { isOfDocument } from "../../src/graphql-plugins.js";
import type { Answer } from "./answer.js";

/** Of the connection rather than the request: statuses that no code has by itself. */
const OF_CONNECTION = new Set([408, 431]);
const GOOD = new Set([200, 204, 304]);

const fieldsAreOf = (value: object, ...known: string[]): boolean =>
  Object.keys(value).every((key) => known.includes(key));

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const isKnown = (code: unknown): code is Failure["code"] =>
  typeof code === "string" && statusOf({ code } as Failure) !== undefined;

const isInside = (code: unknown): boolean => code === "INTERNAL" || code === "UNAVAILABLE";

const ofRest = (status: number, body: Record<string, unknown>): string | undefined => {
  const { message, code, field } = body;
  if (!isText(message)) return "an error without a message";
  if (status === 401)
    return Object.keys(body).length > 1 ? "more than a message with 401" : undefined;
  if (!isKnown(code)) return `the code ${JSON.stringify(code)}`;
  if (field !== undefined && !isText(field)) return "a field that is no name";
  if (!fieldsAreOf(body, "message", "code", "field")) return "an error with more than its fields";
  if (statusOf({ code }) !== status && !OF_CONNECTION.has(status))
    return `the code ${code} with ${status}`;
};

const ofGraphQL = (status: number, errors: unknown): string | undefined => {
  if (!Array.isArray(errors) || errors.length === 0) return "errors that are no list";
  for (const error of errors) {
    const { message, extensions } = error ?? {};
    if (!isText(message)) return "an error without a message";
    if (!fieldsAreOf(error, "message", "extensions", "locations", "path"))
      return "an error with more than its fields";
    const code = extensions?.code;
    if (isInside(code)) return `${code}: a defect`;
    if (status !== 401 && !isKnown(code) && !isOfDocument({ message, extensions }))
      return `the code ${JSON.stringify(code)}`;
  }
};

/** What is wrong with an answer, whatever it is an answer to. */
export const problemOf = ({ status, headers, body }: Answer): string | undefined => {
  if (status >= 500) return "a defect";
  if (!headers.get("x-request-id")) return "no id";
  const type = headers.get("content-type") ?? "";
  const isJson = /^application\/(graphql-response\+)?json\b/.test(type);
  const isGood = GOOD.has(status);
  if (!isGood && status < 400) return "a status that is not ours";
  if (body.length === 0) return undefined;
  if (!isJson) return isGood ? undefined : `an error of the type ${JSON.stringify(type)}`;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return "a body that is no JSON";
  }
  if ("errors" in value && !("stats" in value)) return ofGraphQL(status, value["errors"]);
  return isGood ? undefined : ofRest(status, value);
};
