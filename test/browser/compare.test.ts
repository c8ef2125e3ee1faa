import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";
import { createCalls } from "./helpers/rep-calls.js";

const PHONE = { viewport: { width: 390, height: 844 } };

/** Returns the day so many days from today. */
const buildDay = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const sideBySide = (page: Page) => page.getByRole("region", { name: "Side by side", exact: true });

test("reps, teams and periods side by side: a figure over time, and the calls behind each number", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia, ron, una } = await createCalls(org);
  const { page, open } = await openAsUser(mia, "manager");
  await open("/stats");
  await page.getByRole("link", { name: "Compare" }).click();
  const table = page.getByRole("region", { name: "Side by side", exact: true });
  await table.getByRole("columnheader", { name: "Ron" }).waitFor();
  t.is(await page.getByText("Una").count(), 0);
  t.regex((await table.getByRole("row", { name: /^Score/ }).textContent())!, /58.*6 calls/);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await table.getByRole("button", { name: "Rep talks" }).click();
  await page.getByRole("heading", { name: "Rep talks over time" }).waitFor();
  await page.getByRole("button", { name: "Numbers" }).click();
  await page.getByRole("table", { name: "Rep talks over time" }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), [], "numbers");
  await table.getByRole("link", { name: /^17 %/ }).click();
  const calls = page.getByRole("table", { name: /^Recordings/ });
  await calls.getByText("not found").first().waitFor();
  t.is(await calls.getByText("not found").count(), 5);

  // What others see isn't reached by an address either.
  await open(`/stats/compare?who=${encodeURIComponent(`${una},${ron}`)}`);
  await table.getByRole("columnheader", { name: "Ron" }).waitFor();
  t.is(await table.getByText("Una").count(), 0);
  await page.getByText("1 rep in the address isn’t shown").waitFor();
  t.is(await page.getByRole("button", { name: /^Remove/ }).count(), 1);

  await page.getByLabel("Compare").selectOption("periods");
  await table
    .getByRole("row", { name: /^Calls/ })
    .getByText("6", { exact: true })
    .waitFor();
  t.is(await table.getByRole("columnheader").count(), 3);
  await page.getByLabel("Compare").selectOption("teams");
  await table.getByRole("columnheader", { name: "North" }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), [], "teams");
});

test("a rep compares periods of their own calls, on a phone", async (t) => {
  const { org, openAsUser } = t.context;
  const { ron } = await createCalls(org);
  const { page, open } = await openAsUser(ron, "rep", PHONE);
  await open("/stats/compare?of=reps");
  const table = page.getByRole("region", { name: "Side by side", exact: true });
  await table
    .getByRole("row", { name: /^Calls/ })
    .getByText("6", { exact: true })
    .waitFor();
  t.is(await page.getByText("Una").count(), 0);
  t.deepEqual(await findOverflowingElements(page), []);
  t.deepEqual(await findAccessibilityProblems(page), []);
});

test("a team’s number opens the calls of that team only", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { una } = await createCalls(org);
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "South", members: [{ email: una }] },
  });
  const { page, open } = await openAsAdmin();
  await open("/stats/compare?of=teams");
  const header = sideBySide(page).getByRole("columnheader", { name: "South" });
  await header.waitFor();
  await sideBySide(page)
    .getByRole("row", { name: /^Calls/ })
    .getByRole("link", { name: /of South$/ })
    .click();
  const calls = page.getByRole("table", { name: /^Recordings/ });
  await calls.getByText("Foreign 0").waitFor();
  t.is(await calls.getByRole("rowheader").count(), 6);
  t.is(await calls.getByText("Client 0").count(), 0);
  t.is(await page.getByLabel("Team").locator("option:checked").textContent(), "South");
});

test("each group has a line of its own, and no group comes back by itself", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { ron, una } = await createCalls(org);
  const { page, open } = await openAsAdmin();
  await open(`/stats/compare?who=${encodeURIComponent(`${ron},${una}`)}`);
  const chart = page.getByRole("region", { name: "Score over time" });
  await chart.getByRole("img").waitFor();
  const looks: string[] = await page.evaluate(`[...document.querySelectorAll(".lines-chart .line")]
    .map((line) => { const style = getComputedStyle(line); return style.stroke + style.strokeDasharray; })`);
  t.is(new Set(looks).size, 2);
  const names = ".legend svg, .matrix th svg";
  const classes: string[] = await page.evaluate(
    `[...document.querySelectorAll("${names}")].map((line) => line.getAttribute("class"))`,
  );
  t.deepEqual(classes, ["series-1", "series-2", "series-1", "series-2"]);
  await page.getByRole("button", { name: "Remove Ron" }).click();
  await page.getByRole("button", { name: "Remove Ron" }).waitFor({ state: "detached" });
  t.is(await page.evaluate("document.activeElement.tagName"), "SELECT");
  t.is(await page.locator(".legend svg").getAttribute("class"), "series-2", "Una keeps her line");
  await page.getByRole("button", { name: "Remove Una" }).press("Enter");
  await page.getByText("No reps chosen").waitFor();
  t.is(await page.evaluate("document.activeElement.tagName"), "SELECT");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.reload();
  await page.getByText("Add the reps to compare.").waitFor();
  await page.getByLabel("Add a rep").selectOption("Ron");
  await page.getByLabel("Add a rep").press("ArrowDown");
  await page.getByText("Add the reps to compare.").waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await sideBySide(page).getByRole("columnheader", { name: "Una" }).waitFor();
  t.is(await sideBySide(page).getByRole("columnheader").count(), 2);
});

