import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const COVERAGE = `query ($from: DateFrom!, $to: DateTo!) {
  coverage(from: $from, to: $to) { due recorded }
}`;

/** A moment so many days from now, as an instant of the browser's own day. */
const daysAway = (days: number): string => {
  const time = new Date(Date.now() - 5 * 3_600_000 + days * 86_400_000);
  return time.toISOString().slice(0, 10);
};

test("appointments are listed with their match, and how many of the due ones were recorded", async (t) => {
  const { demo, admin } = t.context;
  const { page, open } = await admin(demo);
  await open("/appointments?range=last90");
  const from = `${daysAway(-89)}T05:00:00.000Z`;
  const to = new Date(Date.parse(`${daysAway(1)}T05:00:00.000Z`) - 1).toISOString();
  const { coverage } = await demo.graph(COVERAGE, { from, to });
  const { due, recorded } = coverage;
  const region = page.getByRole("region", { name: "Recording coverage" });
  await region.getByText(`${recorded} of ${due} due appointments recorded`).waitFor();
  t.true(due > recorded, "the demo has missed some");
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByText(/^50 rows/).waitFor();
  await page.getByLabel("Match").selectOption("missed");
  await page.getByText(`${due - recorded} rows`, { exact: true }).waitFor();
  t.regex(page.url(), /\?range=last90&matchStatus=missed$/);
  await page.reload();
  await page.getByText(`${due - recorded} rows`, { exact: true }).waitFor();
  t.deepEqual(await page.getByRole("cell").getByText("matched", { exact: true }).all(), []);
});

test("an appointment tells its customer, its recording and how the two were matched", async (t) => {
  const { demo, admin } = t.context;
  const { page, open } = await admin(demo);
  await open("/appointments?range=last90&matchStatus=matched");
  const row = page.getByRole("row").nth(1);
  const title = await row.getByRole("rowheader").textContent();
  await row.getByRole("rowheader").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: title!, exact: true }).waitFor();
  await page.getByText(/^(By the event id|By user and time|By hand).*; the call began/).waitFor();
  await page.getByRole("heading", { name: "Metadata" }).waitFor();
  await page.getByText(/^JOB-\d+$/).waitFor();
  await page.getByRole("link", { name: "Correct the match at the recording" }).click();
  await page.waitForURL(/\/recordings\/[^?]+$/);
  await page.getByRole("link", { name: title!, exact: true }).waitFor();
  t.pass();
});

test("days of one's own replace the range, and no range is ever lost on the way", async (t) => {
  const { demo, admin } = t.context;
  const { page, open } = await admin(demo);
  await open("/appointments");
  t.is(await page.getByLabel("Range").inputValue(), "last7");
  await page.getByLabel("Starts from").fill(daysAway(-60));
  await page.waitForURL(`**/appointments?from=${daysAway(-60)}&to=${daysAway(0)}`);
  t.is(await page.getByLabel("Range").inputValue(), "custom");
  await page.getByLabel("Range").selectOption("all");
  await page.waitForURL("**/appointments?range=all");
  await page.getByText("Recording coverage is counted over at most 366 days").waitFor();
});

test("without any appointment it is told where they come from", async (t) => {
  const { page, open } = await t.context.admin();
  await open("/appointments?range=all");
  await page.getByText("There are no appointments yet").waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
  await open("/appointments/nothing%2Fthere");
  await page.getByText("There is no such appointment").waitFor();
});
