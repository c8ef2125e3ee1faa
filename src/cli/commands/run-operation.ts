import { execute, getOperationAST, type GraphQLSchema, parse } from "graphql";
import {
  validateRequired,
  validateValues,
  listVariables,
} from "../../../graph/arguments/variables.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import { classifyError } from "../../../graph/core/errors.js";

/** Runs an operation of the core. @throws Failure if the core refuses it */
export type RunOperation = <Data>(
  operation: string,
  variables?: Record<string, unknown>,
) => Promise<Data>;

/** Creates the function that runs operations of the core for an organization, as the internal role. */
export const createRunOperation =
  (schema: GraphQLSchema, services: Services, organizationId: string): RunOperation =>
  async <Data>(operation: string, variables: Record<string, unknown> = {}): Promise<Data> => {
    const document = parse(operation);
    // The same checks and messages as over /graphql.
    const declared = listVariables(schema, getOperationAST(document)!);
    validateRequired(declared, variables);
    validateValues(declared, variables);
    const credential = { role: "internal", organizationId } as const;
    const { data, errors } = await execute({
      schema,
      document,
      variableValues: variables,
      contextValue: createContext(services, credential, services.newId()),
    });
    const [error] = errors ?? [];
    if (!error) return data as Data;
    const { failure, unexpected } = classifyError(error);
    throw unexpected ? (error.originalError ?? error) : failure;
  };
