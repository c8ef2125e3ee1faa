import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import type { Tenant } from "../helpers/tenant.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const STATS = `query ($groupBy: StatsGroup!, $filter: StatsFilter) {
  stats(groupBy: $groupBy, filter: $filter) { stats { name totalRecordings avgTalkRatio } }
}`;

interface Entry {
  name: string;
  totalRecordings: number;
  avgTalkRatio: number;
}

const statsOf = async (
  org: Tenant,
  groupBy: "user" | "team",
  filter: object = {},
): Promise<Entry[]> => (await org.graph(STATS, { groupBy, filter })).stats.stats;

const total = (entries: Entry[]): number =>
  entries.reduce((sum, { totalRecordings }) => sum + totalRecordings, 0);

const download = async (page: Page, section: string): Promise<string> => {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("region", { name: section, exact: true })
      .getByRole("button", { name: "Download CSV" })
      .click(),
  ]);
  return readFileSync(await file.path(), "utf8");
};

/** The texts of the parts of each. */
const partsOf = async (rows: Locator, parts: string): Promise<string[][]> =>
  Promise.all((await rows.all()).map((row) => row.locator(parts).allTextContents()));

const rowsOf = (page: Page, section: string): Promise<string[][]> =>
  partsOf(page.getByRole("region", { name: section, exact: true }).locator("tbody tr"), "th, td");

// The admins of other tests come and go.
const counted = (rows: string[][]): string[][] => rows.filter(([, count]) => count !== "0");

test("statistics are a chart and a table of the same numbers, by user and by team", async (t) => {
  const { demo, admin } = t.context;
  const { page, open } = await admin(demo);
  await open("/stats?range=all");
  const byUser = await statsOf(demo, "user");
  const expected = counted(
    byUser
      .toSorted((a, b) => b.totalRecordings - a.totalRecordings)
      .map(({ name, totalRecordings }) => [name, String(totalRecordings)]),
  );
  const all = total(byUser);
  t.deepEqual(counted(await rowsOf(page, "Recordings by user")), [
    ...expected,
    ["All users", String(all)],
  ]);
  const chart = page.getByRole("img", { name: "Bar chart of Recordings by user" });
  t.deepEqual(counted(await partsOf(chart.locator(".bar-row"), "span")), expected);
  await page.getByLabel("By", { exact: true }).selectOption("team");
  await page.getByLabel("Metric", { exact: true }).selectOption("avgTalkRatio");
  await page.getByRole("heading", { name: "Talk ratio by team" }).waitFor();
  t.regex(page.url(), /\?range=all&groupBy=team&metric=avgTalkRatio$/);
  const byTeam = await statsOf(demo, "team");
  const shown = new Map((await rowsOf(page, "Talk ratio by team")) as [string, string][]);
  for (const { name, avgTalkRatio } of byTeam)
    t.is(shown.get(name), `${(100 * avgTalkRatio).toFixed(1)} %`);
});

test("tags to include and to leave out are chosen, kept in the address, and taken away", async (t) => {
  const { demo, admin } = t.context;
  const { page, open } = await admin(demo);
  await open("/stats?range=all");
  await page.getByLabel("With any of the tags").fill("sold");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove sold" }).waitFor();
  await page.getByLabel("Without the tags").fill("windows");
  await page.keyboard.press("Enter");
  await page.waitForURL(/includedTags=sold&excludedTags=windows$/);
  const filter = { includedTags: ["sold"], excludedTags: ["windows"] };
  const count = total(await statsOf(demo, "user", filter));
  await page.getByRole("row", { name: `All users ${count}`, exact: true }).waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
  await page.getByRole("button", { name: "Remove windows" }).click();
  await page.waitForURL(/\?range=all&includedTags=sold$/);
  t.is(await page.evaluate("document.activeElement.tagName"), "INPUT");
});

test("a file has what is shown, and nothing in it is a formula", async (t) => {
  const { org, admin } = t.context;
  await org.user("eve@example.com", { name: `=HYPERLINK("https://elsewhere.example")` });
  await org.user("bob@example.com", { name: "Bob;=1+1" });
  await org.processed(
    { user_email: "eve@example.com" },
    { tags: ["@SUM(A1)", "-1", "+1", "plain"] },
  );
  const { page, open } = await admin();
  await open("/stats?range=all");
  const lines = (await download(page, "All metrics")).split("\r\n");
  t.regex(
    lines[0]!,
    /^\uFEFF"User","id","totalRecordings \(recordings\)",.*"avgTalkRatio \(0\.\.1\)"/,
  );
  t.true(lines[1]!.startsWith(`"'=HYPERLINK(""https://elsewhere.example"")","eve@example.com",1,`));
  t.true(lines.some((line) => line.startsWith(`"Bob;'=1+1","bob@example.com",0,0,,`)));
  const tags = await download(page, "Recordings by tag");
  t.deepEqual(tags.split("\r\n").slice(1, 5).toSorted(), [
    `"'+1",1`,
    `"'-1",1`,
    `"'@SUM(A1)",1`,
    `"plain",1`,
  ]);
});

test("where nothing was counted it is told so", async (t) => {
  const { page, open } = await t.context.admin();
  await open("/stats");
  await page.getByText("No recording was counted").waitFor();
  await page.getByLabel("By", { exact: true }).selectOption("team");
  await page.getByText("There is no such team").waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
});

test("numbers that were asked for otherwise go where the server cannot be asked", async (t) => {
  const { demo, admin } = t.context;
  const { page, open, tolerate } = await admin(demo);
  await open("/stats?range=all");
  tolerate(/ERR_FAILED/);
  await page.route("**/graphql", (route) => route.abort());
  await page.getByLabel("Range").selectOption("last7");
  await page.getByText("The server cannot be reached").waitFor();
  t.is(await page.getByRole("table").count(), 0);
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Recordings by user" }).waitFor();
});
