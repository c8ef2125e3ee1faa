import { type GraphQLSchema, graphql } from "graphql";
import { createContext, type Services } from "../../graph/context/context.js";

/**
 * Runs an operation of the demo's organization and returns its data. `at`: when it seems to happen, in milliseconds
 * since 1970; by default now. @throws its first error
 */
export type RunOperation = <Data>(source: string, variables: object, at?: number) => Promise<Data>;

export const createOperationRunner =
  (schema: GraphQLSchema, services: Services, organizationId: string): RunOperation =>
  async <Data>(source: string, variables: object, at?: number) => {
    const credential = { role: "internal", organizationId } as const;
    const then = at === undefined ? services : { ...services, now: () => at };
    const contextValue = createContext(then, credential, "demo");
    const variableValues = variables as Record<string, unknown>;
    const { data, errors } = await graphql({ schema, source, contextValue, variableValues });
    if (errors) throw errors[0]!;
    return data as Data;
  };
