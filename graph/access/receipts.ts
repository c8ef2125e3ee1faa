import {
  type DefinitionNode,
  type DocumentNode,
  getNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { Extensions } from "type-graphql";
import type { Context } from "../context/context.js";
import { Failure } from "../core/errors.js";

/**
 * Marks a field, or all non-object fields of a type, that a mutation may return to a named key without the scope
 * `read`. Unmarked fields need `read`, as in a query.
 */
export const Receipt = (): ClassDecorator & MethodDecorator & PropertyDecorator =>
  Extensions({ receipt: true });

const isReceipt = ({ extensions }: { extensions: Record<string, unknown> }): boolean =>
  extensions["receipt"] === true;

/**
 * Returns the first field that an operation selects and that isn't a receipt; undefined if there is none.
 * `definitions`: the operation, and its fragments.
 */
const findUnmarkedField = (
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  operation: OperationDefinitionNode,
  isAlsoMarked: (field: string) => boolean = () => false,
): string | undefined => {
  const types = new TypeInfo(schema);
  let unmarked: string | undefined;
  const visitor = visitWithTypeInfo(types, {
    [Kind.FIELD]: ({ name }) => {
      const parent = types.getParentType();
      const field = types.getFieldDef();
      if (unmarked !== undefined || !isObjectType(parent) || !field) return;
      if (parent === schema.getMutationType() || name.value.startsWith("__")) return;
      const isMarked =
        isReceipt(field) || (isReceipt(parent) && !isCompositeType(getNamedType(field.type)));
      const path = `${parent.name}.${name.value}`;
      if (!isMarked && !isAlsoMarked(path)) unmarked = path;
    },
  });
  for (const definition of definitions)
    if (definition === operation || definition.kind === Kind.FRAGMENT_DEFINITION)
      visit(definition, visitor);
  return unmarked;
};

/** Returns whether a change selects receipts only, and fields that `isAlsoMarked` accepts as `Type.field`. */
export const selectsReceipts = (
  { schema, operation, fragments }: GraphQLResolveInfo,
  isAlsoMarked: (field: string) => boolean,
): boolean =>
  findUnmarkedField(schema, [operation, ...Object.values(fragments)], operation, isAlsoMarked) ===
  undefined;

/**
 * Checks, before a mutation runs, the fields it returns to a named key without the scope `read`. Other callers may read
 * what they change.
 * @throws FORBIDDEN naming the first field that needs `read`
 */
export const requireReceipts = (
  schema: GraphQLSchema,
  { keyScopes }: Pick<Context, "keyScopes">,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): void => {
  if (!keyScopes || keyScopes.has("read") || operation.operation !== OperationTypeNode.MUTATION)
    return;
  const field = findUnmarkedField(schema, document.definitions, operation);
  if (field !== undefined)
    throw new Failure("FORBIDDEN", `The key lacks the scope read, which ${field} needs`);
};
