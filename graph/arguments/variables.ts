import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
} from "graphql";
import { Failure, invalidField, missingField } from "../core/errors.js";
import { fitsItemOf, fitsList } from "./fits-type.js";
import { formatFieldPath } from "./limits.js";

type Path = (string | number)[];

export interface OperationVariable {
  name: string;
  type: GraphQLInputType;
  /** The path in the operation's arguments, as errors show it. */
  path: Path;
  /** The variable is required, unless one of these has a value. */
  alternatives?: readonly string[];
}

const collectVariablePaths = (value: ValueNode, path: Path, found: Map<string, Path>): void => {
  if (value.kind === Kind.VARIABLE) found.set(value.name.value, path);
  if (value.kind === Kind.OBJECT)
    for (const field of value.fields)
      collectVariablePaths(field.value, [...path, field.name.value], found);
};

/** Returns the variables of an operation in the order of declaration. */
export const listVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): OperationVariable[] => {
  const paths = new Map<string, Path>();
  for (const field of operation.selectionSet.selections)
    if (field.kind === Kind.FIELD)
      for (const argument of field.arguments ?? [])
        collectVariablePaths(argument.value, [argument.name.value], paths);
  return (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const declared = typeFromAST(schema, type as never) as GraphQLInputType;
    return {
      name,
      // A variable with a default may be absent, but not null.
      type: defaultValue && isNonNullType(declared) ? declared.ofType : declared,
      path: paths.get(name) ?? [name],
    };
  });
};

/** Returns the path of the first missing required value. */
const findMissing = (value: unknown, declared: GraphQLInputType, path: Path): Path | undefined => {
  if (value === null || value === undefined) return isNonNullType(declared) ? path : undefined;
  const type = getNullableType(declared);
  if (isListType(type) && Array.isArray(value)) {
    const fits = fitsItemOf(type.ofType);
    for (const [index, item] of value.entries()) {
      if (fits(item)) continue;
      const found = findMissing(item, type.ofType, [...path, index]);
      if (found) return found;
    }
  } else if (isInputObjectType(type) && typeof value === "object" && !Array.isArray(value))
    for (const field of Object.values(type.getFields())) {
      if (field.defaultValue !== undefined) continue;
      const item = (value as Record<string, unknown>)[field.name];
      const found = findMissing(item, field.type, [...path, field.name]);
      if (found) return found;
    }
  return undefined;
};

const resolveTypeAt = (declared: GraphQLInputType, path: Path): GraphQLInputType => {
  let type: GraphQLInputType = getNullableType(declared);
  for (const part of path) {
    if (isListType(type)) type = getNullableType(type.ofType);
    else if (isInputObjectType(type)) type = getNullableType(type.getFields()[part]!.type);
  }
  return type;
};

const typeReasons: Record<string, string> = {
  Int: "must be a whole number of 32 bits",
  Float: "must be a number",
  Boolean: "must be true or false",
  String: "must be a string",
  ID: "must be a string",
};

/** What a list must have, by the type of its items. */
const listReasons: Record<string, string> = {
  UtteranceInput: "must be a list of utterances with speaker, text, start and end",
};

const formatReason = (type: GraphQLInputType, value: unknown): string => {
  if (isListType(type)) return listReasons[getNamedType(type).name] ?? "must be a list";
  if (isInputObjectType(type))
    return typeof value === "object" && !Array.isArray(value)
      ? "contains a field that its type doesn't have"
      : "must be an object";
  if (isEnumType(type)) {
    const names = type.getValues().map((value) => value.name);
    return `must be ${names.length > 1 ? "one of " : ""}${names.join(", ")}`;
  }
  return typeReasons[(type as { name: string }).name] ?? "is not valid";
};

/** Returns the value with empty lists in place of lists whose items are known to be valid. */
const omitFittingLists = (value: unknown, declared: GraphQLInputType): unknown => {
  if (typeof value !== "object" || value === null) return value;
  const type = getNullableType(declared);
  if (isListType(type)) return fitsList(value, type) ? [] : value;
  if (!isInputObjectType(type) || Array.isArray(value)) return value;
  const copy = { ...value } as Record<string, unknown>;
  for (const { name, type: inner } of Object.values(type.getFields()))
    if (Object.hasOwn(copy, name)) copy[name] = omitFittingLists(copy[name], inner);
  return copy;
};

/** @throws MISSING_REQUIRED_FIELD for the first required value, in the order of declaration. */
export const validateRequired = (
  variables: readonly OperationVariable[],
  values: Record<string, unknown>,
): void => {
  const isAbsent = (name: string): boolean => values[name] === null || values[name] === undefined;
  for (const { name, type, path, alternatives } of variables) {
    const found =
      alternatives && isAbsent(name) && alternatives.every(isAbsent)
        ? path
        : findMissing(values[name], type, path);
    if (found) throw missingField(formatFieldPath(found));
  }
};

/** @throws INVALID_FIELD for the first value that doesn't fit its type. */
export const validateValues = (
  variables: readonly OperationVariable[],
  values: Record<string, unknown>,
): void => {
  for (const { name, type, path } of variables) {
    const value = values[name];
    if (value === undefined) continue;
    coerceInputValue(omitFittingLists(value, type), type, (inner, bad, error) => {
      const cause = error.originalError ?? error;
      const reason =
        cause instanceof Failure
          ? cause.reason
          : formatReason(resolveTypeAt(type, [...inner]), bad);
      throw invalidField(formatFieldPath([...path, ...inner]), reason);
    });
  }
};
