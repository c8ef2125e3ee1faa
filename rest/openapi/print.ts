import { createSchema } from "../../graph/schema.js";
import { validateRoute } from "../route.js";
import { restRoutes } from "../routes/index.js";
import { buildOpenApi } from "./document.js";

/** Formats the OpenAPI document as JSON text. `url`: the server's public URL. */
export const printOpenApi = (url: string): string => {
  const schema = createSchema();
  const routes = restRoutes.map((route) => validateRoute(schema, route));
  return `${JSON.stringify(buildOpenApi(schema, routes, url), undefined, 2)}\n`;
};
