import { type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import type { CompiledRoute } from "../../../rest/route.js";
import { expectations } from "../../helpers/rest/contract-expectations.js";
import { findNonconforming } from "../conformance.js";
import { findShapeDifferences } from "../../helpers/rest/shape.js";
import type { HttpResult } from "./client.js";
import { type ShapeRequest, endpointNameOf } from "./requests.js";

/**
 * The errors of the contract that a well-formed request can get: status, and whether they name a
 * field.
 */
const refusalRules: Record<string, [status: number, names: boolean]> = {
  MISSING_REQUIRED_FIELD: [400, true],
  INVALID_FIELD: [400, true],
  USER_NOT_FOUND: [400, true],
  INVALID_CURSOR: [400, true],
  DESTINATION_NOT_ALLOWED: [400, true],
  NOT_FOUND: [404, false],
  CONFLICT: [409, false],
  PAYLOAD_TOO_LARGE: [413, false],
};

/** Deviations from the contract's example that the contract allows elsewhere. */
const contractExceptions: Record<string, RegExp> = {
  "GET /v1/events": /event is "(?:comment\.created|tracker\.hit)", not =recording\.processed$/,
  "GET /v1/stats": /((?:teamId|intervals) is not in the contract|email is null, not string)$/,
  "POST /v1/dialer": /status is "processed", not =received$/,
  "POST /v1/dialer/:dialerToken": /status is "processed", not =received$/,
};

/** Whether the request contains the field, or could contain the missing one. */
const isUsed = (
  route: CompiledRoute,
  request: ShapeRequest,
  field: string,
  isMissing: boolean,
): boolean => {
  const [first = "", ...rest] = field.split(".");
  const knownNames = new Set([
    ...[...route.names.values()].flat(),
    ...Object.keys(route.flags ?? {}),
  ]);
  if (first in request.path) return rest.length === 0;
  if (request.body === undefined) {
    const given = request.query.filter(([name]) => name === first);
    if (given.length === 0) return isMissing && knownNames.has(first);
    return rest.length === 0 || Number(rest[0]) < given[0]![1].split(",").length;
  }
  let value: unknown = request.body;
  const path = isMissing ? field.split(".").slice(0, -1) : field.split(".");
  if (isMissing && rest.length === 0) return knownNames.has(first);
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return false;
    value = (value as Record<string, unknown>)[part];
  }
  return true;
};

/** Bodies with more levels than this are refused before anything of them is read. */
const MAX_BODY_LEVELS = 100;

const countLevels = (value: unknown): number => {
  let levels = 0;
  let inside = [value];
  while ((inside = inside.filter((part) => typeof part === "object" && part !== null)).length) {
    levels += 1;
    inside = inside.flatMap((part) => Object.values(part as object));
  }
  return levels;
};

const findRefusalProblems = (
  route: CompiledRoute,
  request: ShapeRequest,
  { status, text }: HttpResult,
): string[] => {
  if (status === 401) {
    const isOwn = "dialerToken" in request.path && request.path["dialerToken"] === "x";
    return isOwn && text === '{"message":"Invalid Api Key"}'
      ? []
      : ["gets 401 with a valid credential"];
  }
  // The number of simultaneous test webhooks is limited.
  if (status === 429 && route.path === "/v1/webhooks/test") return [];
  const body: Record<string, unknown> = JSON.parse(text);
  const { message, code, field, ...others } = body;
  // The organization's key brings no users along.
  if (code === "FORBIDDEN" && Object.hasOwn(request.body ?? {}, "upsert_user"))
    return status === 403 && field === undefined ? [] : [`FORBIDDEN with ${status}`];
  if (code === "INVALID_JSON" && countLevels(request.body) > MAX_BODY_LEVELS)
    return status === 400 && field === undefined ? [] : [`INVALID_JSON with ${status}`];
  const [expected, named] = refusalRules[String(code)] ?? [];
  // An error in a vendor's payload names the vendor's fields.
  const names = named && route.bodyVariable === undefined;
  const problems: string[] = [];
  if (expected !== status) problems.push(`${String(code)} with ${status}`);
  if (typeof message !== "string" || message === "") problems.push("no message");
  if (Object.keys(others).length > 0) problems.push(`has ${Object.keys(others).join()}`);
  if ("field" in body ? typeof field !== "string" : names) problems.push("doesn't name a field");
  else if (names && !isUsed(route, request, field as string, code === "MISSING_REQUIRED_FIELD"))
    problems.push(`names ${String(field)}, which the request lacks`);
  return problems;
};

/** Parameters beyond the contract. Only the OpenAPI document describes their responses. */
const UNCONTRACTED_PARAMETERS = new Set([
  "include",
  "order",
  "processedSince",
  "search",
  "updatedSince",
]);

/** Creates a check of a route's responses. It returns the problems. */
export const createResponseCheck = (schema: GraphQLSchema, route: CompiledRoute) => {
  const document = parse(route.operation);
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const shape = expectations[endpointNameOf(route)]?.shape;
  const checkSuccess = ({ query }: ShapeRequest, text: string): string[] => {
    const isUncontracted = query.some(([name]) => UNCONTRACTED_PARAMETERS.has(name));
    const answer: Record<string, unknown> = JSON.parse(text);
    const exception = contractExceptions[endpointNameOf(route)];
    const problems = (
      shape === undefined || isUncontracted ? [] : findShapeDifferences(answer, shape, "any")
    ).filter((problem) => !exception?.test(problem));
    if (route.staticResponse || route.omitNullInItems) return problems;
    const isBody = operation.selectionSet.selections.some(
      (node) => node.kind === Kind.FIELD && node.alias?.value === "body",
    );
    const { message, ...rest } = answer;
    if (route.message !== undefined && message !== route.message) problems.push("has no message");
    const data = isBody ? { body: answer } : route.message === undefined ? answer : rest;
    return [...problems, ...findNonconforming(schema, document, operation, {}, data)];
  };
  return (request: ShapeRequest, response: HttpResult): string[] => {
    if (response.status >= 500) return [`returns ${response.status}`];
    try {
      if (!response.type.startsWith("application/json")) return [`returns ${response.type}`];
      return response.status === 200
        ? checkSuccess(request, response.text)
        : findRefusalProblems(route, request, response);
    } catch (error) {
      return [`can't be parsed: ${String(error)}`];
    }
  };
};
