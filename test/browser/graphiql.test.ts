import type { Page } from "playwright-core";
import { test } from "./helpers/browser.js";
import { tooWide } from "./helpers/layout.js";

/** Runs what is in the editor by its key; resolves with the answer as it is shown. */
const runIn = async (page: Page, text: string) => {
  // Its documentation is there once the schema is.
  await page.getByLabel("Show Documentation Explorer").click();
  await page.getByText("Root Types").waitFor();
  await page.locator(".graphiql-query-editor").click();
  await page.keyboard.press("ControlOrMeta+Enter");
  return page.locator(".graphiql-response").getByText(text).waitFor();
};

test("GraphiQL asks as the admin who is signed in to the console", async (t) => {
  const { admin, server, org } = t.context;
  await org.processed({ name: "The-first-visit" });
  const { page } = await admin();
  await page.goto(`${server.url}/graphiql`);
  await runIn(page, "The-first-visit");
  t.is(await page.evaluate("localStorage.length"), 0, "nothing outlives the tab");
  await page.setViewportSize({ width: 320, height: 640 });
  t.deepEqual(await tooWide(page), []);
});

test("GraphiQL asks with the token that is pasted, which nothing keeps", async (t) => {
  const { visitor, server, org } = t.context;
  await org.processed({ name: "The-second-visit" });
  const { page, tolerate } = await visitor();
  tolerate(/status of 401.*\/graphql on \S*\/graphiql/);
  await page.goto(`${server.url}/graphiql`);
  await page.locator(".graphiql-response").getByText("Invalid Api Key").waitFor();
  await page.getByLabel("Token").focus();
  await page.keyboard.type(org.internalToken);
  await page.keyboard.press("Enter");
  await runIn(page, "The-second-visit");
  const kept = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");
  t.false(String(kept).includes(org.internalToken));
  await page.reload();
  await page.locator(".graphiql-response").getByText("Invalid Api Key").waitFor();
});
