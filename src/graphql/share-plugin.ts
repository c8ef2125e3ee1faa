import type { ApolloServerPlugin } from "@apollo/server";
import { GraphQLError } from "graphql";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { Context } from "../../graph/core/context.js";
import { classifyError } from "../../graph/core/errors.js";
import { statusOf } from "../../rest/errors.js";

/** Converts the refusal of a share into an error with its HTTP status. */
export const toShareError = (error: unknown): GraphQLError => {
  const { failure } = classifyError(error);
  const extensions = { ...failure.extensions, http: { status: statusOf(failure) } };
  return new GraphQLError(failure.message, { originalError: failure, extensions });
};

/** Creates the plugin that runs metered operations in the organization's share of them. */
export const createSharePlugin = (): ApolloServerPlugin<Context> => {
  const shares = new FairShares(SHARE_LIMITS.largeOperations);
  return {
    requestDidStart: async () => {
      let release: (() => void) | undefined;
      const end = async (): Promise<void> => release?.();
      return {
        didResolveOperation: async ({ contextValue: { budget, organizationId, signal } }) => {
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
