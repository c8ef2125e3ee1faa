import {
  getNullableType,
  type GraphQLField,
  type GraphQLInputField,
  isListType,
  isNonNullType,
  isScalarType,
} from "graphql";
import { constraintsOf } from "../graph/arguments/constraints.js";
import type { OperationVariable } from "../graph/arguments/variables.js";
import { resolveInput } from "./resolve-input.js";

const TEXT_TYPES: ReadonlySet<string> = new Set(["String", "ID"]);

/** Returns whether an input is optional and can't be an empty string: a time, an id, a URL, a number, an object. */
export const isBlankAbsent = ({
  type,
  extensions,
}: Pick<GraphQLInputField, "type" | "extensions">): boolean => {
  if (isNonNullType(type)) return false;
  const nullable = getNullableType(type);
  const isText = isScalarType(nullable) && TEXT_TYPES.has(nullable.name);
  return isListType(nullable) || !isText || constraintsOf({ extensions }).minLength === 1;
};

/** Returns the names of the variables of a root field for which an empty string counts as absent. */
export const listBlankNames = (
  field: GraphQLField<unknown, unknown>,
  variables: readonly OperationVariable[],
  required: readonly string[],
): Set<string> =>
  new Set(
    variables.flatMap((variable) => {
      const { name, type } = variable;
      const { extensions } = resolveInput(field, variable);
      return !required.includes(name) && isBlankAbsent({ type, extensions }) ? name : [];
    }),
  );
