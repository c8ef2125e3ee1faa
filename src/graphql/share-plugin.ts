import type { ServerResponse } from "node:http";
import type { ApolloServerPlugin } from "@apollo/server";
import { GraphQLError } from "graphql";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { Context } from "../../graph/core/context.js";
import type { OperationBudget } from "../../graph/core/operation-budget.js";
import { classifyError } from "../../graph/core/errors.js";
import type { AnswerShares } from "../../graph/core/answer-shares.js";
import { releaseWhenSent } from "../../rest/release-when-sent.js";
import { statusOf } from "../../rest/errors.js";

/** The places of operations that could have a large answer. */
export interface OperationShares {
  plugin: ApolloServerPlugin<Context>;
  /** Frees the operation's place once its answer is sent. `bytes` is the size of the answer; 0 without one. */
  release: (budget: OperationBudget, res: ServerResponse, bytes: number) => void;
}

/**
 * Creates the plugin that runs operations in the organization's shares: metered ones in that of large operations, and
 * others whose answer could be large in that of answers. They hold their places until their answers are sent.
 */
export const createOperationShares = (answers: AnswerShares): OperationShares => {
  const metered = new FairShares(SHARE_LIMITS.largeOperations);
  // Apollo passes a copy of the context to its plugins.
  const releases = new WeakMap<OperationBudget, () => void>();
  const plugin: ApolloServerPlugin<Context> = {
    requestDidStart: async () => ({
      didResolveOperation: async ({ contextValue }) => {
        const { budget, organizationId, signal } = contextValue;
        if (!budget.isMetered && !budget.isLarge) return;
        try {
          const shares = budget.isMetered ? metered : answers;
          releases.set(budget, await shares.acquire(organizationId, signal));
        } catch (error) {
          const { failure } = classifyError(error);
          const extensions = { ...failure.extensions, http: { status: statusOf(failure) } };
          throw new GraphQLError(failure.message, { originalError: failure, extensions });
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
