import type { Page } from "playwright-core";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

/** Runs the query in the editor and waits for the text in the response. */
const runQuery = async (page: Page, text: string) => {
  // The documentation appears once the schema has loaded.
  await page.getByLabel("Show Documentation Explorer").click();
  await page.getByText("Root Types").waitFor();
  // Until both editors have loaded, GraphiQL ignores the key.
  await page.locator(".graphiql-response .monaco-editor").waitFor();
  await page.locator(".graphiql-query-editor .monaco-editor .view-lines").click();
  await page.keyboard.press("ControlOrMeta+Enter");
  return page.locator(".graphiql-response").getByText(text).waitFor();
};

test("GraphiQL queries as the admin who is signed in to the console", async (t) => {
  const { openAsAdmin, server, org } = t.context;
  await org.createProcessed({ name: "The-first-visit" });
  const { page } = await openAsAdmin();
  await page.goto(`${server.url}/graphiql`);
  await runQuery(page, "The-first-visit");
  t.is(await page.evaluate("localStorage.length"), 0, "nothing outlives the tab");
  await page.setViewportSize({ width: 320, height: 640 });
  t.deepEqual(await findOverflowingElements(page), []);
});

test("GraphiQL queries with a pasted token and doesn't store it", async (t) => {
  const { openAsVisitor, server, org } = t.context;
  await org.createProcessed({ name: "The-second-visit" });
  const { page, allowMessage } = await openAsVisitor();
  allowMessage(/status of 401.*\/graphql on \S*\/graphiql/);
  await page.goto(`${server.url}/graphiql`);
  await page.locator(".graphiql-response").getByText("Invalid Api Key").waitFor();
  await page.getByLabel("Token").focus();
  await page.keyboard.type(org.internalToken);
  await page.keyboard.press("Enter");
  await runQuery(page, "The-second-visit");
  const stored = await page.evaluate(
    "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
  );
  t.false(String(stored).includes(org.internalToken));
  await page.reload();
  await page.locator(".graphiql-response").getByText("Invalid Api Key").waitFor();
});
