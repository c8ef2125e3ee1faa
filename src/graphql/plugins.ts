import type { ApolloServerPlugin } from "@apollo/server";
import {
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import type { Context } from "../graph/context.js";
import { Failure, failureOf } from "../graph/errors.js";
import { checkRequired, checkValues, type Variable, variablesOf } from "../graph/variables.js";
import { statusOf } from "../rest/errors.js";
import { costCheck } from "./graphql-cost.js";
import type { Log } from "./log.js";

/** Apollo's own codes for a document that cannot be run; they say nothing of the inside. */
const documentCodes = new Set([
  "GRAPHQL_PARSE_FAILED",
  "GRAPHQL_VALIDATION_FAILED",
  "OPERATION_RESOLUTION_FAILURE",
  "BAD_USER_INPUT",
  "BAD_REQUEST",
  "PERSISTED_QUERY_NOT_SUPPORTED",
  "PERSISTED_QUERY_NOT_FOUND",
]);

/** Whether it says that a document cannot be run. */
export const isOfDocument = (error: GraphQLFormattedError): boolean =>
  documentCodes.has(String(error.extensions?.["code"]));

/** The same checks, names and reasons for variables as /v1 has for its parameters; then the cost. */
export const checked = (schema: GraphQLSchema): ApolloServerPlugin<Context> => {
  const declared = new WeakMap<OperationDefinitionNode, Variable[]>();
  const checkCost = costCheck(schema);
  const check = (operation: OperationDefinitionNode, values: Record<string, unknown>): void => {
    const variables = declared.get(operation) ?? variablesOf(schema, operation);
    declared.set(operation, variables);
    checkRequired(variables, values);
    checkValues(variables, values);
  };
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request }) => {
        if (!operation || !document) return;
        // Apollo lets it through to its executor, which has no way to run it.
        if (operation.operation === OperationTypeNode.SUBSCRIPTION)
          throw new GraphQLError("There are no subscriptions", {
            extensions: { code: "OPERATION_RESOLUTION_FAILURE", http: { status: 400 } },
          });
        try {
          check(operation, request.variables ?? {});
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          const extensions = { ...error.extensions, http: { status: 400 } };
          throw new GraphQLError(error.message, { originalError: error, extensions });
        }
        checkCost(document, operation, request.variables ?? {});
      },
    }),
  };
};

/** Logs what is unexpected; who has no credential yet is told what went wrong in the status too. */
export const toldErrors = (log: Log): ApolloServerPlugin<Context> => ({
  requestDidStart: async () => ({
    didEncounterErrors: async ({ errors, contextValue, response }) => {
      for (const error of errors) {
        if (!failureOf(error).unexpected || isOfDocument(error.toJSON())) continue;
        log.error({ requestId: contextValue.requestId, err: error.originalError ?? error });
      }
      if (contextValue.role === "visitor" && !errors.some((error) => isOfDocument(error.toJSON())))
        response.http.status = statusOf(failureOf(errors[0]).failure);
    },
  }),
});

/** Whether a caller asks for the older media type by name, and not for the newer one. */
const wantsPlainJson = (accept = ""): boolean =>
  /\bapplication\/json\b/i.test(accept) && !/\bapplication\/graphql-response\+json\b/i.test(accept);

/** GraphQL over HTTP: in application/json, a request that could be read has 200 whatever is in it. */
export const plainJson: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors, request, response, contextValue }) => {
      if (response.http.status !== 400 || contextValue.role === "visitor") return;
      if (errors?.some(({ extensions }) => extensions["code"] === "BAD_REQUEST")) return;
      if (wantsPlainJson(request.http?.headers.get("accept"))) response.http.status = 200;
    },
  }),
};
