import { type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import type { CompiledRoute } from "../../../rest/route.js";
import { expectations } from "../../helpers/contract-expectations.js";
import { findNonconforming } from "../../helpers/conformance.js";
import { findShapeDifferences } from "../../helpers/shape.js";
import type { HttpResult } from "./client.js";
import { type ShapeRequest, endpointNameOf } from "./requests.js";

/** The contract's table of refusals that a well-formed request can have, and whether they name a field. */
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

/** What differs from the shape in the contract's own example, as the contract says elsewhere. */
const contractExceptions: Record<string, RegExp> = {
  "GET /v1/stats": /(teamId is not of the contract|email is null, not string)$/,
  "POST /v1/dialer": /status is "processed", not =received$/,
  "POST /v1/dialer/:dialerToken": /status is "processed", not =received$/,
};

/** Whether the caller has used the name, or has left out what is named beside what he used. */
const isUsed = (
  route: CompiledRoute,
  asked: ShapeRequest,
  field: string,
  missing: boolean,
): boolean => {
  const [first = "", ...rest] = field.split(".");
  const known = new Set([...[...route.names.values()].flat(), ...Object.keys(route.flags ?? {})]);
  if (first in asked.path) return rest.length === 0;
  if (asked.body === undefined) {
    const given = asked.query.filter(([name]) => name === first);
    if (given.length === 0) return missing && known.has(first);
    return rest.length === 0 || Number(rest[0]) < given[0]![1].split(",").length;
  }
  let at: unknown = asked.body;
  const path = missing ? field.split(".").slice(0, -1) : field.split(".");
  if (missing && rest.length === 0) return known.has(first);
  for (const part of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return false;
    at = (at as Record<string, unknown>)[part];
  }
  return true;
};

const findRefusalProblems = (
  route: CompiledRoute,
  asked: ShapeRequest,
  { status, text }: HttpResult,
): string[] => {
  if (status === 401) {
    const isOwn = "dialerToken" in asked.path && asked.path["dialerToken"] === "x";
    return isOwn && text === '{"message":"Invalid Api Key"}' ? [] : ["is not let in"];
  }
  // So many tests of webhooks are made at a time.
  if (status === 429 && route.path === "/v1/webhooks/test") return [];
  const body: Record<string, unknown> = JSON.parse(text);
  const { message, code, field, ...others } = body;
  const [expected, named] = refusalRules[String(code)] ?? [];
  // What is another's own is named as it is there.
  const names = named && route.bodyVariable === undefined;
  const problems: string[] = [];
  if (expected !== status) problems.push(`${String(code)} with ${status}`);
  if (typeof message !== "string" || message === "") problems.push("no message");
  if (Object.keys(others).length > 0) problems.push(`has ${Object.keys(others).join()}`);
  if ("field" in body ? typeof field !== "string" : names) problems.push("names no field");
  else if (names && !isUsed(route, asked, field as string, code === "MISSING_REQUIRED_FIELD"))
    problems.push(`names ${String(field)}, which is not in the request`);
  return problems;
};

/** Parameters that the contract does not know. Answers to them are looked at by the API's document alone. */
const UNCONTRACTED_PARAMETERS = new Set([
  "include",
  "order",
  "processedSince",
  "search",
  "updatedSince",
]);

/** Looks at the answers of a route: each problem in words, none where all is well. */
export const createResponseCheck = (schema: GraphQLSchema, route: CompiledRoute) => {
  const document = parse(route.operation);
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const shape = expectations[endpointNameOf(route)]?.shape;
  const granted = ({ query }: ShapeRequest, text: string): string[] => {
    const isBeyond = query.some(([name]) => UNCONTRACTED_PARAMETERS.has(name));
    const answer: Record<string, unknown> = JSON.parse(text);
    const exception = contractExceptions[endpointNameOf(route)];
    const problems = (
      shape === undefined || isBeyond ? [] : findShapeDifferences(answer, shape, "any")
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
  return (asked: ShapeRequest, told: HttpResult): string[] => {
    if (told.status >= 500) return [`is answered with ${told.status}`];
    try {
      if (!told.type.startsWith("application/json")) return [`is answered with ${told.type}`];
      return told.status === 200
        ? granted(asked, told.text)
        : findRefusalProblems(route, asked, told);
    } catch (error) {
      return [`cannot be read: ${String(error)}`];
    }
  };
};
