import type { GraphQLSchema } from "graphql";
import { createSchema } from "../../../graph/schema.js";

let schema: GraphQLSchema | undefined;

/** Returns the schema, which all servers of a process share. */
export const getSchema = (): GraphQLSchema => (schema ??= createSchema());
