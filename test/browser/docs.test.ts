import type { Page } from "playwright-core";
import { test } from "./helpers/browser.js";
import { findKeyboardProblems } from "./helpers/keyboard.js";
import { findOverflowingElements } from "./helpers/layout.js";

const findReadOperation = (page: Page, path: string) =>
  page.locator(".opblock-get").filter({ has: page.locator(`[data-path="${path}"]`) });

const openDocs = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/docs`);
  await findReadOperation(page, "/v1/users").waitFor();
};

const openKeyField = async (page: Page) => {
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  return page.locator("#api_key_value");
};

test("the docs page sends requests with the key and stores no key", async (t) => {
  const { openAsVisitor, server, org } = t.context;
  const { page } = await openAsVisitor();
  await openDocs(page, server.url);
  await page.getByText("Every request needs your organization’s API key").waitFor();
  await (await openKeyField(page)).fill(org.apiKey);
  await page.getByRole("button", { name: "Apply credentials" }).first().click();
  await page.getByRole("button", { name: "Close", exact: true }).first().click();
  const operation = findReadOperation(page, "/v1/users");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const response = operation.locator(".live-responses-table");
  await response.locator(".response-col_status", { hasText: "200" }).waitFor();
  await response.getByText("rep@example.com").waitFor();
  t.true(page.url().startsWith(`${server.url}/docs#`), "the open operation is in the address");

  t.is(await page.evaluate("localStorage.length + sessionStorage.length"), 0);
  await page.reload();
  t.is(await (await openKeyField(page)).inputValue(), "");
});

test("the docs page works by keyboard, in dark mode and on narrow screens", async (t) => {
  const { openAsVisitor, server } = t.context;
  const { page } = await openAsVisitor();
  await openDocs(page, server.url);
  t.deepEqual(await findKeyboardProblems(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html.dark-mode").waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  t.deepEqual(await findOverflowingElements(page), []);
});

test("the settings link to the docs and to GraphiQL", async (t) => {
  const { openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/settings/keys");
  for (const [name, heading] of [
    ["API documentation", "debrief API"],
    ["GraphiQL", "GraphiQL"],
  ] as const) {
    const link = page.getByRole("link", { name });
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await opened.getByRole("heading", { level: 1, name: heading }).waitFor();
    await opened.close();
  }
  t.pass();
});
