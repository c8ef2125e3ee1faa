import type { ApolloServerPlugin } from "@apollo/server";
import { GraphQLError } from "graphql";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { Context } from "../../graph/core/context.js";
import { classifyError } from "../../graph/core/errors.js";
import { statusOf } from "../../rest/errors.js";
import type { OperationCheck } from "./plugins.js";

/** Converts the refusal of a share into an error with its HTTP status. */
export const toShareError = (error: unknown): GraphQLError => {
  const { failure } = classifyError(error);
  const extensions = { ...failure.extensions, http: { status: statusOf(failure) } };
  return new GraphQLError(failure.message, { originalError: failure, extensions });
};

/**
 * Creates the plugin that checks operations, and runs metered ones in the organization's share of them. Apollo runs the
 * hooks of different plugins at the same time, and only the check knows whether an operation is metered.
 */
export const createSharePlugin = (check: OperationCheck): ApolloServerPlugin<Context> => {
  const shares = new FairShares(SHARE_LIMITS.largeOperations);
  return {
    requestDidStart: async () => {
      let release: (() => void) | undefined;
      const end = async (): Promise<void> => release?.();
      return {
        didResolveOperation: async (requestContext) => {
          await check(requestContext);
          const { budget, organizationId, signal } = requestContext.contextValue;
          if (!budget.isMetered) return;
          try {
            release = await shares.acquire(organizationId, signal);
          } catch (error) {
            throw toShareError(error);
          }
        },
        willSendResponse: end,
        unexpectedErrorProcessingRequest: end,
      };
    },
  };
};
