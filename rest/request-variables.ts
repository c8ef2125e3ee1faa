import { parseExactJson } from "../graph/core/exact-json.js";
import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLString,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import { type Failure, invalidField, missingField } from "../graph/core/errors.js";
import { isBlankAbsent } from "./blank-values.js";
import { fitsItemOf } from "../graph/arguments/fits-type.js";
import { formatFieldPath } from "../graph/arguments/limits.js";
import { listUndecodable } from "../graph/arguments/list-undecodable.js";
import { findNestedText } from "../graph/arguments/nested-text.js";
import type { Notice } from "../graph/recordings/notice-list.js";
import type { OperationVariable } from "../graph/arguments/variables.js";
import type { CompiledRoute } from "./route.js";
import { findUnknownParameter } from "./unknown-parameters.js";

type Values = Record<string, unknown>;

export interface ParsedVariables {
  values: Values;
  /** The first invalid value's failure. The caller throws it only if no required value is missing. */
  failure: Failure | undefined;
  /** The name that the caller used for a variable. */
  sentNames: Map<string, string>;
  /** Whether empty strings count as absent, as `Route.blankIsAbsent` describes it. */
  blankIsAbsent: boolean;
  /** What was left out or repaired in the text of a transcript. */
  notices?: Notice[];
  /** The variable that may also be a text; `Route.transcriptVariable`. */
  transcriptVariable: string | undefined;
}

const NOT_TRANSCRIPT =
  "must be a list of utterances with speaker, text, start and end, or a text (a JSON string): WebVTT, SRT, or the JSON of Whisper, Deepgram, AssemblyAI or Twilio";

const createParsed = (
  {
    blankIsAbsent = false,
    transcriptVariable,
  }: Pick<CompiledRoute, "blankIsAbsent" | "transcriptVariable">,
  failure?: Failure,
): ParsedVariables => ({
  values: {},
  failure,
  sentNames: new Map(),
  blankIsAbsent,
  transcriptVariable,
});

const isPlainObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parseJsonText = (name: string, text: string): unknown => {
  try {
    return parseExactJson(text);
  } catch {
    throw invalidField(name, "must be JSON");
  }
};

/**
 * Parses a parameter's text by its type: objects from JSON, lists at commas. Text that isn't an integer
 * or a Boolean stays text, which the validation of such a parameter refuses.
 */
const parseText = (name: string, text: string, type: GraphQLInputType): unknown => {
  const named = getNamedType(type);
  if (isInputObjectType(named) || named.name === "JSON") return parseJsonText(name, text);
  if (isListType(getNullableType(type))) return text.split(",");
  if (named.name === "Boolean" && /^(true|false)$/.test(text)) return text === "true";
  return named.name === "Int" && /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
};

const readText = (
  name: string,
  texts: string[],
  type: GraphQLInputType,
  maxItems = Infinity,
): unknown => {
  if (texts.length > 1) throw invalidField(name, "is given twice");
  const [text] = texts;
  if (text === "") throw invalidField(name, "must not be empty");
  const value = parseText(name, text!, type);
  if (Array.isArray(value) && value.includes(""))
    throw invalidField(name, "must not contain an empty item");
  if (Array.isArray(value) && value.length > maxItems)
    throw invalidField(name, `must have at most ${maxItems} items`);
  return value;
};

const STRING_LIST = new GraphQLList(GraphQLString);
const NOT_UTF_8 = "must be percent-encoded UTF-8";

/** Reads the parameters of a query string. An unknown parameter becomes the failure. */
export const readQuery = (route: CompiledRoute, querystring: string): ParsedVariables => {
  if (querystring === "") return createParsed(route);
  const query = new URLSearchParams(querystring);
  const failure = findUnknownParameter(query, route.queryNames);
  return readTexts(
    route,
    query,
    listUndecodable(querystring),
    NOT_UTF_8,
    createParsed(route, failure),
  );
};

/**
 * Reads the texts of variables. `undecodable` lists the names whose text could not be decoded; `reason` is the
 * message about them. Ignores unknown names.
 */
export const readTexts = (
  route: CompiledRoute,
  query: URLSearchParams,
  undecodable: ReadonlySet<string>,
  reason: string,
  read = createParsed(route),
): ParsedVariables => {
  if (query.size === 0) return read;
  const isPresent = (name: string): boolean =>
    query.has(name) &&
    !(
      !undecodable.has(name) &&
      (route.emptyIsAbsent?.includes(name) || route.blankNames.has(name)) &&
      query.getAll(name).join("&") === ""
    );
  const ignored = new Set(
    Object.entries(route.overrides ?? {}).flatMap(([name, overridden]) =>
      isPresent(name) ? overridden : [],
    ),
  );
  for (const { name, type } of route.variables) {
    const [first, second] = route.names.get(name)!.filter(isPresent);
    if (first === undefined || ignored.has(name)) continue;
    read.sentNames.set(name, first);
    try {
      if (second !== undefined) throw invalidField(second, `means the same as ${first}`);
      if (undecodable.has(first)) throw invalidField(first, reason);
      const isText = name === route.transcriptVariable;
      const parsedAs = isText ? GraphQLString : type;
      const texts = query.getAll(first);
      const isBlank = route.blankIsAbsent && texts.join("&") === "" && !isNonNullType(type);
      const value = isBlank ? "" : readText(first, texts, parsedAs, route.maxItems?.[name]);
      addNestedTexts(route, { [name]: value }, read);
      read.values[name] = isText ? value : pruneUnknown(value, type, first, read);
    } catch (error) {
      read.failure ??= error as Failure;
      read.values[name] = "";
    }
  }
  readFlags(route, query, undecodable, read);
  return read;
};

