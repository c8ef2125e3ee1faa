import type { Page } from "playwright-core";
import { test } from "./helpers/browser.js";

const link = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a screen that cannot be loaded says so, and is there as soon as the network is", async (t) => {
  const { admin, demo, server } = t.context;
  const { page, open, tolerate } = await admin(demo);
  await open("/recordings");
  tolerate(/net::ERR_FAILED/);
  await page.route("**/*", (route) => route.abort());
  for (const name of ["Webhooks", "People", "Webhooks"]) {
    await link(page, name).click();
    await heading(page, "Not loaded").waitFor();
    t.is(page.url(), `${server.url}/${name.toLowerCase()}`);
    t.regex((await page.getByRole("alert").textContent())!, /^This page could not be loaded/);
    await link(page, "Recordings").click();
    await heading(page, "Recordings").waitFor();
  }
  await page.unroute("**/*");
  await link(page, "Webhooks").click();
  await heading(page, "Webhooks").waitFor();
  t.is(page.url(), `${server.url}/webhooks`);
  await page.goBack();
  await heading(page, "Recordings").waitFor();
});

test("a screen of a version that runs no more is had by another try", async (t) => {
  const { page, open, tolerate } = await t.context.admin(t.context.demo);
  await open("/recordings?tag=sold");
  tolerate(/status of 404/);
  await page.route("**/*.js", (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.getByRole("rowheader").first().getByRole("link").click();
  await heading(page, "Not loaded").waitFor();
  const address = page.url();
  await page.unroute("**/*.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 2, name: "Transcript" }).waitFor();
  t.is(page.url(), address);
});

test("a page that cannot be shown says so, and leads on", async (t) => {
  const { page, open, tolerate } = await t.context.admin(t.context.demo);
  await open("/recordings");
  tolerate(/URI/);
  const go = (path: string) =>
    page.evaluate(
      `document.querySelector("main").append(Object.assign(document.createElement("a"),
        { href: "${path}", textContent: "Go on" }))`,
    );
  await go("/recordings/%E0%A4%A");
  await page.getByRole("link", { name: "Go on" }).click();
  await heading(page, "Something went wrong").waitFor();
  t.regex((await page.getByRole("alert").textContent())!, /^This page cannot be shown/);
  await page.getByRole("link", { name: "Go to the start" }).click();
  await page.getByRole("heading", { level: 1 }).and(page.locator(":focus")).waitFor();
  t.is(page.url(), `${t.context.server.url}/`);
  t.is(await page.getByRole("alert").count(), 0);
  await link(page, "People").click();
  await heading(page, "People").waitFor();
});