test("a calendar month is compared with the month before, with years in other years", async (t) => {
  const { org, openAsUser } = t.context;
  const { ron } = await createCalls(org);
  for (const created_at of ["2024-02-29T12:00:00Z", "2024-01-31T12:00:00Z", "2024-01-02T12:00:00Z"])
    await org.createProcessed({ user_email: ron, created_at, name: created_at.slice(0, 10) });
  const { page, open } = await openAsUser(ron, "rep", PHONE);
  const readHeads = async () =>
    (await sideBySide(page).getByRole("columnheader").allTextContents()).slice(1);
  await open("/stats/compare?from=2024-02-01&to=2024-02-29&figure=calls");
  await sideBySide(page).getByText("2", { exact: true }).waitFor();
  // Intl writes thin spaces.
  t.deepEqual(
    (await readHeads()).map((text) => text.replace(/\s/g, " ")),
    ["1 – 31 Jan 2024", "1 – 29 Feb 2024"],
  );
  const chart = page.getByRole("region", { name: "Calls over time" });
  t.deepEqual(await chart.locator(".times span").allTextContents(), ["Week 1", "Week 5"]);
  t.deepEqual(await findOverflowingElements(page), []);
  await chart.getByRole("button", { name: "Numbers" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    chart.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  t.regex(
    readFileSync(await file.path(), "utf8"),
    /"2024-01-01 \/ 2024-02-01","2024-01-07 \/ 2024-02-04",1,0/,
  );
  const cut = chart.getByRole("rowheader", { name: /^1 Jan 2024, 1\s?–\s?4 Feb 2024$/ });
  await cut.waitFor();
  await chart.getByRole("link", { name: /^1 of 1\s–\s29 Feb/ }).click();
  await page.getByText("2024-02-29").first().waitFor();
  t.is(await page.getByText("2024-01-31").count(), 0);
  await open("/stats/compare?from=2024-01-01&to=2024-12-31&figure=calls");
  await sideBySide(page).getByText("3", { exact: true }).waitFor();
  t.regex((await readHeads())[0]!, /1 Jan\s–\s31 Dec 2023/);
});

test("halves of different length have the same intervals", async (t) => {
  const { org, openAsUser } = t.context;
  const { ron } = await createCalls(org);
  for (const created_at of ["2023-12-10T12:00:00Z", "2024-03-10T12:00:00Z"])
    await org.createProcessed({ user_email: ron, created_at });
  const { page, open } = await openAsUser(ron, "rep");
  // Six months of 182 days, and six of 184.
  await open("/stats/compare?from=2024-01-01&to=2024-06-30&figure=calls");
  const chart = page.getByRole("region", { name: "Calls over time" });
  await chart.getByRole("button", { name: "Numbers" }).click();
  await chart.getByRole("link").first().waitFor();
  const rows = await chart.getByRole("rowheader").allTextContents();
  t.true(rows.length >= 26);
  t.regex(rows[1]!, /^3 Jul 2023, 8 Jan 2024$/);
});

test("far years are refused, and another day keeps who was chosen", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { ron, una } = await createCalls(org);
  const { page, open } = await openAsAdmin();
  await open("/stats/compare?of=periods&from=0002-01-01&to=2024-01-31");
  await page.getByText("Choose a first and a last day").waitFor();
  await open(`/stats/compare?of=reps&who=${encodeURIComponent(`${una},${una},${ron}`)}`);
  await sideBySide(page).getByRole("columnheader", { name: "Ron" }).waitFor();
  await page.getByLabel("Calls from").press("Enter");
  t.regex(page.url(), /who=/);
  t.is(await sideBySide(page).getByRole("columnheader").count(), 3);
});

test("numbers of an earlier choice aren’t shown beside a failure", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/status of 503/);
  await open("/stats/compare");
  await sideBySide(page).getByRole("columnheader", { name: "Ron" }).waitFor();
  await page.route("**/graphql", async (route) =>
    route.request().postData()?.includes("query Compare(")
      ? route.fulfill({ status: 503, body: "busy" })
      : route.continue(),
  );
  await page.getByLabel("Range").selectOption("last30");
  await page.getByRole("alert").waitFor();
  t.is(await sideBySide(page).count(), 0);
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await sideBySide(page).getByRole("columnheader", { name: "Ron" }).waitFor();
});

test("a running period says so, and days to come have no number", async (t) => {
  const { org, openAsUser } = t.context;
  const { ron } = await createCalls(org);
  const { page, open } = await openAsUser(ron, "rep");
  await open(`/stats/compare?from=${buildDay(-2)}&to=${buildDay(4)}&figure=calls`);
  await page.getByText("of 7 days, today included").waitFor();
  const chart = page.getByRole("region", { name: "Calls over time" });
  await chart.getByRole("button", { name: "Numbers" }).click();
  const last = chart.getByRole("row").last().getByRole("cell");
  await last.first().waitFor();
  t.deepEqual(await last.allTextContents(), [await last.first().textContent(), "–"]);
  t.regex((await last.first().textContent())!, /^0/);
});

test("reps of one name are told apart, and no more than five are compared", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { ron } = await createCalls(org);
  const emails = [];
  for (const index of [1, 2, 3, 4, 5]) {
    const email = `sam${index}@${org.id}.example.com`;
    emails.push(await org.createUser(email, { name: "Sam Lee" }));
    await org.createProcessed({ user_email: email });
  }
  const { page, open } = await openAsAdmin();
  await open(`/stats/compare?who=${encodeURIComponent([...emails, ron].join(","))}`);
  await sideBySide(page)
    .getByRole("columnheader", { name: `Sam Lee (${emails[4]})` })
    .waitFor();
  t.is(await sideBySide(page).getByRole("columnheader").count(), 6);
  await page.getByText("Only the first 5 reps of the address are shown.").waitFor();
  await open("/stats");
  await page
    .getByRole("table", { name: "All metrics by user" })
    .getByText(`Sam Lee (${emails[4]})`)
    .waitFor();
});
