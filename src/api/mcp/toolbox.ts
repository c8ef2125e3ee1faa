import type { GraphQLSchema } from "graphql";
import type { AnswerShares } from "../../../graph/turns/answer-shares.js";
import { createContext } from "../../../graph/context/context.js";
import { type Credential } from "../../../graph/core/credential.js";
import { classifyError, notFound } from "../../../graph/core/errors.js";
import { yieldToEventLoop } from "../../../graph/turns/yield-to-event-loop.js";
import { buildErrorBody } from "../../../rest/errors.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { truncateAnswer } from "./truncate-answer.js";
import { type Toolbox, buildToolError } from "./server.js";
import type { Caller } from "../../../graph/turns/caller.js";
import { compileTool, runTool } from "./compiled-tool.js";
import { tools } from "./tools.js";

/**
 * Compiles all tools and returns the factory of toolboxes per credential. `state` receives internal errors for the log.
 * An organization's tool calls share its response slots. @throws if a tool does not fit the schema
 */
export const createToolboxFactory = (
  schema: GraphQLSchema,
  services: RestServices,
  shares: AnswerShares,
): ((
  credential: Credential,
  state: RequestState,
  { caller, address }: { caller: Caller; address?: () => string | undefined },
) => Toolbox) => {
  const toolsByName = new Map(tools.map((tool) => [tool.name, compileTool(schema, tool)]));
  const listed = [...toolsByName.values()].map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
  return (credential, state, { caller, address }) => ({
    listTools: async () => listed,
    callTool: async (name, values) => {
      try {
        const tool = toolsByName.get(name);
        if (!tool) throw notFound();
        const release = await shares.acquireFor(credential.organizationId!, caller);
        try {
          const context = createContext(services, credential, state.requestId, { address, caller });
          const structuredContent = truncateAnswer(tool, await runTool(tool, context, values));
          const text = JSON.stringify(structuredContent);
          return { content: [{ type: "text", text }], structuredContent };
        } finally {
          // A short result may be cut from one of up to 10 MB, so other requests run before the next call.
          void yieldToEventLoop().then(release);
        }
      } catch (error) {
        const { failure, unexpected } = classifyError(error);
        if (unexpected) state.error = error;
        return buildToolError(buildErrorBody(failure));
      }
    },
  });
};
