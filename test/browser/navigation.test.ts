import { test } from "./helpers/browser.js";

/** Reads the focused element's tag and text. */
const READ_FOCUS = "document.activeElement.tagName + ' ' + document.activeElement.textContent";

test("opening a screen sets the window title and focuses the heading", async (t) => {
  const { page, open } = await t.context.openAsAdmin(t.context.demo);
  await open("/recordings");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const titles = new Set([await page.title()]);
  // Backwards, so that the last link leads to the first screen.
  for (const link of (await links.all()).toReversed()) {
    const address = await link.getAttribute("href");
    await link.click();
    await page.waitForURL(t.context.server.url + address);
    await page.locator("h1:focus").waitFor();
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    t.is(await page.evaluate(READ_FOCUS), `H1 ${heading}`);
    t.is(await page.title(), `${heading} · debrief`);
    t.is(await link.getAttribute("aria-current"), "page");
    titles.add(await page.title());
  }
  t.is(titles.size, await links.count());
});

test("the first Tab stop skips the navigation", async (t) => {
  const { page, open } = await t.context.openAsAdmin(t.context.demo);
  await open("/recordings?tag=sold");
  await page.keyboard.press("Tab");
  t.is(await page.evaluate(READ_FOCUS), "A Skip to content");
  await page.keyboard.press("Enter");
  await page.locator("main:focus").waitFor();
  t.true(page.url().endsWith("/recordings?tag=sold"), page.url());
});

test("back and forward restore screens with their filters", async (t) => {
  const { page, open } = await t.context.openAsAdmin(t.context.demo);
  await open("/recordings?tag=sold");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.waitForURL(/\/recordings\/[^?]+$/);
  await page.locator("h1:focus").waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.true(page.url().endsWith("/recordings?tag=sold"));
  t.is(await page.getByRole("textbox", { name: "Tag" }).inputValue(), "sold");
  await page.goForward();
  t.regex(page.url(), /\/recordings\/[^?]+$/);
});

test("an unknown address returns 404", async (t) => {
  const { page, open, allowMessage } = await t.context.openAsAdmin(t.context.demo);
  await open("/recordings");
  allowMessage(/status of 404/);
  const response = await page.goto(`${t.context.server.url}/nothing`);
  t.is(response!.status(), 404);
});
