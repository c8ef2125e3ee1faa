import type { GraphQLSchema } from "graphql";
import { createContext, type Credential } from "../../graph/context.js";
import { failureOf, notFound } from "../../graph/errors.js";
import { bodyOf } from "../../rest/errors.js";
import type { RestServices, State } from "../../rest/handler.js";
import { bounded } from "./bounded.js";
import { type Toolbox, toolError } from "./server.js";
import { compileTool, runTool } from "./tool.js";
import { tools } from "./tools.js";

/**
 * The tools for whoever asks. `state` is told what went wrong inside.
 * @throws where a tool does not fit the schema
 */
export const toolboxes = (
  schema: GraphQLSchema,
  services: RestServices,
): ((credential: Credential, state: State) => Toolbox) => {
  const all = new Map(tools.map((tool) => [tool.name, compileTool(schema, tool)]));
  const listed = [...all.values()].map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
  return (credential, state) => ({
    list: async () => listed,
    call: async (name, values) => {
      try {
        const tool = all.get(name);
        if (!tool) throw notFound();
        const context = createContext(services, credential, state.requestId);
        const structuredContent = bounded(tool, await runTool(tool, context, values));
        const text = JSON.stringify(structuredContent);
        return { content: [{ type: "text", text }], structuredContent };
      } catch (error) {
        const { failure, unexpected } = failureOf(error);
        if (unexpected) state.error = error;
        return toolError(bodyOf(failure));
      }
    },
  });
};
