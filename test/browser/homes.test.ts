import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { createTeam } from "../helpers/stats/stats.js";
import { searchTrackers, upsertTracker } from "../helpers/trackers/trackers.js";
import type { Tenant } from "../helpers/tenant.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";
import { createCalls } from "./helpers/rep-calls.js";

const PHONE = { viewport: { width: 390, height: 844 } };
const DAY_MS = 86_400_000;

const pushVisit = (org: Tenant, email: string, daysAgo: number, name: string) =>
  org.send("POST", "/v1/scheduled-tasks", {
    event_id: `visit of ${name}`,
    user_email: email,
    start_time: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    customer: { id: name, name, location: "2 Elm Street" },
  });

test("a manager's home says where each rep stands, what to train and what to hear", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia, ron } = await createCalls(org);
  const { page, open } = await openAsUser(mia, "manager");
  await open("/");
  await page.getByRole("heading", { level: 1, name: "Team this week" }).waitFor();
  const row = page.getByRole("row", { name: "Ron" });
  t.regex((await row.textContent())!, /58.*6.*Asked for the order\? 1 of 6/);
  t.is(await page.getByRole("row", { name: "Una" }).count(), 0);
  await page.getByText("Best score: 100").waitFor();
  await page.getByText("Lowest score: 50").waitFor();
  t.is(await page.getByText("Foreign").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);

  await row.getByRole("link", { name: "Asked for the order?" }).click();
  const calls = page.getByRole("table", { name: /^Recordings/ });
  await calls.getByText("not found").first().waitFor();
  t.is(await calls.getByText("not found").count(), 5, "the calls behind the number");

  await open("/team");
  await row.getByRole("link", { name: "Ron" }).click();
  await page.getByRole("heading", { level: 1, name: "Ron" }).waitFor();
  await page.getByText("To train: Asked for the order? 1 of 6 calls.").waitFor();
  await page.getByText("Goes well: Named the price?").waitFor();
  await page.getByRole("img", { name: /^Score, week by week: .*58$/ }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await open(`/reps/${encodeURIComponent(ron)}`);
  await page.getByRole("link", { name: "with", exact: true }).first().click();
  await page.getByRole("link", { name: "yes 1:03" }).click();
  await page.waitForURL(/\/recordings\/[^/]+#t=63$/);
});

test("on Monday morning, a manager hears the calls of last week", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia } = await createCalls(org);
  const { page, open } = await openAsUser(mia, "manager");
  const daysToMonday = 7 - ((new Date().getDay() + 6) % 7);
  await page.clock.setFixedTime(Date.now() + daysToMonday * DAY_MS);
  await open("/team");
  const calls = page.locator("dl.tiles > div").filter({ hasText: "Calls" });
  t.is(await calls.locator("dd").innerText(), "0\n6 last week", "no decrease before the week ends");
  await page.getByText("Best score: 100").waitFor();
  await page.getByRole("link", { name: "All calls of the last seven days" }).click();
  await page
    .getByRole("link", { name: /^Client/ })
    .first()
    .waitFor();
});

test("a manager's home leads to what clients said of the price", async (t) => {
  const { org, server, openAsUser } = t.context;
  const { mia, ron, una } = await createCalls(org);
  const said = [
    { speaker: "B", role: "client", text: "That is too expensive.", start: 65_000, end: 69_000 },
  ];
  for (const user_email of [ron, una])
    await org.createProcessed({ user_email, transcript: said, name: `Review of ${user_email}` });
  for (const saidBy of ["client", "rep"])
    await upsertTracker(org, {
      name: `Price, said by the ${saidBy}`,
      phrases: ["expensive"],
      saidBy,
    });
  await searchTrackers(server, org);
  const { page, open } = await openAsUser(mia, "manager");
  await open("/team");
  const section = page.getByRole("region", { name: "What clients said, last 30 days" });
  t.regex((await section.innerText()).trim(), /\nPrice, said by the client in 1 call$/);
  await section.getByRole("link", { name: "Price, said by the client" }).click();
  await page.getByRole("link", { name: "“That is too expensive.”" }).click();
  await page.waitForURL(/#t=6\d$/);
});

test("a manager looks at an earlier week of the team, and prints it", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia } = await createCalls(org);
  const { page, open } = await openAsUser(mia, "manager");
  await page.clock.setFixedTime(Date.now() + 7 * DAY_MS);
  await open("/team");
  const row = page.getByRole("row", { name: "Ron" });
  await page.getByRole("link", { name: "Week before" }).click();
  await page.getByRole("heading", { level: 1, name: "Team last week" }).waitFor();
  // This week's row has no calls.
  await row.filter({ hasText: /6Asked/ }).waitFor();
  await page.getByText("Best score: 100").waitFor();
  t.regex((await row.textContent())!, /58.*6.*Asked for the order\? 1 of 6/);
  t.regex(page.url(), /\?week=\d{4}-\d\d-\d\d$/);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.reload();
  await page.getByRole("link", { name: "All calls of last week" }).click();
  await page.getByRole("table", { name: /^Recordings/ }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Week before" }).click();
  await page.getByRole("heading", { level: 1, name: "Team that week" }).waitFor();
  await page.getByText("No calls.").waitFor();
  await page.getByRole("link", { name: "Week after" }).click();
  await page.getByText("Best score: 100").waitFor();

  await page.emulateMedia({ media: "print" });
  t.is(await page.getByRole("navigation").filter({ visible: true }).count(), 0);
  t.is(await page.getByRole("button").filter({ visible: true }).count(), 0);
  t.true(await row.isVisible());
  for (const week of ["2999-01-01", "soon"]) {
    await open(`/team?week=${week}`);
    await page.getByRole("heading", { level: 1, name: "Team this week" }).waitFor();
  }
});

