import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { searchTrackers } from "../helpers/trackers/trackers.js";

const quote = "That is too expensive for us.";
const filler = Array.from({ length: 60 }, (_, index) => ({
  speaker: "A",
  role: "rep",
  text: `The panel number ${index} goes on the left side of the wall.`,
  start: index * 1_000,
  end: index * 1_000 + 900,
}));
const transcript = [
  ...filler,
  { speaker: "B", role: "client", text: quote, start: 65_000, end: 69_000 },
];

test("an admin turns search by meaning on, and opens a call at the words", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  const id = await org.createProcessed({ call_id: "1", name: "Roof", transcript });
  await org.createProcessed({ call_id: "2", name: "Windows" });
  await open("/recordings");
  await page.getByLabel("Find").selectOption("Meaning");
  await page.getByText("Search by meaning is off").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("button", { name: "Turn on search by meaning" }).click();
  await page.getByText("What was meant?").waitFor();
  await searchTrackers(server, org);
  await page.getByLabel("Search").fill("We can’t afford it.");
  await page.getByLabel("Search").press("Enter");
  const link = page.getByRole("link", { name: quote });
  await link.waitFor();
  await page.getByText("1 call searched").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByLabel("Said by").selectOption("Said by the rep");
  await link.waitFor({ state: "hidden" });
  await page.getByLabel("Said by").selectOption("Said by the client");
  await link.click();
  await page.waitForURL(/#t=65$/);
  t.true(page.url().includes(id));
  const current = page.locator(".transcript [aria-current]");
  await current.waitFor();
  t.true((await current.textContent())?.includes(quote));
  await open("/recordings?by=meaning");
  await page.getByRole("button", { name: "Turn off search by meaning" }).click();
  await page.getByText("Search by meaning is off").first().waitFor();
});
