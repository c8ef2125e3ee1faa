import type { Tenant } from "../helpers/tenant.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const PHONE = { viewport: { width: 390, height: 844 } };

const UPSERT = "mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }";
const TEAM = "mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }";

/** Creates a manager, the teams that they lead, and one that they don't lead. */
const createTeams = async (org: Tenant, ...led: string[]) => {
  const manager = await org.createUser(`mia@${org.id}.example.com`, { name: "Mia" });
  const add = async (name: string, leads: string[]): Promise<string> =>
    (await org.graphql(TEAM, { input: { name, members: [], leads } })).upsertTeam.id;
  const ids = [];
  for (const name of led) ids.push(await add(name, [manager]));
  return { manager, ids, south: await add("South", []) };
};

const listTemplates = async (org: Tenant) =>
  (
    await org.graphql(
      "{ templates { name sources prompt questions { question weight } teams { name } } }",
    )
  ).templates;

test("a manager copies the scorecard for all, changes it for their team, and may not change the other", async (t) => {
  const { org, openAsUser } = t.context;
  const { manager, south } = await createTeams(org, "North");
  const visit = {
    name: "Visit",
    prompt: "Look for roofs.",
    sources: ["mobile"],
    questions: [{ question: "Was the price named?", weight: 3 }],
  };
  await org.graphql(UPSERT, { input: visit });
  await org.graphql(UPSERT, { input: { name: "South’s", questions: [], teamIds: [south] } });
  const { page, open } = await openAsUser(manager, "manager", PHONE);
  await open("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Scorecards" }).click();
  await page.getByText("For the calls of other teams").waitFor();
  t.is(await page.getByRole("button", { name: /^Edit/ }).count(), 0);
  t.is(await page.getByText("Analyse earlier calls again").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("button", { name: "New scorecard" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Start from").selectOption("A copy of Visit");
  await dialog.getByText("For the calls of North.").waitFor();
  await dialog.getByLabel("Name").fill("North’s visit");
  await dialog.getByLabel("Question 1", { exact: true }).fill("Was the budget named?");
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Edit North’s visit" }).click();
  await dialog.getByLabel("Question 1 counts").selectOption("twice");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("For the calls of North", { exact: true }).waitFor();
  const [north, , all] = await listTemplates(org);
  t.deepEqual(north, {
    name: "North’s visit",
    sources: visit.sources,
    prompt: "Look for roofs.",
    questions: [{ question: "Was the budget named?", weight: 2 }],
    teams: [{ name: "North" }],
  });
  t.deepEqual(all, { ...visit, teams: [] });
});

test("a manager adapts a scorecard, and sees what a changed question changes before saving it", async (t) => {
  const { org, openAsUser } = t.context;
  const { manager, ids } = await createTeams(org, "North");
  const rep = `ron@${org.id}.example.com`;
  await org.createUser(rep, { name: "Ron" });
  await org.graphql(TEAM, {
    input: { id: ids[0], name: "North", members: [{ email: rep }], leads: [manager] },
  });
  const questions = [{ question: "Was the snow removed?" }, { question: "Was a warranty named?" }];
  await org.graphql(UPSERT, { input: { name: "Visit", questions } });
  const text = "You get <b>a warranty</b> of ten years.";
  const line = { speaker: "Ron", role: "rep", text, start: 4_000, end: 8_000 };
  await org.createProcessed({ user_email: rep, transcript: [line] });
  await org.createUser(`sue@${org.id}.example.com`, { name: "Sue" });
  await org.createProcessed({
    call_id: "other",
    user_email: `sue@${org.id}.example.com`,
    transcript: [line],
  });
  const { page, open } = await openAsUser(manager, "manager", PHONE);
  await open("/scorecards");
  await page.getByRole("button", { name: "Adapt for my team: Visit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Question 2", { exact: true }).fill("Did it rain?");
  await dialog.getByRole("button", { name: "Try it on the last calls" }).click();
  await dialog.getByText("The last call: Average score 0, before 50").waitFor();
  await dialog.getByText("Yes in 0 of 1, before in 1").waitFor();
  await dialog.getByText(`No longer a yes: “${text}”`).waitFor();
  t.is(await dialog.getByRole("link").count(), 1, "only the call of their own team");
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  await dialog.getByLabel("Question 1", { exact: true }).fill("Which warranty is there?");
  await dialog.getByText("The questions have changed since").waitFor();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  const teams = (await listTemplates(org)).map((template: { teams: object[] }) => template.teams);
  t.deepEqual(
    teams.filter(({ length }: object[]) => length > 0),
    [[{ name: "North" }]],
  );
});

test("a manager of two teams chooses between them; without a choice, the field says so", async (t) => {
  const { org, openAsUser } = t.context;
  const { manager } = await createTeams(org, "East", "North");
  const { page, open } = await openAsUser(manager, "manager");
  await open("/scorecards");
  await page.getByRole("button", { name: "New scorecard" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Start from").selectOption("Sales call");
  t.is(await dialog.getByLabel("South").count(), 0);
  t.is(await dialog.getByLabel(/^Retired/).count(), 0);
  await dialog.getByLabel("East").uncheck();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog
    .getByText(/Choose a team|is required/)
    .filter({ visible: true })
    .waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("North").check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  t.deepEqual((await listTemplates(org))[0].teams, [{ name: "North" }]);
});

test("an admin gives a scorecard to a team, and sees that the team was deleted", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { ids } = await createTeams(org, "North");
  const { page, open } = await openAsAdmin();
  await org.graphql(UPSERT, { input: { name: "Visit", questions: [] } });
  await open("/scorecards");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Edit Visit" }).click();
  await dialog.getByLabel("North").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("For the calls of North", { exact: true }).waitFor();
  await org.graphql("mutation ($id: ID!) { deleteTeam(id: $id) }", { id: ids[0] });
  await page.reload();
  await page.getByText("For no calls: its teams were deleted").waitFor();
  await page.getByRole("button", { name: "Edit Visit" }).click();
  await dialog.getByText(/^Its teams were deleted/).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Name").fill("Visits");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit Visits" }).waitFor();
  await page.getByText("For no calls: its teams were deleted").waitFor();
  await page.getByRole("button", { name: "Edit Visits" }).click();
  await dialog.getByLabel("All teams").check();
  await dialog.getByLabel(/^Retired/).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Retired", { exact: true }).waitFor();
  t.is(await page.getByText(/^For/).count(), 0);
});

test("a rep reads the scorecards, without a button to change them", async (t) => {
  const { org, openAsUser } = t.context;
  const rep = await org.createUser(`ron@${org.id}.example.com`, { name: "Ron" });
  await org.graphql(UPSERT, { input: { name: "Visit", questions: [{ question: "Why?" }] } });
  const { page, open } = await openAsUser(rep, "rep");
  await open("/scorecards");
  await page.getByText("Why?").waitFor();
  t.is(await page.getByRole("button", { name: /scorecard|Edit|Adapt/ }).count(), 0);
  t.is(await page.getByRole("link", { name: "Scorecards" }).count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
});
