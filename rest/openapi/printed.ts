import { createSchema } from "../../graph/schema.js";
import { know } from "../route.js";
import { routes } from "../routes.js";
import { openApi } from "./document.js";

/** The document as a file has it. `url`: where the server is reached. */
export const printedDocument = (url: string): string => {
  const schema = createSchema();
  const known = routes.map((route) => know(schema, route));
  return `${JSON.stringify(openApi(schema, known, url), undefined, 2)}\n`;
};
