import type { ServerResponse } from "node:http";
import type { ApolloServerPlugin } from "@apollo/server";
import { GraphQLError } from "graphql";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { Context } from "../../../graph/context/context.js";
import type { OperationBudget } from "../../../graph/turns/operation-budget.js";
import { classifyError } from "../../../graph/core/errors.js";
import type { AnswerShares } from "../../../graph/turns/answer-shares.js";
import { releaseWhenSent } from "../../../rest/release-when-sent.js";
import { statusOf } from "../../../rest/errors.js";
import type { OperationCheck } from "./plugins.js";

/** Converts the refusal of a share into an error with its HTTP status. */
export const toShareError = (error: unknown): GraphQLError => {
  const { failure } = classifyError(error);
  const extensions = { ...failure.extensions, http: { status: statusOf(failure) } };
  return new GraphQLError(failure.message, { originalError: failure, extensions });
};

/** The slots for operations with a possibly large response. */
export interface OperationShares {
  plugin: ApolloServerPlugin<Context>;
  /** Frees the operation's slot once its response is sent. `bytes`: the size of the response; 0 without one. */
  release: (budget: OperationBudget, res: ServerResponse, bytes: number) => void;
}

/**
 * Creates the plugin that checks operations and runs them within the organization's shares. Metered operations use the
 * share for large operations; others with a possibly large response use the share for responses. They hold their slots
 * until their responses are sent. Apollo runs the hooks of different plugins at the same time, and only the check knows
 * the size.
 */
export const createOperationShares = (
  answers: AnswerShares,
  check: OperationCheck,
): OperationShares => {
  const metered = new FairShares(SHARE_LIMITS.largeOperations);
  // Apollo passes its plugins a copy of the context.
  const releases = new WeakMap<OperationBudget, () => void>();
  const plugin: ApolloServerPlugin<Context> = {
    requestDidStart: async () => ({
      didResolveOperation: async (requestContext) => {
        await check(requestContext);
        const { budget, organizationId, caller } = requestContext.contextValue;
        if (!budget.isMetered && !budget.isLarge) return;
        try {
          const shares = budget.isMetered ? metered : answers;
          releases.set(budget, await shares.acquireFor(organizationId, caller));
        } catch (error) {
          throw toShareError(error);
        }
      },
    }),
  };
  return {
    plugin,
    release: (budget, res, bytes) => {
      const release = releases.get(budget);
      if (release) releaseWhenSent(res, bytes, release);
    },
  };
};
