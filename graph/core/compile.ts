import type { DocumentNode, GraphQLSchema } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";

/**
 * Compiles an operation into a function. Scalars and enums of GraphQL itself are not serialized again: in a page or a
 * transcript that is most of the work. That is why createSchema turns stored flags into booleans.
 * @throws Error if the document doesn't fit the schema
 */
export const compileDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): CompiledQuery["query"] => {
  const compiled = compileQuery(schema, document, operationName, {
    disableLeafSerialization: true,
  });
  if (!isCompiledQuery(compiled)) throw new Error(JSON.stringify(compiled));
  return compiled.query;
};
