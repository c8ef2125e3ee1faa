import {
  getNamedType,
  type GraphQLField,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from "graphql";

const isSelectable = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  !args.some(isRequiredArgument);

/**
 * Builds the selection of all fields of a type, `depth` levels deep, except the fields in
 * `without`.
 */
export const buildFullSelection = (
  schema: GraphQLSchema,
  typeName: string,
  depth: number,
  without: ReadonlySet<string> = new Set(),
): string => {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} has no fields`);
  const fields = Object.values(type.getFields())
    .filter((field) => isSelectable(field) && !without.has(field.name))
    .flatMap((field) => {
      const inner = getNamedType(field.type);
      if (isLeafType(inner)) return [field.name];
      return depth > 1
        ? [`${field.name} ${buildFullSelection(schema, inner.name, depth - 1, without)}`]
        : [];
    });
  return `{ ${["__typename", ...fields].join(" ")} }`;
};