test("a deactivated rep has a page while they have calls", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia, ron } = await createCalls(org);
  await org.createUser(ron, { name: "Ron", active: false });
  const { page, open } = await openAsUser(mia, "manager");
  await open("/team");
  await page.getByRole("row", { name: "Ron" }).getByRole("link", { name: "Ron" }).click();
  await page.getByRole("heading", { level: 1, name: "Ron" }).waitFor();
  await page.getByText("To train: Asked for the order? 1 of 6 calls.").waitFor();
  t.is(await page.getByText("No such rep").count(), 0);
});

test("habits by rep: a number opens its calls, and few answers are pale", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia } = await createCalls(org);
  const { page, open } = await openAsUser(mia, "manager");
  await open("/team/habits");
  const row = page.getByRole("row", { name: /Ron/ });
  await row.getByRole("link", { name: "17 % 1 of 6" }).waitFor();
  t.is(await page.getByText("Una").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await row.getByRole("link", { name: "100 % 6 of 6" }).click();
  const calls = page.getByRole("table", { name: /^Recordings/ });
  await calls.waitFor();
  t.is(await calls.getByRole("rowheader").count(), 6);
});

test("a rep's home on a phone: visit, last calls, and only their own", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia, ron, una } = await createCalls(org);
  await pushVisit(org, ron, -2, "Nora Next");
  await pushVisit(org, una, -1, "Foreign Next");
  const { recordings } = await org.graphql(
    `{ recordings(first: 1, filter: { userEmail: "${ron}" }) { nodes { id } } }`,
  );
  await org.graphql("mutation ($input: CommentInput!) { addComment(input: $input) { id } }", {
    input: { recordingId: recordings.nodes[0].id, text: "Well done", authorEmail: mia },
  });
  const { page, open } = await openAsUser(ron, "rep", PHONE);
  await open("/");
  await page.getByRole("heading", { level: 1, name: "My week" }).waitFor();
  await page.getByRole("link", { name: "Nora Next" }).waitFor();
  await page.getByRole("link", { name: "2 Elm Street" }).waitFor();
  await page.getByRole("link", { name: "Well done" }).waitFor();
  t.is(await page.getByText("Ask for the order.").count(), 3, "what to try, not what went well");
  await page.getByText("My last four weeks").waitFor();
  t.is(await page.getByText("Foreign").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  await page.getByRole("link", { name: "My progress" }).click();
  await page.getByText("To train: Asked for the order? 1 of 6 calls.").waitFor();
  t.deepEqual(await findOverflowingElements(page), []);

  await open(`/reps/${encodeURIComponent(una)}`);
  await page.getByText("No such rep").waitFor();
  t.is(await page.getByText("Foreign").count(), 0);
  await open("/team");
  await page.getByText("You don’t lead a team yet").waitFor();
});

