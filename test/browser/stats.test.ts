import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import type { Tenant } from "../helpers/tenant.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const STATS = `query ($groupBy: StatsGroup!, $filter: StatsFilter) {
  stats(groupBy: $groupBy, filter: $filter) { stats { name totalRecordings avgTalkRatio } }
}`;

interface Entry {
  name: string;
  totalRecordings: number;
  avgTalkRatio: number;
}

const loadStats = async (
  org: Tenant,
  groupBy: "user" | "team",
  filter: object = {},
): Promise<Entry[]> => (await org.graphql(STATS, { groupBy, filter })).stats.stats;

const countRecordings = (entries: Entry[]): number =>
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

/** Reads the texts of the given parts of each row. */
const readParts = async (rows: Locator, parts: string): Promise<string[][]> =>
  Promise.all((await rows.all()).map((row) => row.locator(parts).allTextContents()));

const readRows = (page: Page, section: string): Promise<string[][]> =>
  readParts(page.getByRole("region", { name: section, exact: true }).locator("tbody tr"), "th, td");

// Other tests add admins without recordings to the demo.
const withRecordings = (rows: string[][]): string[][] => rows.filter(([, count]) => count !== "0");

test("the chart and the table show the same statistics, by user and by team", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/stats?range=all");
  const byUser = await loadStats(demo, "user");
  const expected = withRecordings(
    byUser
      .toSorted((a, b) => b.totalRecordings - a.totalRecordings)
      .map(({ name, totalRecordings }) => [name, String(totalRecordings)]),
  );
  const all = countRecordings(byUser);
  t.deepEqual(withRecordings(await readRows(page, "Recordings by user")), [
    ...expected,
    ["All users", String(all)],
  ]);
  const chart = page.getByRole("img", { name: "Bar chart: Recordings by user" });
  t.deepEqual(withRecordings(await readParts(chart.locator(".bar-row"), "span")), expected);
  await page.getByLabel("Group by").selectOption("team");
  await page.getByLabel("Metric", { exact: true }).selectOption("avgTalkRatio");
  await page.getByRole("heading", { name: "Talk ratio by team" }).waitFor();
  t.regex(page.url(), /\?range=all&groupBy=team&metric=avgTalkRatio$/);
  const byTeam = await loadStats(demo, "team");
  const shown = new Map((await readRows(page, "Talk ratio by team")) as [string, string][]);
  for (const { name, avgTalkRatio } of byTeam)
    t.is(shown.get(name), `${(100 * avgTalkRatio).toFixed(1)} %`);
});

test("tag filters can be added and removed and are in the address", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/stats?range=all");
  await page.getByLabel("With any of these tags").fill("sold");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove sold" }).waitFor();
  await page.getByLabel("Without these tags").fill("windows");
  await page.keyboard.press("Enter");
  await page.waitForURL(/includedTags=sold&excludedTags=windows$/);
  const filter = { includedTags: ["sold"], excludedTags: ["windows"] };
  const count = countRecordings(await loadStats(demo, "user", filter));
  await page.getByRole("row", { name: `All users ${count}`, exact: true }).waitFor();
  // Until the other numbers are there too, the old ones are pale.
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("button", { name: "Remove windows" }).click();
  await page.waitForURL(/\?range=all&includedTags=sold$/);
  t.is(await page.evaluate("document.activeElement.tagName"), "INPUT");
});

test("a CSV file has the numbers of the table and no formulas", async (t) => {
  const { org, openAsAdmin } = t.context;
  await org.createUser("eve@example.com", { name: `=HYPERLINK("https://elsewhere.example")` });
  await org.createUser("bob@example.com", { name: "Bob;=1+1" });
  await org.createProcessed(
    { user_email: "eve@example.com" },
    { tags: ["@SUM(A1)", "-1", "+1", "plain"] },
  );
  const { page, open } = await openAsAdmin();
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

test("empty statistics show a message", async (t) => {
  const { page, open } = await t.context.openAsAdmin();
  await open("/stats");
  await page.getByText("No recordings in these statistics").waitFor();
  await page.getByLabel("Group by").selectOption("team");
  await page.getByText("No teams").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
});

test("a failed filter change removes the old numbers", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open, allowMessage } = await openAsAdmin(demo);
  await open("/stats?range=all");
  allowMessage(/ERR_FAILED/);
  await page.route("**/graphql", (route) => route.abort());
  await page.getByLabel("Range").selectOption("last7");
  await page.getByText("Can't reach the server").waitFor();
  t.is(await page.getByRole("table").count(), 0);
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Recordings by user" }).waitFor();
});
