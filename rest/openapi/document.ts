import type { GraphQLSchema } from "graphql";
import type { KnownRoute } from "../route.js";
import { eventsOf } from "./events.js";
import { headers, parameters } from "./headers.js";
import { info } from "./info.js";
import { operationOf } from "./operation.js";
import { partsOf } from "./parts.js";
import { Components, type Schema } from "./schemas.js";
import { streams } from "./streams.js";
import { allTags } from "./tags.js";

/** The document of the API, OpenAPI 3.1, as JSON. `url`: where the server is reached. */
export const openApi = (
  schema: GraphQLSchema,
  routes: readonly KnownRoute[],
  url: string,
): Schema => {
  const components = new Components();
  const responses: Schema = {};
  const paths: Record<string, Schema> = {};
  for (const route of routes) {
    const path = (paths[route.path.replaceAll(/:(\w+)/g, "{$1}")] ??= {});
    path[route.method] = operationOf(partsOf(schema, components, route), responses);
  }
  const webhooks = eventsOf(schema, components);
  return {
    openapi: "3.1.1",
    info,
    servers: [{ url }],
    tags: allTags,
    security: [{ apiKey: [] }, { bearer: [] }],
    paths: { ...paths, ...streams },
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description: "The organization's API key.",
        },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The same key. `x-api-key` wins over it.",
        },
      },
      parameters,
      headers,
      responses,
      schemas: components.schemas,
    },
  };
};
