import type { GraphQLSchema } from "graphql";
import { createSchema } from "../../graph/schema.js";

let schema: GraphQLSchema | undefined;

/** Returns the schema of this process: the servers of its tests share one. */
export const getSchema = (): GraphQLSchema => (schema ??= createSchema());