test("a rep hears their last call on their home, and reads a next step without its date twice", async (t) => {
  const { server, org, openAsUser } = t.context;
  const ron = await org.createUser(`ron@${org.id}.example.com`, { name: "Ron" });
  const upload = { name: "Call with audio", user_email: ron, transcript: [] };
  const { id } = (await uploadForm(server, org, upload)).body.recording;
  await completeAnalysis(org, id, {
    actionItems: [
      { text: "Call Kim on Friday at 4 PM (Fri 4 Dec 2026, 16:00)", due: "2026-12-04" },
    ],
  });
  const { page, open } = await openAsUser(ron, "rep", PHONE);
  await open("/");
  await page.getByRole("link", { name: "Call Kim on Friday at 4 PM", exact: true }).waitFor();
  await page.getByRole("button", { name: "Play Call with audio" }).click();
  const player = page.getByRole("region", { name: "Player" });
  await player.getByRole("link", { name: "Call with audio" }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await player.getByRole("button", { name: "Close the player" }).click();
  await player.waitFor({ state: "detached" });
  t.is(
    await page.evaluate<string>("document.activeElement.getAttribute('aria-label')"),
    "Play Call with audio",
  );
});

test("a rep's home shows the team's middle from five reps up", async (t) => {
  const { org, openAsUser } = t.context;
  const names = ["Ann", "Bo", "Cy", "Di", "Canary Ed"];
  const emails = names.map(
    (name) => `${name.replace(" ", ".").toLowerCase()}@${org.id}.example.com`,
  );
  const template = await createTemplate(org, "Asked for the order?", "Named the price?");
  const callEarlier = (email: string, yes: boolean) =>
    org.createProcessed(
      // Always in the last full weeks.
      { user_email: email, created_at: new Date(Date.now() - 8 * DAY_MS).toISOString() },
      {
        closed: yes,
        templateId: template.id,
        process: {
          answers: template.questions.map(({ id }, index) => ({
            questionId: id,
            yes: yes || index === 0,
          })),
        },
      },
    );
  for (const [index, email] of emails.entries())
    await org.createUser(email, { name: names[index]! });
  const [rep, ...colleagues] = emails as [string, ...string[]];
  await createTeam(org, "North", ...emails);
  for (const email of colleagues) await callEarlier(email, true);
  const { page, open } = await openAsUser(rep, "rep", PHONE);
  await open("/");
  await page
    .getByText(
      "Once five reps of North have calls in the last four full weeks, the middle of the team appears here.",
    )
    .waitFor();
  t.is(await page.getByText("Team: ").count(), 0);

  await callEarlier(rep, false);
  await page.reload();
  await page
    .getByText(
      "Team: the middle of 5 reps of North in the last four full weeks. Half of them have more, half have less.",
    )
    .waitFor();
  const tile = page.locator(".tile", { hasText: "Score" });
  t.regex((await tile.textContent())!, /^Score50.*Team: 100$/);
  t.regex(
    (await page.locator(".tile", { hasText: "Closed" }).textContent())!,
    /^Closed0 %.*Team: 100 %$/,
  );
  t.is(await page.getByText("Rep talks").locator("..").getByText("Team: ").count(), 0);
  t.is(await page.getByText("Canary").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
});

test("yesterday's visits without a recording are on the home of who leads the rep", async (t) => {
  const { org, openAsUser } = t.context;
  const { mia, ron, una } = await createCalls(org);
  await pushVisit(org, ron, 1, "Mona Missed");
  await pushVisit(org, una, 1, "Foreign Missed");
  const { page, open } = await openAsUser(mia, "manager");
  await open("/team");
  await page.getByRole("link", { name: "Mona Missed" }).waitFor();
  t.is(await page.getByText("Foreign").count(), 0);
});

test("the list of recordings is ordered by the titles of its columns, and its address keeps it", async (t) => {
  const { org, openAsAdmin } = t.context;
  for (const [name, duration_ms] of [
    ["Middle", 60_000],
    ["Short", 1_000],
    ["Long", 90_000],
  ] as const)
    await org.createProcessed({ name, duration_ms });
  const { page, open } = await openAsAdmin();
  await open("/recordings");
  const listNames = () => page.getByRole("rowheader").allTextContents();
  // The rows before stay, busy, until those in the new order are there.
  const waitForOrder = (order: string) =>
    page
      .getByRole("table", { name: `Recordings, ${order} first` })
      .and(page.locator("table:not([aria-busy=true])"))
      .waitFor();
  await page.getByRole("button", { name: "Length" }).click();
  await page.waitForURL(/order=longest/);
  await waitForOrder("longest");
  t.deepEqual(await listNames(), ["Long", "Middle", "Short"]);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("button", { name: "Length" }).click();
  await page.waitForURL(/order=shortest/);
  await page.reload();
  await waitForOrder("shortest");
  t.deepEqual(await listNames(), ["Short", "Middle", "Long"]);
  await page.getByRole("button", { name: "Length" }).click();
  await waitForOrder("newest");
  t.deepEqual(await listNames(), ["Long", "Short", "Middle"]);
});
