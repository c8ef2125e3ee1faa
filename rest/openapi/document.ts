import type { GraphQLSchema } from "graphql";
import type { ValidatedRoute } from "../route.js";
import { buildWebhooks } from "./events.js";
import { headerComponents, parameterComponents } from "./headers.js";
import { info } from "./info.js";
import { buildOperation } from "./operation.js";
import { buildDocumentedRoute } from "./documented-route.js";
import { Components, type OpenApiObject } from "./schemas.js";
import { resumablePaths } from "./resumable.js";
import { streamPaths } from "./streams.js";
import { allGroups } from "./groups.js";

/** Builds the OpenAPI 3.1 document of the API. `url`: the server's public URL. */
export const buildOpenApi = (
  schema: GraphQLSchema,
  routes: readonly ValidatedRoute[],
  url: string,
): OpenApiObject => {
  const components = new Components();
  const responses: OpenApiObject = {};
  const paths: Record<string, OpenApiObject> = {};
  for (const route of routes) {
    const path = (paths[route.path.replaceAll(/:(\w+)/g, "{$1}")] ??= {});
    path[route.method] = buildOperation(buildDocumentedRoute(schema, components, route), responses);
  }
  const webhooks = buildWebhooks(schema, components);
  return {
    openapi: "3.1.1",
    info,
    servers: [{ url }],
    tags: allGroups,
    security: [{ apiKey: [] }, { bearer: [] }],
    paths: { ...paths, ...streamPaths, ...resumablePaths },
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
          description: "The same key as a bearer token. `x-api-key` wins over it.",
        },
      },
      parameters: parameterComponents,
      headers: headerComponents,
      responses,
      schemas: components.schemas,
    },
  };
};
