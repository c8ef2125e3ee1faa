import { readFileSync } from "node:fs";
import type { Tenant } from "../helpers/tenant.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import { createTracker, searchTrackers } from "../helpers/trackers/trackers.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const TITLE = "Won deals, by what was done in the call";
const PHONE = { viewport: { width: 390, height: 844 } };

/** Creates twelve calls: six with a yes, of which five were won, and six without, of which one was. */
const createDeals = async (org: Tenant): Promise<void> => {
  const template = await createTemplate(org, "Asked who decides?");
  const questionId = template.questions[0]!.id;
  for (let index = 0; index < 12; index += 1) {
    const yes = index < 6;
    await org.createProcessed(
      {
        name: `${yes ? "With" : "Without"} ${index}`,
        transcript: [
          {
            speaker: "rep",
            role: "rep",
            text: index < 2 ? "Here is the price." : "Hello.",
            start: 0,
            end: 1000,
          },
        ],
      },
      {
        closed: yes ? index > 0 : index === 6,
        templateId: template.id,
        process: { answers: [{ questionId, yes }] },
      },
    );
  }
};

test("won deals are shown by what was done in the call, and each number opens its calls", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  await createDeals(org);
  await createTracker(org, ["price"], { name: "Price <b>named</b>" });
  await searchTrackers(server, org);
  const { page, open } = await openAsAdmin();
  await open("/stats");
  const section = page.getByRole("region", { name: TITLE });
  await section.getByText("A deal was won in 6 of 12 calls.").waitFor();
  const rows = section.locator("tbody tr");
  t.regex(
    (await rows.nth(0).textContent())!,
    /^Asked who decides\?Visit.*83 %.*5 of 6 calls.*17 %.*1 of 6 calls\+66 points$/,
  );
  t.regex(
    (await rows.nth(1).textContent())!,
    /^Price <b>named<\/b>Tracker.*50 %.*too few: 1 of 2 calls.*50 %.*5 of 10 callstoo few$/,
  );
  t.deepEqual(await findAccessibilityProblems(page), []);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  t.regex(readFileSync(await file.path(), "utf8"), /"Asked who decides\?","[^"]+",6,5,6,1/);

  const countCalls = async (link: string) => {
    await open("/stats");
    await section.getByRole("link", { name: link }).click();
    const calls = page.getByRole("table", { name: /^Recordings/ });
    const names = calls.getByRole("link", { name: /^With/ });
    // Statistics have a table of recordings, too, but without their names.
    await names.first().waitFor();
    return names.count();
  };
  t.is(await countCalls("of the calls with: Asked who decides?"), 6);
  t.is(await countCalls("of the calls without: Price"), 10);
  await page.getByLabel("Tracker not found").selectOption("Any tracker or none");
  await page.getByRole("link", { name: "With 0" }).waitFor();

  await page.setViewportSize(PHONE.viewport);
  await open("/stats");
  await section.getByText("A deal was won in 6 of 12 calls.").waitFor();
  t.deepEqual(await findOverflowingElements(page), []);
});

test("without a won deal, nothing is compared", async (t) => {
  const { org, openAsAdmin } = t.context;
  const template = await createTemplate(org, "Asked?");
  const answers = template.questions.map(({ id }) => ({ questionId: id, yes: true }));
  await org.createProcessed({}, { templateId: template.id, process: { answers } });
  const { page, open } = await openAsAdmin();
  await open("/stats");
  await page.getByRole("heading", { name: "Process questions" }).waitFor();
  await page.waitForLoadState("networkidle");
  t.is(await page.getByRole("heading", { name: TITLE }).count(), 0);
});
