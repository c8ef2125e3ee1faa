import type { Page } from "playwright-core";
import { test } from "./helpers/browser.js";

const findLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const findHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a screen that failed to load shows an error, then loads once online", async (t) => {
  const { openAsAdmin, demo, server } = t.context;
  const { page, open, allowMessage } = await openAsAdmin(demo);
  await open("/recordings");
  allowMessage(/net::ERR_FAILED/);
  await page.route("**/*", (route) => route.abort());
  for (const name of ["Webhooks", "People", "Webhooks"]) {
    await findLink(page, name).click();
    await findHeading(page, "Page not loaded").waitFor();
    t.is(page.url(), `${server.url}/${name.toLowerCase()}`);
    t.regex((await page.getByRole("alert").textContent())!, /^This page couldn't be loaded/);
    await findLink(page, "Recordings").click();
    await findHeading(page, "Recordings").waitFor();
  }
  await page.unroute("**/*");
  await findLink(page, "Webhooks").click();
  await findHeading(page, "Webhooks").waitFor();
  t.is(page.url(), `${server.url}/webhooks`);
  await page.goBack();
  await findHeading(page, "Recordings").waitFor();
});

test("Try again loads a screen after the server was updated", async (t) => {
  const { page, open, allowMessage } = await t.context.openAsAdmin(t.context.demo);
  await open("/recordings?tag=sold");
  allowMessage(/status of 404/);
  await page.route("**/*.js", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.getByRole("rowheader").first().getByRole("link").click();
  await findHeading(page, "Page not loaded").waitFor();
  const address = page.url();
  await page.unroute("**/*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 2, name: "Transcript" }).waitFor();
  t.is(page.url(), address);
});

test("a page that fails to render shows an error and a start-page link", async (t) => {
  const { page, open, allowMessage } = await t.context.openAsAdmin(t.context.demo);
  await open("/recordings");
  allowMessage(/URI/);
  const addLink = (path: string) =>
    page.evaluate(
      `document.querySelector("main").append(Object.assign(document.createElement("a"),
        { href: "${path}", textContent: "Continue" }))`,
    );
  await addLink("/recordings/%E0%A4%A");
  await page.getByRole("link", { name: "Continue" }).click();
  await findHeading(page, "Something went wrong").waitFor();
  t.regex((await page.getByRole("alert").textContent())!, /^This page can't be shown/);
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await page.getByRole("heading", { level: 1 }).and(page.locator(":focus")).waitFor();
  t.is(page.url(), `${t.context.server.url}/`);
  t.is(await page.getByRole("alert").count(), 0);
  await findLink(page, "People").click();
  await findHeading(page, "People").waitFor();
});