/** Adds the variables whose texts are inside these values. */
const addNestedTexts = (
  { nestedTexts }: CompiledRoute,
  values: Values,
  read: ParsedVariables,
): void => {
  for (const [name, path] of Object.entries(nestedTexts ?? {})) {
    const text = findNestedText(values, path);
    if (text !== undefined) read.values[name] = text;
  }
};

/** Reads the parameters that list optional parts of the response, and applies the limits that depend on them. */
const readFlags = (
  route: CompiledRoute,
  query: URLSearchParams,
  undecodable: ReadonlySet<string>,
  read: ParsedVariables,
): void => {
  for (const [name, flags] of Object.entries(route.flags ?? {})) {
    if (!query.has(name)) continue;
    try {
      if (undecodable.has(name)) throw invalidField(name, NOT_UTF_8);
      const listed = readText(name, query.getAll(name), STRING_LIST) as string[];
      for (const flag of listed) {
        if (!flags.includes(flag)) throw invalidField(name, `must be of ${flags.join(", ")}`);
        read.values[flag] = true;
      }
      for (const [other, max] of Object.entries(route.maxWith?.[name] ?? {}))
        if (Number(read.values[other]) > max)
          throw invalidField(other, `must be at most ${max} with ${name}`);
    } catch (error) {
      read.failure ??= error as Failure;
    }
  }
};

/** Removes fields that the type doesn't have, and blank ones, at any depth: /v1 ignores unknown fields. */
export const pruneUnknown = (
  value: unknown,
  declared: GraphQLInputType,
  path: string,
  read: ParsedVariables,
): unknown => {
  const type = getNullableType(declared);
  if (isListType(type)) {
    if (Array.isArray(value)) {
      const fits = fitsItemOf(type.ofType);
      return value.map((item, index) =>
        fits(item) ? item : pruneUnknown(item, type.ofType, `${path}.${index}`, read),
      );
    }
    // GraphQL would accept a single item as a list of one.
    if (value !== null && value !== undefined)
      read.failure ??= invalidField(
        path,
        path === read.transcriptVariable ? NOT_TRANSCRIPT : "must be a list",
      );
    return value;
  }
  if (!isInputObjectType(type) || !isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter(
        (field) =>
          Object.hasOwn(value, field.name) &&
          !(read.blankIsAbsent && value[field.name] === "" && isBlankAbsent(field)),
      )
      .map((field) => [
        field.name,
        pruneUnknown(value[field.name], field.type, `${path}.${field.name}`, read),
      ]),
  );
};

/**
 * Reads the fields of a body. An unknown query parameter becomes the failure. @throws MISSING_REQUIRED_FIELD for null
 * in a field that may be absent but not null
 */
export const readBody = (
  route: CompiledRoute,
  body: Values,
  querystring: string,
): ParsedVariables => {
  const read = createParsed(route);
  // Phone systems append their own parameters.
  if (querystring !== "" && !route.inboundKind)
    read.failure = findUnknownParameter(new URLSearchParams(querystring), route.queryNames);
  for (const name of route.nonNullBodyFields ?? [])
    if (Object.hasOwn(body, name) && body[name] === null) throw missingField(name);
  addNestedTexts(route, body, read);
  for (const { name, type } of route.variables) {
    if (!Object.hasOwn(body, name) || route.nestedTexts?.[name]) continue;
    if (body[name] === "" && route.blankNames.has(name)) continue;
    const isText = name === route.transcriptVariable && typeof body[name] === "string";
    read.values[name] = isText ? body[name] : pruneUnknown(body[name], type, name, read);
  }
  return read;
};

/**
 * Adds the path parameters. The body may repeat them with the same value.
 * @throws INVALID_FIELD if the path isn't percent-encoded UTF-8; adds the failure if the body differs
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

/** Renames the failure's field to the name that the caller sent: `first` in the schema is `limit` in /v1. */
export const renameFailureField = (
  failure: Failure,
  variables: readonly OperationVariable[],
  sentNames: ParsedVariables["sentNames"],
): Failure => {
  const { field } = failure;
  if (field === undefined) return failure;
  for (const { name, path } of variables) {
    const schemaName = formatFieldPath(path);
    if (field !== schemaName && !field.startsWith(`${schemaName}.`)) continue;
    return failure.withField((sentNames.get(name) ?? name) + field.slice(schemaName.length));
  }
  return failure;
};
