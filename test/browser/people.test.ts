import { createTracker } from "../helpers/trackers/trackers.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("an admin creates and edits users, each with a unique e-mail", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/people");
  await page.getByRole("button", { name: "New user" }).click();
  await dialog.getByLabel("E-mail").fill("REP@example.com");
  await dialog.getByLabel("Name").fill("Kim Lee");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.locator(".field-error").getByText("already exists").waitFor();
  await dialog.getByLabel("E-mail").fill("kim@example.com");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Edit Kim Lee" }).click();
  await dialog.getByLabel("Label").fill("manager");
  await dialog.getByRole("checkbox", { name: /^Active/ }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.getByLabel("Status").selectOption("inactive");
  await page.getByText("1 user", { exact: true }).waitFor();
  t.is(new URL(page.url()).search, "?state=inactive");
  const { users } = await org.graphql("{ users(active: null) { email name role active } }");
  const kim = users.find(({ email }: { email: string }) => email === "kim@example.com");
  t.deepEqual(kim, { email: "kim@example.com", name: "Kim Lee", role: "manager", active: false });
});

test("an admin creates a team with members and roles and deletes it", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/people?show=teams");
  await page.getByText("No teams yet").waitFor();
  await page.getByRole("button", { name: "New team" }).click();
  await dialog.getByLabel("Name").fill("Roofing");
  const members = dialog.getByRole("group", { name: "Members" });
  await members.getByRole("checkbox", { name: /^Robin Rep/ }).check();
  await dialog.getByLabel("Role of Robin Rep").fill("lead");
  const leads = dialog.getByRole("group", { name: "Leads" });
  await leads.getByRole("checkbox", { name: /^Robin Rep/ }).check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("row", { name: /Roofing.*Robin Rep · lead/ }).waitFor();
  const email = "rep@example.com";
  const { teams } = await org.graphql("{ teams { name members { email role } leads { email } } }");
  t.deepEqual(teams, [{ name: "Roofing", members: [{ email, role: "lead" }], leads: [{ email }] }]);
  await page.getByRole("button", { name: "Delete Roofing" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No teams yet").waitFor();
});

test("a tracker decides what counts as a yes to a question", async (t) => {
  const { openAsAdmin, org } = t.context;
  const id = await createTracker(org, ["warranty"], { name: "Warranty" });
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/scorecards");
  await page.getByRole("button", { name: "New scorecard" }).click();
  await dialog.getByLabel("Name").fill("Visit");
  await dialog.getByLabel("Question 1", { exact: true }).fill("Did the rep say what is covered?");
  await dialog.getByLabel("A yes to question 1").selectOption("Tracker: Warranty");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("cell", { name: /what is covered\?\s*Tracker: Warranty/ }).waitFor();
  const load = async () =>
    (await org.graphql("{ templates { questions { tracker { id } } } }")).templates[0].questions;
  t.deepEqual(await load(), [{ tracker: { id } }]);
  await page.getByRole("button", { name: "Edit Visit" }).click();
  await dialog.getByLabel("A yes to question 1").selectOption("What the wording asks for");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  t.deepEqual(await load(), [{ tracker: null }]);
});

test("an admin adds, moves and removes a template's questions", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  const loadQuestions = async (): Promise<string[]> => {
    const { templates } = await org.graphql("{ templates { questions { question } } }");
    return templates[0].questions.map(({ question }: { question: string }) => question);
  };
  await open("/scorecards");
  await page.getByRole("button", { name: "New scorecard" }).click();
  await dialog.getByLabel("Name").fill("Visit");
  await dialog.getByLabel("Question 1", { exact: true }).fill("Second?");
  await dialog.getByRole("button", { name: "Add question" }).click();
  await dialog.getByLabel("Question 2", { exact: true }).fill("First?");
  await dialog.getByRole("button", { name: "Move question 2 up" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Edit Visit" }).waitFor();
  t.deepEqual(await loadQuestions(), ["First?", "Second?"]);
  await page.getByRole("button", { name: "Edit Visit" }).click();
  await dialog.getByRole("button", { name: "Remove question 1" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  t.deepEqual(await loadQuestions(), ["Second?"]);
});
