import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";
import { createCalls } from "./helpers/rep-calls.js";

const PHONE = { viewport: { width: 390, height: 844 } };

const findSection = (page: Page, metric: string) =>
  page.getByRole("region", { name: `${metric} over time`, exact: true });

const waitUntilIdle = (page: Page) =>
  page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });

test("a metric over time: each number opens its calls, and a CSV file has what is shown", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  const { page, open } = await openAsAdmin();
  await open("/stats?range=last90");
  t.is(await page.getByRole("heading", { level: 2 }).first().textContent(), "Recordings over time");
  const recordings = findSection(page, "Recordings");
  await recordings.locator(".series-3 .point").first().waitFor({ state: "attached" });
  const names = await recordings.locator(".legend li").allTextContents();
  t.deepEqual(names.slice(0, 1), ["All users"]);
  t.deepEqual(names.slice(1).toSorted(), ["Ron", "Una"]);
  t.deepEqual(await findAccessibilityProblems(page), []);

  await page.getByLabel("Metric", { exact: true }).selectOption("avgProcessScore");
  await page.getByLabel("Interval").selectOption("month");
  await page.waitForURL(/metric=avgProcessScore&interval=month$/);
  const scores = findSection(page, "Process score");
  await scores.getByRole("button", { name: "Numbers" }).click();
  await waitUntilIdle(page);
  const table = scores.getByRole("table", { name: "Process score over time" });
  await table.getByRole("link", { name: "58.3 of Ron" }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), [], "numbers");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    scores.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  t.regex(file.suggestedFilename(), /^avgProcessScore-over-time-by-month-user-/);
  const [head, ...lines] = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  t.regex(head!, /^\uFEFF"from","to","All users",/);
  t.regex(lines.at(-1)!, /^"\d{4}-\d{2}-01","\d{4}-\d{2}-\d{2}",58\.3\d*,58\.3\d*,58\.3\d*$/);

  await table.getByRole("link", { name: "58.3 of Ron" }).click();
  const calls = page.getByRole("table", { name: /^Recordings/ });
  await calls.getByText("Client 0").waitFor();
  t.is(await calls.getByRole("rowheader").count(), 6);
  t.is(await calls.getByText("Foreign 0").count(), 0);

  await open("/stats?groupBy=team");
  await recordings.getByRole("button", { name: "Numbers" }).click();
  await recordings.getByRole("link", { name: "12 of All users" }).click();
  await calls.getByText("Foreign 0").waitFor();
  t.is(await calls.getByRole("rowheader").count(), 12);
});

test("numbers open no list that has other calls", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  const { page, open } = await openAsAdmin();
  await open("/stats?excludedTags=none");
  const recordings = findSection(page, "Recordings");
  await recordings.getByRole("button", { name: "Numbers" }).click();
  await recordings.getByText("12", { exact: true }).waitFor();
  t.is(await recordings.getByRole("table").getByRole("link").count(), 0);
  // A year that is typed halfway.
  await open("/stats?from=0002-01-01&to=9000-12-31");
  await recordings.getByRole("img").waitFor();
  await recordings.getByRole("button", { name: "Numbers" }).click();
  await recordings.getByRole("link", { name: "12 of All users" }).click();
  await page.getByText("Foreign 0").waitFor();
});

test("a rep sees a metric of their own calls over time, on a phone", async (t) => {
  const { org, openAsUser } = t.context;
  const { ron } = await createCalls(org);
  const { page, open } = await openAsUser(ron, "rep", PHONE);
  await open("/stats?metric=avgTalkRatio&range=month");
  const section = findSection(page, "Talk ratio");
  await section.getByRole("img").waitFor();
  t.is(await page.getByText("Una").count(), 0);
  t.deepEqual(await findOverflowingElements(page), []);
  await section.getByRole("button", { name: "Numbers" }).click();
  await section.getByRole("link", { name: /of All users$/ }).waitFor();
  t.deepEqual(await findOverflowingElements(page), [], "numbers");
  t.deepEqual(await findAccessibilityProblems(page), []);
});

