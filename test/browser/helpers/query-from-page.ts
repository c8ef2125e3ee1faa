import type { Page } from "playwright-core";
import type { GraphAnswer } from "../../helpers/tenant.js";

/** Asks /graphql as a script of the page would: with the browser's cookie and the page's origin. */
export const askFrom = (
  page: Page,
  query: string,
  variables: object = {},
): Promise<GraphAnswer & { status: number }> =>
  page.evaluate(async (body) => {
    const answer = await fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return { ...((await answer.json()) as object), status: answer.status };
  }, JSON.stringify({ query, variables }));
