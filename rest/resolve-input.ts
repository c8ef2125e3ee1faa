import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  isInputObjectType,
} from "graphql";
import type { OperationVariable } from "../graph/arguments/variables.js";

export type Input = GraphQLArgument | GraphQLInputField;

/** Finds the argument or input field that receives the variable. */
export const resolveInput = (
  field: GraphQLField<unknown, unknown>,
  { path }: OperationVariable,
): Input => {
  const [first, ...rest] = path.map(String);
  let input: Input = field.args.find(({ name }) => name === first)!;
  for (const name of rest) {
    const type = getNullableType(input.type);
    if (isInputObjectType(type)) input = type.getFields()[name]!;
  }
  return input;
};
