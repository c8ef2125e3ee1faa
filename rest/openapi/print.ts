import { createSchema } from "../../graph/schema.js";
import { validateRoute } from "../route.js";
import { restRoutes } from "../routes.js";
import { buildOpenApi } from "./document.js";

/** The document as a file has it. `url`: where the server is reached. */
export const printOpenApi = (url: string): string => {
  const schema = createSchema();
  const known = restRoutes.map((route) => validateRoute(schema, route));
  return `${JSON.stringify(buildOpenApi(schema, known, url), undefined, 2)}\n`;
};
