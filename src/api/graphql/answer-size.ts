import type { ApolloServerPlugin } from "@apollo/server";
import type { Context } from "../../../graph/context/context.js";
import { pauseIfLarge } from "../../../graph/turns/pause-if-large.js";
import { measureJson } from "./json-size.js";

/** The largest response, in bytes of UTF-8 before escaping. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const TOO_LARGE = `The response has more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB: request smaller pages or fewer fields`;

/** Replaces a response that is too large with an error, before it is serialized. */
export const answerSizePlugin: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, contextValue: { budget, organizationId } }) => {
      if (!budget.isMetered || response.body.kind !== "single") return;
      const { data } = response.body.singleResult;
      const bytes = budget.isExceeded ? Infinity : measureJson(data, MAX_ANSWER_BYTES);
      if (bytes <= MAX_ANSWER_BYTES)
        // Apollo serializes the whole response next.
        return pauseIfLarge(organizationId, bytes);
      response.body.singleResult = {
        errors: [{ message: TOO_LARGE, extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }],
      };
      response.http.status = 400;
    },
  }),
};
