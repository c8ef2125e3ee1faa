import type {
  ApolloServerPlugin,
  GraphQLRequest,
  GraphQLRequestContextDidResolveOperation,
} from "@apollo/server";
import {
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import { CONNECTED_CALLER } from "../../../graph/turns/caller.js";
import type { Context } from "../../../graph/context/context.js";
import { Failure, classifyError } from "../../../graph/core/errors.js";
import { requireReceipts } from "../../../graph/access/receipts.js";
import {
  validateRequired,
  validateValues,
  type OperationVariable,
  listVariables,
} from "../../../graph/arguments/variables.js";
import { yieldToEventLoop } from "../../../graph/turns/yield-to-event-loop.js";
import { statusOf } from "../../../rest/errors.js";
import { hasLargeBody } from "../../../rest/large-bodies.js";
import { createCostCheck } from "./cost-check.js";
import type { Log } from "../../base/log/log.js";

/** Apollo's codes for a document that cannot run. They reveal nothing internal. */
const documentErrorCodes = new Set([
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "OPERATION_RESOLUTION_FAILURE",
  "BAD_USER_INPUT",
  "BAD_REQUEST",
  "PERSISTED_QUERY_NOT_SUPPORTED",
  "PERSISTED_QUERY_NOT_FOUND",
]);

/** Returns whether the error is about a document that cannot run. */
export const isDocumentError = (error: GraphQLFormattedError): boolean =>
  documentErrorCodes.has(String(error.extensions?.["code"]));

/** Returns only the declared variables: others must not cost anything. */
const pickDeclared = (
  variables: readonly OperationVariable[],
  values: Record<string, unknown>,
): Record<string, unknown> => {
  const picked: Record<string, unknown> = {};
  for (const { name } of variables) if (Object.hasOwn(values, name)) picked[name] = values[name];
  return picked;
};

/** Lets other requests run before the next step of a request with a large body. */
const yieldIfLarge = async ({ http }: GraphQLRequest): Promise<void> => {
  if (http && hasLargeBody(http.headers)) await yieldToEventLoop();
};

/** A check of an operation before it runs. */
export type OperationCheck = (
  requestContext: GraphQLRequestContextDidResolveOperation<Context>,
) => Promise<void>;

/** Creates the check of variables, as /v1 checks its parameters, and of the cost. */
export const createOperationCheck = (schema: GraphQLSchema): OperationCheck => {
  const declared = new WeakMap<OperationDefinitionNode, OperationVariable[]>();
  const checkCost = createCostCheck(schema);
  const listDeclared = (operation: OperationDefinitionNode): OperationVariable[] => {
    const variables = declared.get(operation) ?? listVariables(schema, operation);
    declared.set(operation, variables);
    return variables;
  };
  return async ({ document, operation, request, contextValue }) => {
    if (!operation || !document) return;
    if (operation.operation === OperationTypeNode.MUTATION) {
      contextValue.caller = CONNECTED_CALLER;
      contextValue.budget.makeUninterruptible();
    }
    // Otherwise, Apollo passes it to its executor, which can't run it.
    if (operation.operation === OperationTypeNode.SUBSCRIPTION)
      throw new GraphQLError("Subscriptions aren't supported", {
        extensions: { code: "OPERATION_RESOLUTION_FAILURE", http: { status: 400 } },
      });
    const variables = listDeclared(operation);
    const values = pickDeclared(variables, request.variables ?? {});
    request.variables = values;
    try {
      requireReceipts(schema, contextValue, document, operation);
      validateRequired(variables, values);
      await yieldIfLarge(request);
      validateValues(variables, values);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A resolver's error also has status 200.
      const status = error.code === "FORBIDDEN" ? 200 : 400;
      const extensions = { ...error.extensions, http: { status } };
      throw new GraphQLError(error.message, { originalError: error, extensions });
    }
    const { isMetered, isLarge } = checkCost(document, operation, variables, values);
    if (isMetered) contextValue.budget.meter();
    if (isLarge) contextValue.budget.markLarge();
    // The executor coerces all variables in one uninterrupted step.
    await yieldIfLarge(request);
  };
};

/** Logs unexpected errors. Without a credential, the HTTP status also reports the error. */
export const createErrorPlugin = (log: Log): ApolloServerPlugin<Context> => ({
  requestDidStart: async () => ({
    didEncounterErrors: async ({ errors, contextValue, response }) => {
      for (const error of errors) {
        if (!classifyError(error).unexpected || isDocumentError(error.toJSON())) continue;
        log.error({ requestId: contextValue.requestId, err: error.originalError ?? error });
      }
      if (
        contextValue.role === "visitor" &&
        !errors.some((error) => isDocumentError(error.toJSON()))
      )
        response.http.status = statusOf(classifyError(errors[0]).failure);
    },
  }),
});

/** Returns whether `accept` names the older media type and not the newer one. */
const wantsPlainJson = (accept = ""): boolean =>
  /\bapplication\/json\b/i.test(accept) && !/\bapplication\/graphql-response\+json\b/i.test(accept);

/** GraphQL over HTTP: in application/json, a well-formed request gets 200 whatever its result. */
export const plainJsonPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors, request, response, contextValue }) => {
      if (response.http.status !== 400 || contextValue.role === "visitor") return;
      if (errors?.some(({ extensions }) => extensions["code"] === "BAD_REQUEST")) return;
      if (wantsPlainJson(request.http?.headers.get("accept"))) response.http.status = 200;
    },
  }),
};
