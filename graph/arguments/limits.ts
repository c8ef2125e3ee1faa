import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isScalarType,
} from "graphql";
import { Extensions } from "type-graphql";
import { invalidField, missingField } from "../core/errors.js";
import { DEFAULT_MAX_CHARACTERS, limitsOf, type Limits } from "./declared-limits.js";
import { fitsItemOf } from "./fits-type.js";
import { isNotNull, type Constraints, constraintsOf } from "./constraints.js";

/** Items on a page. */
export const MAX_PAGE_SIZE = 100;

export const DEFAULT_MAX_ITEMS = 10_000;
export const MAX_TEXT_BYTES = 100_000;
const MAX_URL_CHARACTERS = 8192;
export const MAX_JSON_BYTES = 16 * 1024;
const MAX_JSON_DEPTH = 64;

/** A text that people or models write. Any other text is a name, a title, an id or an e-mail address. */
export const LONG_TEXT: Limits = { maxBytes: MAX_TEXT_BYTES };
export const URL_TEXT: Limits = { maxCharacters: MAX_URL_CHARACTERS };
/** JSON that is stored with a row. */
export const JSON_OBJECT: Limits = { isObject: true, maxBytes: MAX_JSON_BYTES };

/** Declares the limits of an input field. */
export const Limit = (limits: Limits): MethodDecorator & PropertyDecorator =>
  Extensions({ limits });

/** Declares the limits of an operation's arguments, keyed by name. */
export const ArgumentLimits = (argumentLimits: Record<string, Limits>): MethodDecorator =>
  Extensions({ argumentLimits });

/** Applies the limits that an operation's method declares to its arguments. */
export const applyArgumentLimits = ({ args, extensions }: GraphQLField<unknown, unknown>): void => {
  const declared = extensions["argumentLimits"] as Record<string, Limits> | undefined;
  for (const [name, limits] of Object.entries(declared ?? {})) {
    const arg = args.find((candidate) => candidate.name === name);
    if (!arg) throw new Error(`No argument is named ${name}`);
    arg.extensions = { ...arg.extensions, limits };
  }
};

/** Returns the limits of an argument or an input field as JSON Schema, which has no keyword for bytes. */
export const buildLimitSchema = (
  { name, extensions }: Pick<GraphQLArgument, "name" | "extensions">,
  inputType: GraphQLInputType,
): Record<string, unknown> => {
  const type = getNullableType(inputType);
  const { maxItems, maxBytes, maxCharacters, isObject } = limitsOf({ extensions });
  if (isListType(type)) return { maxItems: maxItems ?? DEFAULT_MAX_ITEMS };
  if (name === "first") return { minimum: 1, maximum: MAX_PAGE_SIZE };
  if (!isScalarType(type)) return {};
  if (type.name === "JSON") return isObject ? { type: "object", "x-max-bytes": maxBytes } : {};
  if (type.name !== "String" && type.name !== "ID") return {};
  return maxBytes === undefined
    ? { maxLength: maxCharacters ?? DEFAULT_MAX_CHARACTERS }
    : { "x-max-bytes": maxBytes };
};

/** Arguments that errors omit: `input.title` is `title`. */
const wrapperArguments = new Set(["input", "filter"]);

/** Formats a field's path for errors, without the wrapper argument. */
export const formatFieldPath = (path: readonly (string | number)[]): string =>
  (path.length > 1 && wrapperArguments.has(String(path[0])) ? path.slice(1) : path).join(".");

// The UTF-16 length is an upper bound of the number of characters, and far cheaper to read.
const isLonger = (text: string, characters: number): boolean =>
  text.length > characters && Array.from(text).length > characters;

/** Validates a text. @throws INVALID_FIELD if it exceeds its limit or isn't Unicode */
export const validateText = (
  text: string,
  field: () => string,
  { maxBytes, maxCharacters = DEFAULT_MAX_CHARACTERS }: Limits = {},
): void => {
  if (text.includes("\0")) throw invalidField(field(), "must not have U+0000");
  // A lone surrogate has no UTF-8 encoding: the database would store another character.
  if (!text.isWellFormed()) throw invalidField(field(), "must be well-formed Unicode");
  if (maxBytes !== undefined) {
    if (Buffer.byteLength(text) > maxBytes)
      throw invalidField(field(), `must be at most ${maxBytes} bytes`);
    return;
  }
  if (isLonger(text, maxCharacters))
    throw invalidField(field(), `must be at most ${maxCharacters} characters`);
};

