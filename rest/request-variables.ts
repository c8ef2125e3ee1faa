import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLString,
  isInputObjectType,
  isListType,
} from "graphql";
import { type Failure, invalidField, missingField } from "../graph/core/errors.js";
import { formatFieldPath } from "../graph/core/limits.js";
import type { OperationVariable } from "../graph/core/variables.js";
import type { CompiledRoute } from "./route.js";

type Values = Record<string, unknown>;

export interface ParsedVariables {
  values: Values;
  /** Of the first value that cannot be read; to be thrown once all that is required is there. */
  failure: Failure | undefined;
  /** The name that the caller used for a variable. */
  sentNames: Map<string, string>;
}

const isPlainObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parseJsonText = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(name, "must be JSON");
  }
};

/** Text as the type has it, which is JSON for objects; what is not of a number's form is refused as text. */
const parseText = (name: string, text: string, type: GraphQLInputType): unknown => {
  const named = getNamedType(type);
  if (isInputObjectType(named) || named.name === "JSON") return parseJsonText(name, text);
  if (isListType(getNullableType(type))) return text.split(",");
  return named.name === "Int" && /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
};

const readText = (
  name: string,
  texts: string[],
  type: GraphQLInputType,
  most = Infinity,
): unknown => {
  if (texts.length > 1) throw invalidField(name, "is given twice");
  const [text] = texts;
  if (text === "") throw invalidField(name, "must not be empty");
  const value = parseText(name, text!, type);
  if (Array.isArray(value) && value.includes(""))
    throw invalidField(name, "must not have an empty item");
  if (Array.isArray(value) && value.length > most)
    throw invalidField(name, `must have at most ${most} items`);
  return value;
};

const STRING_LIST = new GraphQLList(GraphQLString);
const NOT_UTF_8 = "must be percent-encoded UTF-8";

/** The parameters with a value that has no meaning; URLSearchParams would make some text of it. */
const listUndecodable = (querystring: string): Set<string> => {
  if (!querystring.includes("%")) return new Set();
  const pairs = querystring.split("&").filter((pair) => {
    try {
      decodeURIComponent(pair);
      return false;
    } catch {
      return true;
    }
  });
  return new Set(pairs.flatMap((pair) => [...new URLSearchParams(pair).keys()]));
};

/** The parameters of a query string. Unknown ones are not looked at. */
export const readQuery = (route: CompiledRoute, querystring: string): ParsedVariables =>
  readTexts(route, new URLSearchParams(querystring), listUndecodable(querystring), NOT_UTF_8);

/**
 * Parameters as texts, of which some cannot be decoded: what is said of those. Unknown ones are not
 * looked at.
 */
export const readTexts = (
  route: CompiledRoute,
  query: URLSearchParams,
  bad: ReadonlySet<string>,
  reason: string,
): ParsedVariables => {
  const read: ParsedVariables = { values: {}, failure: undefined, sentNames: new Map() };
  if (query.size === 0) return read;
  const isGiven = (name: string): boolean =>
    query.has(name) &&
    !(route.emptyIsAbsent?.includes(name) && query.getAll(name).join("&") === "");
  const ignored = new Set(
    Object.entries(route.overrides ?? {}).flatMap(([name, others]) =>
      isGiven(name) ? others : [],
    ),
  );
  for (const { name, type } of route.variables) {
    const [first, second] = route.names.get(name)!.filter(isGiven);
    if (first === undefined || ignored.has(name)) continue;
    read.sentNames.set(name, first);
    try {
      if (second !== undefined) throw invalidField(second, `means the same as ${first}`);
      if (bad.has(first)) throw invalidField(first, reason);
      const value = readText(first, query.getAll(first), type, route.maxItems?.[name]);
      read.values[name] = pruneUnknown(value, type, first, read);
    } catch (error) {
      read.failure ??= error as Failure;
      read.values[name] = "";
    }
  }
  readFlags(route, query, bad, read);
  return read;
};

/** What more is asked for, and the bounds that go with it. */
const readFlags = (
  route: CompiledRoute,
  query: URLSearchParams,
  bad: ReadonlySet<string>,
  read: ParsedVariables,
): void => {
  for (const [name, flags] of Object.entries(route.flags ?? {})) {
    if (!query.has(name)) continue;
    try {
      if (bad.has(name)) throw invalidField(name, NOT_UTF_8);
      const given = readText(name, query.getAll(name), STRING_LIST) as string[];
      for (const flag of given) {
        if (!flags.includes(flag)) throw invalidField(name, `must be of ${flags.join(", ")}`);
        read.values[flag] = true;
      }
      for (const [other, most] of Object.entries(route.maxWith?.[name] ?? {}))
        if (Number(read.values[other]) > most)
          throw invalidField(other, `must be at most ${most} with ${name}`);
    } catch (error) {
      read.failure ??= error as Failure;
    }
  }
};

/** Only what the type knows, at any depth: /v1 ignores what it does not know. */
const pruneUnknown = (
  value: unknown,
  declared: GraphQLInputType,
  path: string,
  read: ParsedVariables,
): unknown => {
  const type = getNullableType(declared);
  if (isListType(type)) {
    if (Array.isArray(value))
      return value.map((item, index) => pruneUnknown(item, type.ofType, `${path}.${index}`, read));
    // GraphQL would take one item for a list of one.
    if (value !== null && value !== undefined)
      read.failure ??= invalidField(path, "must be a list");
    return value;
  }
  if (!isInputObjectType(type) || !isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => Object.hasOwn(value, field.name))
      .map((field) => [
        field.name,
        pruneUnknown(value[field.name], field.type, `${path}.${field.name}`, read),
      ]),
  );
};

/** The fields of a body. @throws MISSING_REQUIRED_FIELD for a null that may only be left out */
export const readBody = (route: CompiledRoute, body: Values): ParsedVariables => {
  const read: ParsedVariables = { values: {}, failure: undefined, sentNames: new Map() };
  for (const name of route.nonNullBodyFields ?? [])
    if (Object.hasOwn(body, name) && body[name] === null) throw missingField(name);
  for (const { name, type } of route.variables)
    if (Object.hasOwn(body, name)) read.values[name] = pruneUnknown(body[name], type, name, read);
  return read;
};

/**
 * What the path says, over what the body says of the same names.
 * @throws INVALID_FIELD where the two differ, or the path is not percent-encoded UTF-8
 */
export const addPathParameters = (
  read: ParsedVariables,
  params: Record<string, string>,
  path: string,
): void => {
  for (const [name, value] of Object.entries(params)) {
    try {
      decodeURIComponent(path);
    } catch {
      throw invalidField(name, NOT_UTF_8);
    }
    const inBody = read.values[name];
    if (inBody !== undefined && inBody !== value)
      read.failure ??= invalidField(name, "must be the same as in the path");
    read.values[name] = value;
  }
};

/** The failure under the names of /v1: `first` is what the caller sent as `limit`. */
export const renameFailureField = (
  failure: Failure,
  variables: readonly OperationVariable[],
  given: ParsedVariables["sentNames"],
): Failure => {
  const { field } = failure;
  if (field === undefined) return failure;
  for (const { name, path } of variables) {
    const known = formatFieldPath(path);
    if (field !== known && !field.startsWith(`${known}.`)) continue;
    return failure.withField((given.get(name) ?? name) + field.slice(known.length));
  }
  return failure;
};
