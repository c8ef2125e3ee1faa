import type { Page } from "playwright-core";
import { test } from "./helpers/browser.js";
import { keyboardProblems } from "./helpers/keyboard.js";
import { tooWide } from "./helpers/layout.js";

const callOf = (page: Page, path: string) =>
  page.locator(".opblock").filter({ has: page.locator(`[data-path="${path}"]`) });

const openDocs = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/docs`);
  await callOf(page, "/v1/users").waitFor();
};

const openKeys = async (page: Page) => {
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  return page.locator("#api_key_value");
};

test("a call that is tried in the docs with a key is answered with the caller's data", async (t) => {
  const { visitor, server, org } = t.context;
  const { page } = await visitor();
  await openDocs(page, server.url);
  await page.getByText("Every call needs your organization’s API key").waitFor();
  await (await openKeys(page)).fill(org.apiKey);
  await page.getByRole("button", { name: "Apply credentials" }).first().click();
  await page.getByRole("button", { name: "Close", exact: true }).first().click();
  const call = callOf(page, "/v1/users");
  await call.locator(".opblock-summary-control").click();
  await call.getByRole("button", { name: "Execute" }).click();
  const answer = call.locator(".live-responses-table");
  await answer.locator(".response-col_status", { hasText: "200" }).waitFor();
  await answer.getByText("rep@example.com").waitFor();
  t.true(page.url().startsWith(`${server.url}/docs#`), "what is open can be linked to");

  t.is(await page.evaluate("localStorage.length + sessionStorage.length"), 0);
  await page.reload();
  t.is(await (await openKeys(page)).inputValue(), "");
});

test("the docs are for everybody: by keyboard, in the dark, on a narrow page", async (t) => {
  const { visitor, server } = t.context;
  const { page } = await visitor();
  await openDocs(page, server.url);
  t.deepEqual(await keyboardProblems(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html.dark-mode").waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  t.deepEqual(await tooWide(page), []);
});

test("the settings lead to the docs and to GraphiQL", async (t) => {
  const { admin } = t.context;
  const { page, open } = await admin();
  await open("/settings");
  for (const [name, heading] of [
    ["documentation of the API", "The API of debrief"],
    ["GraphiQL", "GraphiQL"],
  ] as const) {
    const link = page.getByRole("link", { name });
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await opened.getByRole("heading", { level: 1, name: heading }).waitFor();
    await opened.close();
  }
  t.pass();
});