/** Validates every string and number in a JSON value, down to the depth that all our tools can parse. */
const validateJson = (value: unknown, field: string, depth = 0): void => {
  if (depth > MAX_JSON_DEPTH)
    throw invalidField(field, `must be at most ${MAX_JSON_DEPTH} levels deep`);
  if (typeof value === "string") {
    if (value.includes("\0")) throw invalidField(field, "must not have U+0000");
    if (!value.isWellFormed()) throw invalidField(field, "must be well-formed Unicode");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw invalidField(field, "must contain only finite numbers");
  } else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) {
      validateJson(key, field, depth);
      validateJson(item, field, depth + 1);
    }
};

export const validateObject = (value: unknown, field: string): void => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(field, "must be an object");
  validateJson(value, field);
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_JSON_BYTES)
    throw invalidField(field, `must be at most ${MAX_JSON_BYTES} bytes as JSON`);
};

/** A place in the arguments, from the inside out. Only an error needs the whole path. */
interface ArgumentPath {
  up?: ArgumentPath;
  part: string | number;
}

const formatArgumentPath = (place: ArgumentPath): string => {
  const path: (string | number)[] = [];
  for (let step: ArgumentPath | undefined = place; step; step = step.up) path.unshift(step.part);
  return formatFieldPath(path);
};

const validateConstraints = (
  value: unknown,
  { minLength, minimum }: Constraints,
  place: ArgumentPath,
): void => {
  if (minLength !== undefined && value === "")
    throw invalidField(formatArgumentPath(place), "must not be empty");
  if (minimum !== undefined && typeof value === "number" && value < minimum)
    throw invalidField(formatArgumentPath(place), "must not be negative");
};

/** The limits of a list hold for its length; items have the default. */
const ITEM_LIMITS: Limits = {};

const validateValue = (
  value: unknown,
  inputType: GraphQLInputType,
  limits: Limits,
  place: ArgumentPath,
): void => {
  if (value === null || value === undefined) return;
  const type = getNullableType(inputType);
  if (isListType(type)) {
    const { maxItems = DEFAULT_MAX_ITEMS } = limits;
    if ((value as unknown[]).length > maxItems)
      throw invalidField(formatArgumentPath(place), `must have at most ${maxItems} items`);
    const fits = fitsItemOf(type.ofType);
    for (const [part, item] of (value as unknown[]).entries())
      if (!fits(item)) validateValue(item, type.ofType, ITEM_LIMITS, { up: place, part });
  } else if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const values = value as Record<string, unknown>;
    // An error for a missing value comes before one for a wrong value, as with required fields.
    for (const field of fields)
      if (values[field.name] === null && isNotNull(field))
        throw missingField(formatArgumentPath({ up: place, part: field.name }));
    for (const field of fields) {
      const within = { up: place, part: field.name };
      const item = values[field.name];
      validateValue(item, field.type, limitsOf(field), within);
      validateConstraints(item, constraintsOf(field), within);
    }
  } else if (isScalarType(type) && type.name === "JSON") {
    if (limits.isObject) validateObject(value, formatArgumentPath(place));
    else validateJson(value, formatArgumentPath(place));
  } else if (typeof value === "string")
    validateText(value, () => formatArgumentPath(place), limits);
};

/**
 * Checks the arguments of an operation against the limits on strings, lists and JSON.
 * @throws MISSING_REQUIRED_FIELD for null in a field that may only be absent; INVALID_FIELD
 */
export const validateLimits = (
  values: Record<string, unknown>,
  args: readonly GraphQLArgument[],
): void => {
  for (const arg of args)
    validateValue(values[arg.name], arg.type, limitsOf(arg), { part: arg.name });
};
