import { test } from "./helpers/browser.js";

/** What is focused, as a reader would hear it. */
const FOCUSED = "document.activeElement.tagName + ' ' + document.activeElement.textContent";

test("going to another screen changes the title and moves the focus to its heading", async (t) => {
  const { page, open } = await t.context.admin(t.context.demo);
  await open("/recordings");
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const titles = new Set([await page.title()]);
  // Round to where it began, but not from there to itself.
  for (const link of (await links.all()).toReversed()) {
    const address = await link.getAttribute("href");
    await link.click();
    await page.waitForURL(t.context.server.url + address);
    await page.locator("h1:focus").waitFor();
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    t.is(await page.evaluate(FOCUSED), `H1 ${heading}`);
    t.is(await page.title(), `${heading} · debrief`);
    t.is(await link.getAttribute("aria-current"), "page");
    titles.add(await page.title());
  }
  t.is(titles.size, await links.count());
});

test("the first stop of the Tab key leads past the navigation", async (t) => {
  const { page, open } = await t.context.admin(t.context.demo);
  await open("/recordings?tag=sold");
  await page.keyboard.press("Tab");
  t.is(await page.evaluate(FOCUSED), "A Skip to the content");
  await page.keyboard.press("Enter");
  await page.locator("main:focus").waitFor();
  t.true(page.url().endsWith("/recordings?tag=sold"), page.url());
});

test("back and forward show the screens that were seen, with their filters", async (t) => {
  const { page, open } = await t.context.admin(t.context.demo);
  await open("/recordings?tag=sold");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.waitForURL(/\/recordings\/[^?]+$/);
  await page.locator("h1:focus").waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.true(page.url().endsWith("/recordings?tag=sold"));
  t.is(await page.getByLabel("Tag").inputValue(), "sold");
  await page.goForward();
  t.regex(page.url(), /\/recordings\/[^?]+$/);
});

test("an address that is no screen is told so", async (t) => {
  const { page, open, tolerate } = await t.context.admin(t.context.demo);
  await open("/recordings");
  tolerate(/status of 404/);
  const answer = await page.goto(`${t.context.server.url}/nothing`);
  t.is(answer!.status(), 404);
});
