import {
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";
import { constraintsOf, isNotNull } from "./constraints.js";
import { DEFAULT_MAX_CHARACTERS, limitsOf } from "./declared-limits.js";

type Fits = (value: unknown) => boolean;

const MAX_INT = 2 ** 31 - 1;
const MAX_UTF8_BYTES_PER_UNIT = 3;

const buildTextFits = (field: GraphQLInputField): Fits => {
  const { maxBytes, maxCharacters = DEFAULT_MAX_CHARACTERS } = limitsOf(field);
  const maxUnits = maxBytes === undefined ? maxCharacters : maxBytes / MAX_UTF8_BYTES_PER_UNIT;
  const minUnits = constraintsOf(field).minLength ?? 0;
  return (value) =>
    typeof value === "string" &&
    value.length >= minUnits &&
    value.length <= maxUnits &&
    !value.includes("\0") &&
    value.isWellFormed();
};

const buildIntFits = (field: GraphQLInputField): Fits => {
  const min = constraintsOf(field).minimum ?? -MAX_INT - 1;
  return (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= MAX_INT;
};

/** Returns a check of a value that is neither null nor absent. Never true for other types than these. */
const buildValueFits = (field: GraphQLInputField, type: GraphQLInputType): Fits => {
  if (isEnumType(type)) return (value) => typeof value === "string" && !!type.getValue(value);
  if (!("name" in type)) return () => false;
  if (type.name === "String" || type.name === "ID") return buildTextFits(field);
  if (type.name === "Int") return buildIntFits(field);
  if (type.name === "Boolean") return (value) => typeof value === "boolean";
  return () => false;
};

const buildFieldFits = (field: GraphQLInputField): Fits => {
  const isRequired = isNonNullType(field.type);
  const mayBeAbsent = !isRequired || field.defaultValue !== undefined;
  const mayBeNull = !isRequired && !isNotNull(field);
  const fits = buildValueFits(field, isNonNullType(field.type) ? field.type.ofType : field.type);
  return (value) => {
    if (value === undefined) return mayBeAbsent;
    return value === null ? mayBeNull : fits(value);
  };
};

const buildFits = (declared: GraphQLInputType): Fits => {
  const type = isNonNullType(declared) ? declared.ofType : declared;
  if (!isInputObjectType(type)) return () => false;
  const fields = Object.values(type.getFields()).map(
    (field) => [field.name, buildFieldFits(field)] as const,
  );
  const names = new Set(fields.map(([name]) => name));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (const name in value) if (!names.has(name)) return false;
    for (const [name, fits] of fields)
      if (!fits((value as Record<string, unknown>)[name])) return false;
    return true;
  };
};

const fitsByType = new WeakMap<GraphQLInputType, Fits>();

/**
 * Returns a check of a list's items: true if an item is an input object with a valid value in every field. False proves
 * nothing: the item may be valid in a way that this check doesn't cover. A transcript has 50,000 items, for which the
 * checks that find the reason of an error take a tenth of a second each.
 */
export const fitsItemOf = (type: GraphQLInputType): Fits => {
  let fits = fitsByType.get(type);
  if (!fits) fitsByType.set(type, (fits = buildFits(type)));
  return fits;
};

/** Returns whether a value is a list of input objects that are valid in every field. False proves nothing. */
export const fitsList = (value: unknown, declared: GraphQLInputType): boolean => {
  const type = isNonNullType(declared) ? declared.ofType : declared;
  return isListType(type) && Array.isArray(value) && value.every(fitsItemOf(type.ofType));
};
