import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import { keywordsOf } from "../../graph/keywords.js";
import { limitsOf } from "../../graph/limits.js";
import type { Variable } from "../../graph/variables.js";
import { type Components, described, objectOf, orNull, type Schema } from "./schemas.js";

type Input = GraphQLArgument | GraphQLInputField;

/** What a variable is passed to. */
export const inputOf = (field: GraphQLField<unknown, unknown>, { path }: Variable): Input => {
  const [first, ...rest] = path.map(String);
  let input: Input = field.args.find(({ name }) => name === first)!;
  for (const name of rest) {
    const type = getNullableType(input.type);
    if (isInputObjectType(type)) input = type.getFields()[name]!;
  }
  return input;
};

const ofType = (components: Components, name: string, declared: GraphQLInputType): Schema => {
  const type = getNullableType(declared);
  if (isListType(type))
    return {
      type: "array",
      items: { ...ofType(components, name, type.ofType) },
      ...limitsOf(name, type),
    };
  if (!isInputObjectType(type))
    return { ...components.leaf(type), ...keywordsOf(type), ...limitsOf(name, type) };
  const fields = Object.values(type.getFields());
  const optional = fields.filter(
    (field) => !isNonNullType(field.type) || field.defaultValue !== undefined,
  );
  return components.add(
    type.name,
    described(
      objectOf(
        Object.fromEntries(fields.map((field) => [field.name, schemaOf(components, field)])),
        optional.map(({ name }) => name),
      ),
      type.description,
    ),
  );
};

/** How a scalar of our own is written. */
const formOf = (declared: GraphQLInputType): string | null | undefined => {
  const type = getNullableType(declared);
  const isOurs = isScalarType(type) && !isSpecifiedScalarType(type) && type.name !== "JSON";
  return isOurs ? type.description : undefined;
};

/** What may be given: in a body null clears what is optional, in a query there is no null. */
export const schemaOf = (components: Components, input: Input, nullable = true): Schema => {
  const value = {
    ...ofType(components, input.name, input.type),
    ...keywordsOf(input),
    ...(input.defaultValue !== undefined && { default: input.defaultValue }),
  };
  return described(
    nullable && !isNonNullType(input.type) ? orNull(value) : value,
    [input.description, formOf(input.type)].filter(Boolean).join(" "),
  );
};
