import type { DocumentNode, GraphQLSchema } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";

/**
 * An operation as a function. What GraphQL's own scalars and enums would look at once more goes out as the
 * resolvers gave it: in a page or a transcript that is most of the work. createSchema sees to it that
 * flags are booleans by then.
 * @throws where the document does not fit the schema
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
