import {
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import { constraintsOf } from "../../graph/arguments/constraints.js";
import { buildLimitSchema } from "../../graph/arguments/limits.js";
import type { Input } from "../resolve-input.js";
import {
  type Components,
  withDescription,
  buildObjectSchema,
  makeNullable,
  type OpenApiObject,
} from "./schemas.js";

const buildTypeSchema = (
  components: Components,
  input: Pick<Input, "name" | "extensions">,
  declared: GraphQLInputType,
): OpenApiObject => {
  const type = getNullableType(declared);
  if (isListType(type))
    return {
      type: "array",
      items: {
        ...buildTypeSchema(components, { name: input.name, extensions: {} }, type.ofType),
      },
      ...buildLimitSchema(input, type),
    };
  if (!isInputObjectType(type))
    return {
      ...components.resolveLeaf(type),
      ...constraintsOf(type),
      ...buildLimitSchema(input, type),
    };
  const fields = Object.values(type.getFields());
  const optional = fields.filter(
    (field) => !isNonNullType(field.type) || field.defaultValue !== undefined,
  );
  return components.addSchema(
    type.name,
    withDescription(
      buildObjectSchema(
        Object.fromEntries(
          fields.map((field) => [field.name, buildInputSchema(components, field)]),
        ),
        optional.map(({ name }) => name),
      ),
      type.description,
    ),
  );
};

/** Returns the format of a custom scalar, from its description. */
const scalarFormatOf = (declared: GraphQLInputType): string | null | undefined => {
  const type = getNullableType(declared);
  const isOurs = isScalarType(type) && !isSpecifiedScalarType(type) && type.name !== "JSON";
  return isOurs ? type.description : undefined;
};

/** Builds an input's schema. `nullable`: in a body, null clears an optional field; a query can't contain null. */
export const buildInputSchema = (
  components: Components,
  input: Input,
  nullable = true,
): OpenApiObject => {
  const value = {
    ...buildTypeSchema(components, input, input.type),
    ...constraintsOf(input),
    ...(input.defaultValue !== undefined && { default: input.defaultValue }),
  };
  return withDescription(
    nullable && !isNonNullType(input.type) ? makeNullable(value) : value,
    [input.description, scalarFormatOf(input.type)].filter(Boolean).join(" "),
  );
};
