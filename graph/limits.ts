import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isScalarType,
} from "graphql";
import { invalidField, missingField } from "./errors.js";
import { isNotNull, type Keywords, keywordsOf } from "./keywords.js";

/** How many a page may have. */
export const MOST = 100;

const NAME_CHARACTERS = 1024;
const TEXT_BYTES = 100_000;
const URL_CHARACTERS = 8192;
/** Of JSON that is kept beside a row. */
export const JSON_BYTES = 16 * 1024;
const JSON_DEPTH = 64;

/** What people or models write at length. Every other string is a name, a title, an id or an e-mail. */
const texts = new Set("answer coaching notes prompt question reason summary text".split(" "));
const urls = new Set(["mediaUrl", "url"]);
/** JSON that is kept beside a row; it must be an object. */
const objects = new Set(["customFields", "entity", "insights", "metadata"]);

/** How many a list may have: of tags and questions, statistics are kept for each. */
const items = new Map([
  ["tags", 100],
  ["questions", 200],
  ["answers", 200],
  ["actionItems", 1_000],
  ["transcript", 50_000],
]);
const ITEMS = 10_000;

const mostCharacters = (name: string): number =>
  urls.has(name) ? URL_CHARACTERS : NAME_CHARACTERS;
const mostItems = (name: string): number => items.get(name) ?? ITEMS;

/** The limits of an argument or input field, as JSON Schema says them; it has no word for bytes. */
export const limitsOf = (name: string, inputType: GraphQLInputType): Record<string, unknown> => {
  const type = getNullableType(inputType);
  if (isListType(type)) return { maxItems: mostItems(name) };
  if (name === "first") return { minimum: 1, maximum: MOST };
  if (!isScalarType(type)) return {};
  if (type.name === "JSON")
    return objects.has(name) ? { type: "object", "x-max-bytes": JSON_BYTES } : {};
  if (type.name !== "String" && type.name !== "ID") return {};
  return texts.has(name) ? { "x-max-bytes": TEXT_BYTES } : { maxLength: mostCharacters(name) };
};

/** Arguments that only wrap: `input.title` is `title` to whoever reads the error. */
const wrappers = new Set(["input", "filter"]);

/** The name of a field in errors: its path without the argument around it. */
export const fieldName = (path: readonly (string | number)[]): string =>
  (path.length > 1 && wrappers.has(String(path[0])) ? path.slice(1) : path).join(".");

// A UTF-16 length is never less than the number of characters, and far cheaper to get.
const longer = (text: string, characters: number): boolean =>
  text.length > characters && Array.from(text).length > characters;

/** @throws INVALID_FIELD for a string over the limit of a field of this name, or not Unicode */
export const checkText = (text: string, name: string, field: () => string): void => {
  if (text.includes("\0")) throw invalidField(field(), "must not have U+0000");
  // Half of a surrogate pair has no UTF-8: it would be stored as another character.
  if (!text.isWellFormed()) throw invalidField(field(), "must be well-formed Unicode");
  if (texts.has(name)) {
    if (Buffer.byteLength(text) > TEXT_BYTES)
      throw invalidField(field(), `must be at most ${TEXT_BYTES} bytes`);
    return;
  }
  const most = mostCharacters(name);
  if (longer(text, most)) throw invalidField(field(), `must be at most ${most} characters`);
};

/** Looks at every string in a JSON value, down to a depth that all of our tools can read again. */
const checkJson = (value: unknown, field: string, depth = 0): void => {
  if (depth > JSON_DEPTH) throw invalidField(field, `must be at most ${JSON_DEPTH} levels deep`);
  if (typeof value === "string") {
    if (value.includes("\0")) throw invalidField(field, "must not have U+0000");
    if (!value.isWellFormed()) throw invalidField(field, "must be well-formed Unicode");
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) throw invalidField(field, "must have finite numbers only");
  } else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) {
      checkJson(key, field, depth);
      checkJson(item, field, depth + 1);
    }
};

export const checkObject = (value: unknown, field: string): void => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(field, "must be an object");
  checkJson(value, field);
  if (Buffer.byteLength(JSON.stringify(value)) > JSON_BYTES)
    throw invalidField(field, `must be at most ${JSON_BYTES} bytes as JSON`);
};

/** A place in the arguments; its path is put together where there is something to say of it. */
interface Place {
  up?: Place;
  part: string | number;
  /** Of the nearest field. */
  name: string;
}

const fieldAt = (place: Place): string => {
  const path: (string | number)[] = [];
  for (let at: Place | undefined = place; at; at = at.up) path.unshift(at.part);
  return fieldName(path);
};

const checkKeywords = (value: unknown, { minLength, minimum }: Keywords, place: Place): void => {
  if (minLength !== undefined && value === "")
    throw invalidField(fieldAt(place), "must not be empty");
  if (minimum !== undefined && typeof value === "number" && value < minimum)
    throw invalidField(fieldAt(place), "must not be negative");
};

const check = (value: unknown, inputType: GraphQLInputType, place: Place): void => {
  if (value === null || value === undefined) return;
  const type = getNullableType(inputType);
  const { name } = place;
  if (isListType(type)) {
    const most = mostItems(name);
    if ((value as unknown[]).length > most)
      throw invalidField(fieldAt(place), `must have at most ${most} items`);
    for (const [part, item] of (value as unknown[]).entries())
      check(item, type.ofType, { up: place, part, name });
  } else if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const values = value as Record<string, unknown>;
    // What is missing is told before what is wrong, as it is of required fields.
    for (const field of fields)
      if (values[field.name] === null && isNotNull(field))
        throw missingField(fieldAt({ up: place, part: field.name, name: field.name }));
    for (const field of fields) {
      const { name: part, type: inner } = field;
      const within = { up: place, part, name: part };
      const item = values[part];
      check(item, inner, within);
      checkKeywords(item, keywordsOf(field), within);
    }
  } else if (isScalarType(type) && type.name === "JSON") {
    if (objects.has(name)) checkObject(value, fieldAt(place));
    else checkJson(value, fieldAt(place));
  } else if (typeof value === "string") checkText(value, name, () => fieldAt(place));
};

/**
 * Checks the arguments of an operation against the limits on strings, lists and JSON that hold everywhere.
 * @throws MISSING_REQUIRED_FIELD for a null that may only be left out, and INVALID_FIELD
 */
export const checkLimits = (
  values: Record<string, unknown>,
  args: readonly GraphQLArgument[],
): void => {
  for (const arg of args) check(values[arg.name], arg.type, { part: arg.name, name: arg.name });
};
