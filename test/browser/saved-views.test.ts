import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const PHONE = { viewport: { width: 390, height: 844 } };

test("a manager saves filters, shares them, and a rep sees their own calls with them", async (t) => {
  const { org, openAsAdmin, openAsUser } = t.context;
  const rep = await org.createUser(`ron@${org.id}.example.com`, { name: "Ron" });
  await org.createProcessed({ name: "Call of Ron", user_email: rep }, { tags: ["sold"] });
  await org.createProcessed({ name: "Call of another" }, { tags: ["sold"] });
  const { page, open } = await openAsAdmin();
  await open("/recordings?tag=sold&range=week");
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Sold <b>this week</b>");
  await dialog.getByLabel("Share with everyone").check();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Save" }).click();
  const views = page.getByRole("navigation", { name: "Views" });
  await views.locator("[aria-current=page]", { hasText: "Sold <b>this week</b>" }).waitFor();

  const other = await openAsUser(rep, "rep", PHONE);
  await other.open("/recordings");
  await other.page.getByRole("link", { name: "Sold <b>this week</b>" }).click();
  await other.page.waitForURL(/tag=sold/);
  await other.page.getByRole("link", { name: "Call of Ron" }).waitFor();
  // The rows before stay, paler, until those of the view are there.
  await other.page.locator("table[aria-busy=true]").waitFor({ state: "detached" });
  t.is(await other.page.getByRole("link", { name: "Call of another" }).count(), 0);
  t.is(await other.page.locator("summary", { hasText: /^View$/ }).count(), 0);
  t.deepEqual(await findAccessibilityProblems(other.page), []);
  t.deepEqual(await findOverflowingElements(other.page), []);

  await page.locator("summary", { hasText: /^View$/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("View deleted").waitFor();
  await page.getByRole("button", { name: "Save view" }).waitFor();
});

test("calls that no one has reviewed are a view of everyone", async (t) => {
  const { org, openAsAdmin } = t.context;
  await org.createProcessed({ name: "Call to review" });
  const reviewed = await org.createProcessed({ name: "Reviewed call" });
  await org.graphql(
    `mutation ($recordingId: ID!) {
      addReview(recordingId: $recordingId, reviewerEmail: "rep@example.com", durationMs: 60000) { id } }`,
    { recordingId: reviewed },
  );
  const { page, open } = await openAsAdmin();
  await open("/recordings");
  await page.getByRole("link", { name: "To review", exact: true }).click();
  await page.waitForURL(/reviewed=false/);
  await page.getByRole("link", { name: "Reviewed call" }).waitFor({ state: "detached" });
  t.true(await page.getByRole("link", { name: "Call to review" }).isVisible());
});
