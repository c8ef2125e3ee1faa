import { createSchema } from "../../graph/schema.js";
import { compile } from "../route.js";
import { routes } from "../routes.js";
import { openApi } from "./document.js";

/** The document as a file has it. `url`: where the server is reached. */
export const printedDocument = (url: string): string => {
  const schema = createSchema();
  const compiled = routes.map((route) => compile(schema, route));
  return `${JSON.stringify(openApi(schema, compiled, url), undefined, 2)}\n`;
};
