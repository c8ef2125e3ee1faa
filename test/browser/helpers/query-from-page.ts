import type { Page } from "playwright-core";
import type { GraphqlResponse } from "../../helpers/tenant.js";

/** Sends a query like a script of the page: with the browser's cookie and the page's origin. */
export const queryFromPage = (
  page: Page,
  query: string,
  variables: object = {},
): Promise<GraphqlResponse & { status: number }> =>
  page.evaluate(async (body) => {
    const response = await fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return { ...((await response.json()) as object), status: response.status };
  }, JSON.stringify({ query, variables }));
