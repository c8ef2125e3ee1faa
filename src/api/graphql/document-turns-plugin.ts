import type { ApolloServerPlugin } from "@apollo/server";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { Context } from "../../../graph/context/context.js";
import { pauseWhileChanging } from "../../../graph/turns/pause-while-changing.js";
import { toShareError } from "./share-plugin.js";
import { SizedCache } from "./sized-cache.js";

/** How much document text, already parsed and priced, is remembered, in characters. */
const MAX_KNOWN_CHARACTERS = 300_000;

/**
 * Creates the plugin that makes organizations take turns with new documents: parsing, validating and pricing one blocks
 * all other requests for up to 20 ms. The turn ends with the event loop turn, before the operation runs.
 */
export const createDocumentTurnsPlugin = (): ApolloServerPlugin<Context> => {
  const shares = new FairShares(SHARE_LIMITS.newDocuments);
  const known = new SizedCache<string, true>(MAX_KNOWN_CHARACTERS);
  return {
    requestDidStart: async () => {
      let release: (() => void) | undefined;
      let startedAt = 0;
      const end = async (): Promise<void> => {
        if (release) void pauseWhileChanging(performance.now() - startedAt).then(release);
        release = undefined;
      };
      return {
        didResolveSource: async ({ source, contextValue: { organizationId, caller } }) => {
          if (known.get(source)) return;
          release = await shares.acquireFor(organizationId, caller).catch((error: unknown) => {
            throw toShareError(error);
          });
          startedAt = performance.now();
        },
        didResolveOperation: async ({ source }) => {
          known.set(source, true, source.length);
        },
        // Runs after the last didResolveOperation hook, which prices the document.
        responseForOperation: async () => {
          await end();
          return null;
        },
        willSendResponse: end,
        unexpectedErrorProcessingRequest: end,
      };
    },
  };
};
