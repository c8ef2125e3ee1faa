import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";
import { createCalls } from "./helpers/rep-calls.js";

const PHONE = { viewport: { width: 390, height: 844 } };

test("a manager sets targets, which stand beside the figures of the team and the rep", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia, ron } = await createCalls(org);
  await org.graphql(
    "mutation { setTargets(input: { score: 70, closeRate: 30, calls: 7 }) { score } }",
  );
  const { page, open } = await openAsUser(mia, "manager");
  await open("/team");
  const tile = (name: string) => page.locator(".tile", { hasText: name });
  await tile("Score").getByText("Target: 70 · 12 below").waitFor();
  await tile("Calls").getByText("Target: 7 · 1 to go").waitFor();
  await tile("Closed").getByText("Target: 30 % · 30 points below").waitFor();
  await page.getByRole("button", { name: "Targets" }).click();
  const dialog = page.getByRole("dialog", { name: "Targets" });
  t.is(await dialog.getByLabel("Score, from 0 to 100").inputValue(), "", "the team has none yet");
  await dialog.getByText("Empty: 70, as for all teams").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Score, from 0 to 100").fill("55.5");
  await dialog.getByLabel("Questions per call").fill("2");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await tile("Score").getByText("Target: 56 · reached").waitFor();
  await open(`/reps/${encodeURIComponent(ron)}`);
  await tile("Score").getByText("Target: 56 · reached").waitFor();
  await tile("Questions per call").getByText("Target: 2 · 1 below").waitFor();
  await page.getByText("dashed: the target, 56").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);

  await open("/stats?metric=avgProcessScore");
  await page.locator(".legend").getByText("Target: 70").waitFor();
  await open("/stats?metric=totalRecordings");
  await page.getByText("Recordings over time").waitFor();
  t.is(await page.getByText("Target: ").count(), 0, "the others have none");

  const rep = await openAsUser(ron, "rep", PHONE);
  await rep.open("/my-week");
  await rep.page.getByText("Target: 56 · reached").waitFor();
  await rep.page.getByText("Target: 28 · 22 to go").waitFor();
  t.deepEqual(await findOverflowingElements(rep.page), []);
  t.is(await rep.page.getByRole("button", { name: "Targets" }).count(), 0);
});

test("a dialog changes only what was typed, and keeps it from team to team", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  const { page, open } = await openAsAdmin();
  await open("/team");
  await page.getByRole("button", { name: "Targets" }).click();
  const dialog = page.getByRole("dialog", { name: "Targets" });
  await dialog.getByLabel("Calls of a rep").fill("5");
  await dialog.getByLabel("For").selectOption("North");
  await dialog.getByLabel("Calls of a rep").fill("6");
  await org.graphql("mutation { setTargets(input: { score: 91 }) { score } }");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  t.deepEqual(
    await org.graphql(
      "{ organization { targets { calls score } } teams { targets { calls score } } }",
    ),
    {
      organization: { targets: { calls: 5, score: 91 } },
      teams: [{ targets: { calls: 6, score: null } }],
    },
  );
  await page.getByText("Target: 11").waitFor();
});

test("an admin sets targets of all teams, or of one, and takes them away", async (t) => {
  const { org, openAsAdmin } = t.context;
  await createCalls(org);
  const { page, open } = await openAsAdmin();
  await open("/team");
  const change = async (team: string, score: string) => {
    await page.getByRole("button", { name: "Targets" }).click();
    const dialog = page.getByRole("dialog", { name: "Targets" });
    await dialog.getByLabel("For").selectOption(team);
    await dialog.getByLabel("Score, from 0 to 100").fill(score);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const READ = "{ organization { targets { score } } teams { targets { score } } }";
  await change("All teams", "70");
  await page.getByText("Target: 70").waitFor();
  await change("North", "80");
  t.deepEqual(await org.graphql(READ), {
    organization: { targets: { score: 70 } },
    teams: [{ targets: { score: 80 } }],
  });
  await change("All teams", "");
  await page.getByText("Target: 70").waitFor({ state: "detached" });
  t.is((await org.graphql(READ)).organization.targets.score, null);
});
