import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const COVERAGE = `query ($from: DateFrom!, $to: DateTo!) {
  coverage(from: $from, to: $to) { due recorded }
}`;

/** Returns the day `days` days from today, in the browser's time zone (UTC-5). */
const dayFromToday = (days: number): string => {
  const time = new Date(Date.now() - 5 * 3_600_000 + days * 86_400_000);
  return time.toISOString().slice(0, 10);
};

test("the appointment list shows each match and the recording coverage", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/appointments?range=last90");
  const from = `${dayFromToday(-89)}T05:00:00.000Z`;
  const to = new Date(Date.parse(`${dayFromToday(1)}T05:00:00.000Z`) - 1).toISOString();
  const { coverage } = await demo.graphql(COVERAGE, { from, to });
  const { due, recorded } = coverage;
  const region = page.getByRole("region", { name: "Recording coverage" });
  await region.getByText(`${recorded} of ${due} appointments recorded`).waitFor();
  t.true(due > recorded, "the demo has missed appointments");
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByText(/^50 rows/).waitFor();
  const curl = page.getByText("Same request with curl");
  await curl.waitFor();
  await page.getByLabel("Recording", { exact: true }).selectOption("missed");
  await page.getByText(`${due - recorded} rows`, { exact: true }).waitFor();
  t.regex(page.url(), /\?range=last90&matchStatus=missed$/);
  t.is(await curl.count(), 0, "/v1 has no filter by match");
  await page.reload();
  await page.getByText(`${due - recorded} rows`, { exact: true }).waitFor();
  t.deepEqual(
    await page
      .getByRole("cell")
      .getByText(/Listen|Open/)
      .all(),
    [],
  );
});

test("an appointment shows its customer, its recording and how it matched", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/appointments?range=last90&matchStatus=matched");
  const row = page.getByRole("row").nth(1);
  const link = row.getByRole("rowheader").getByRole("link").first();
  const title = await link.textContent();
  await link.click();
  await page.getByRole("heading", { level: 1, name: title!, exact: true }).waitFor();
  await page
    .getByText(
      /^(Automatically, by (the call's event ID|user and time)|Manually); the call started/,
    )
    .waitFor();
  await page.getByRole("heading", { name: "Metadata" }).waitFor();
  await page.getByText(/^JOB-\d+$/).waitFor();
  await page.getByRole("link", { name: "Change the match" }).click();
  await page.waitForURL(/\/recordings\/[^?]+$/);
  await page.getByRole("link", { name: title!, exact: true }).waitFor();
  t.pass();
});

test("custom days replace the range preset", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/appointments");
  t.is(await page.getByLabel("Range").inputValue(), "last7");
  await page.getByLabel("Starts from").fill(dayFromToday(-60));
  await page.waitForURL(`**/appointments?from=${dayFromToday(-60)}&to=${dayFromToday(0)}`);
  t.is(await page.getByLabel("Range").inputValue(), "custom");
  await page.getByLabel("Range").selectOption("all");
  await page.waitForURL("**/appointments?range=all");
  await page.getByText("Recording coverage needs a period of at most 366 days").waitFor();
});

test("an empty appointment list explains where appointments come from", async (t) => {
  const { page, open } = await t.context.openAsAdmin();
  await open("/appointments?range=all");
  await page.getByText("No appointments yet").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await open("/appointments/nothing%2Fthere");
  await page.getByText("Appointment not found").waitFor();
});
