import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
} from "graphql";
import { constraintsOf } from "../graph/arguments/constraints.js";
import type { OperationVariable } from "../graph/arguments/variables.js";

type Declaration = Pick<GraphQLInputField, "type" | "extensions">;

const TEXT_TYPES: ReadonlySet<string> = new Set(["String", "ID"]);

/** Returns whether an input is optional and can't be an empty string: a time, an id, a URL, a number, an object. */
export const isBlankAbsent = ({ type, extensions }: Declaration): boolean => {
  if (isNonNullType(type)) return false;
  const nullable = getNullableType(type);
  const isText = isScalarType(nullable) && TEXT_TYPES.has(nullable.name);
  return isListType(nullable) || !isText || constraintsOf({ extensions }).minLength === 1;
};

/** Finds the argument or input field that a variable fills. */
const findDeclaration = (
  schema: GraphQLSchema,
  document: DocumentNode,
  [argument, ...fields]: OperationVariable["path"],
): Declaration | undefined => {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return undefined;
  const rootFields = schema.getRootType(operation.operation)!.getFields();
  const candidates = operation.selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? (rootFields[selection.name.value]?.args ?? []) : [],
  );
  let declared: GraphQLArgument | GraphQLInputField | undefined = candidates.find(
    ({ name }) => name === argument,
  );
  for (const name of fields) {
    const type = declared && getNamedType(declared.type);
    declared = isInputObjectType(type) ? type.getFields()[name] : undefined;
  }
  return declared;
};

/** Returns the names of the variables for which an empty string counts as absent. */
export const listBlankNames = (
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: readonly OperationVariable[],
  required: ReadonlySet<string>,
): Set<string> =>
  new Set(
    variables.flatMap(({ name, type, path }) => {
      const declared = findDeclaration(schema, document, path);
      if (!declared || required.has(name) || isNonNullType(type)) return [];
      return isBlankAbsent({ type, extensions: declared.extensions }) ? name : [];
    }),
  );