test("groups whose calls began later have their numbers in the right interval", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { ron, una } = await createCalls(org);
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "South", members: [{ email: ron }] },
  });
  await org.createProcessed({ user_email: una, created_at: "2024-01-10T12:00:00Z" });
  await org.createProcessed({ user_email: ron, created_at: "2024-03-10T12:00:00Z" });
  const { page, open } = await openAsAdmin();
  await open("/stats?groupBy=team&range=all&interval=month");
  const recordings = findSection(page, "Recordings");
  await recordings.getByRole("button", { name: "Numbers" }).click();
  await recordings.getByRole("link", { name: "1 of South" }).waitFor();
  const readRow = async (day: string) =>
    recordings.getByRole("row", { name: day }).getByRole("cell").allTextContents();
  t.deepEqual(await readRow("1 Jan 2024"), ["1 of All users", "0 of North", "0 of South"]);
  t.deepEqual(await readRow("1 Mar 2024"), ["1 of All users", "1 of North", "1 of South"]);
});

test("a number opens a list only if the list has its calls", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  const { page, open } = await openAsAdmin();
  await open("/stats?metric=recordingsClosed&interval=month");
  const closed = findSection(page, "Deals closed");
  await closed.getByRole("button", { name: "Numbers" }).click();
  await closed.getByRole("table").waitFor();
  t.is(await closed.getByRole("table").getByRole("link").count(), 0);
  await page.getByLabel("Metric", { exact: true }).selectOption("reviewedCount");
  const link = findSection(page, "Reviewed").getByRole("table").getByRole("link").first();
  await link.waitFor();
  t.regex((await link.getAttribute("href"))!, /reviewed=true/);
});

test("groups that can’t be loaded are reported, and loaded again", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/status of 503/);
  await page.route("**/graphql", async (route) =>
    route.request().postData()?.includes("StatsOverTime(")
      ? route.fulfill({ status: 503, body: "busy" })
      : route.continue(),
  );
  await open("/stats");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  await page.unroute("**/graphql");
  await alert.getByRole("button", { name: "Try again" }).click();
  await findSection(page, "Recordings")
    .locator(".series-3 .point")
    .first()
    .waitFor({ state: "attached" });
  t.is(await alert.count(), 0);
});

test("Compare is offered only for the same calls", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  for (const name of ["Ann", "Ben", "Cem"]) {
    const email = `${name.toLowerCase()}@${org.id}.example.com`;
    await org.createUser(email, { name });
    await org.createProcessed({ user_email: email });
  }
  const { page, open } = await openAsAdmin();
  const link = page.getByRole("link", { name: "Compare reps over time" });
  for (const [query, count] of [
    ["?range=last30", 1],
    ["?range=all", 0],
    ["?excludedTags=none", 0],
  ] as const) {
    await open(`/stats${query}`);
    await findSection(page, "Recordings").getByRole("img").waitFor();
    t.is(await link.count(), count, query);
  }
  await open("/stats?range=last90");
  await link.click();
  await page.getByRole("heading", { name: "Compare", level: 1 }).waitFor();
  t.regex(page.url(), /from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
});

test("wide numbers scroll in a frame of their own", async (t) => {
  const { org, openAsAdmin } = t.context;
  const names = ["Maximiliane-Alexandra", "Bartholomew-Christopher"].map((name) => name.repeat(4));
  for (const [index, name] of names.entries()) {
    const email = `long${index}@${org.id}.example.com`;
    await org.createUser(email, { name });
    await org.createProcessed({ user_email: email });
  }
  for (const options of [{}, PHONE]) {
    const { page, open } = await openAsAdmin(org, options);
    await open("/stats");
    await findSection(page, "Recordings").getByRole("button", { name: "Numbers" }).click();
    await findSection(page, "Recordings").getByRole("table").waitFor();
    t.deepEqual(await findOverflowingElements(page), []);
    t.deepEqual(await findAccessibilityProblems(page), []);
    // Titles stay in their half of the line.
    const isOverlapping = await page.evaluate(`[...document.querySelectorAll(".numbers td.number")]
      .some((cell) => cell.scrollWidth > cell.clientWidth + 1)`);
    t.false(isOverlapping);
  }
});
