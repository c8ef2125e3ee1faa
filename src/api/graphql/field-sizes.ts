import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
} from "graphql";
import { limitsOf } from "../../../graph/arguments/declared-limits.js";
import { DEFAULT_MAX_ITEMS, MAX_JSON_BYTES } from "../../../graph/arguments/limits.js";

/** The largest response size of a short text: 1,024 characters of 4 bytes. */
const SHORT_TEXT_BYTES = 4 * 1024;
const NUMBER_BYTES = 24;

const BYTES_BY_TYPE: Record<string, number> = {
  Boolean: 5,
  Int: NUMBER_BYTES,
  Float: NUMBER_BYTES,
  DateTime: NUMBER_BYTES,
  JSON: MAX_JSON_BYTES,
};

/** The most bytes of a field's value, and the most items of a list without pages. */
export interface FieldSizes {
  bytesOf: (field: GraphQLField<unknown, unknown>) => number;
  itemsOf: (field: GraphQLField<unknown, unknown>) => number;
}

const raise = (sizes: Map<string, number>, name: string, size: number | undefined): void => {
  if (size !== undefined) sizes.set(name, Math.max(sizes.get(name) ?? 0, size));
};

/**
 * Derives field sizes from the limits of the input fields with the same names. A field without an input declares its
 * size in its extension `bytes`.
 */
export const createFieldSizes = (schema: GraphQLSchema): FieldSizes => {
  const bytesByName = new Map<string, number>();
  const itemsByName = new Map<string, number>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) {
        const { maxBytes, maxCharacters, maxItems } = limitsOf(field);
        raise(bytesByName, field.name, maxBytes ?? (maxCharacters && maxCharacters * 4));
        raise(itemsByName, field.name, maxItems);
      }
  return {
    bytesOf: ({ name, type, extensions }) => {
      const named = getNamedType(type);
      return (
        (extensions["bytes"] as number | undefined) ??
        bytesByName.get(name) ??
        BYTES_BY_TYPE[named.name] ??
        (isEnumType(named) ? NUMBER_BYTES : SHORT_TEXT_BYTES)
      );
    },
    itemsOf: ({ name, type }) =>
      isListType(getNullableType(type)) ? (itemsByName.get(name) ?? DEFAULT_MAX_ITEMS) : 1,
  };
};
