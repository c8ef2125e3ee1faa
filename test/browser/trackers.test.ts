import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { createTeam } from "../helpers/stats/stats.js";
import { searchTrackers, upsertTracker } from "../helpers/trackers/trackers.js";

const transcript = [
  {
    speaker: "A",
    role: "client",
    text: "That is too expensive for us.",
    start: 65_000,
    end: 69_000,
  },
];

test("an admin tries a tracker, creates it, and finds the calls and the words", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  await org.createProcessed({ call_id: "1", name: "Roof", transcript });
  await org.createProcessed({ call_id: "2", name: "Windows" });
  await open("/trackers");
  await page.getByText("No trackers yet").waitFor();
  await page.getByRole("button", { name: "New tracker" }).click();
  await page.getByLabel("Name").fill("Too expensive");
  await page.getByLabel("Phrases").fill("*");
  await page.getByRole("button", { name: "Try it on the last calls" }).click();
  await page.locator(".field-error", { hasText: "must contain a word" }).waitFor();
  await page.getByLabel("Phrases").fill("expensive\n-not expensive");
  await page.getByRole("button", { name: "Try it on the last calls" }).click();
  await page.getByText("1 place in the last call").waitFor();
  await page.getByText("“That is too expensive for us.”").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("rowheader", { name: "Too expensive" }).waitFor();
  await searchTrackers(server, org);
  await page.getByText("all searched").waitFor();
  await page.getByRole("link", { name: "1 call with Too expensive" }).click();
  t.regex(page.url(), /from=\d{4}-\d\d-\d\d/, "the list has the calls that were counted");
  const row = page.getByRole("link", { name: "Roof" });
  await row.waitFor();
  t.is(await page.getByRole("link", { name: "Windows" }).count(), 0);
  const quote = page.getByRole("link", { name: "1:06 “That is too expensive for us.”" });
  t.regex((await quote.getAttribute("href"))!, /#t=66$/);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await row.click();
  const section = page.getByRole("region", { name: "Trackers" });
  await section.getByText("“That is too expensive for us.”").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await open("/trackers");
  await page.getByRole("button", { name: "Delete Too expensive" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No trackers yet").waitFor();
});

test("calls are counted by team, and a count opens the calls behind it", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  await org.createUser("other@example.com");
  await org.createProcessed({ call_id: "1", name: "Roof", transcript });
  await org.createProcessed({
    call_id: "2",
    name: "Windows",
    transcript,
    user_email: "other@example.com",
  });
  await createTeam(org, "North", "other@example.com");
  await upsertTracker(org, { name: "Too expensive", phrases: ["expensive"] });
  await searchTrackers(server, org);
  await open("/trackers");
  await page.getByRole("heading", { name: "By rep, last 12 weeks" }).waitFor();
  await page.getByRole("button", { name: "By team" }).click();
  await page.getByRole("heading", { name: "By team, last 12 weeks" }).waitFor();
  await page.getByRole("rowheader", { name: "North" }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("link", { name: "1 call of North" }).click();
  await page.getByRole("link", { name: "Windows" }).waitFor();
  t.is(await page.getByRole("link", { name: "Roof" }).count(), 0);
  t.is(await page.getByLabel("Team").locator("option:checked").textContent(), "North");
});

test("ready trackers are created together", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/trackers");
  await page.getByRole("button", { name: "Use ready ones" }).click();
  for (const name of await page.getByRole("checkbox").all()) await name.uncheck();
  await page.getByLabel("Objects to the price").check();
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("rowheader", { name: "Objects to the price in any words" }).waitFor();
  t.is(await page.getByRole("row").count(), 2);
  const id = await org.createProcessed({ transcript });
  await searchTrackers(server, org);
  await open(`/recordings/${id}`);
  await page.getByRole("region", { name: "Trackers" }).getByText("too expensive").waitFor();
});

test("a tracker that is edited while the server has no meanings keeps its meaning", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  await upsertTracker(org, { name: "Objection", concept: "price_objection" });
  await page.route("**/graphql", async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data?: { readyTrackers?: object[] } };
    if (json.data?.readyTrackers) json.data.readyTrackers = [];
    await route.fulfill({ response, json });
  });
  await open("/trackers");
  await page.getByRole("button", { name: "Edit Objection" }).click();
  await page.getByLabel("Name").fill("Too much");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("rowheader", { name: "Too much" }).waitFor();
  const { trackers } = await org.graphql("{ trackers { name concept } }");
  t.deepEqual(trackers, [{ name: "Too much", concept: "price_objection" }]);
});

test("an admin gives examples, says what counts, and the tracker learns", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  const quote = "We have a big dog in the garden.";
  const line = { speaker: "A", role: "client", text: quote, start: 65_000, end: 69_000 };
  const id = await org.createProcessed({ name: "Roof", transcript: [line] });
  await open("/trackers");
  await page.getByRole("button", { name: "New tracker" }).click();
  await page.getByLabel("Name").fill("Pets");
  await page.getByLabel("Sentences that mean it").fill("There is a big dog in our garden.");
  await page.getByRole("button", { name: "Try it on the last calls" }).click();
  await page.getByText("1 place in the last call").waitFor();
  await page.getByRole("button", { name: `“${quote}” doesn’t count` }).click();
  t.is(await page.getByLabel("Sentences that don’t mean it").inputValue(), quote);
  await page.getByRole("button", { name: "Try it on the last calls" }).click();
  await page.getByText("0 places in the last call").waitFor();
  await page.getByLabel("Sentences that don’t mean it").fill("");
  await page.getByRole("button", { name: "Try it on the last calls" }).click();
  await page.getByRole("button", { name: `“${quote}” counts` }).click();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("rowheader", { name: "Pets like “There is a big dog" }).waitFor();
  await searchTrackers(server, org);
  const { trackers } = await org.graphql("{ trackers { examples { text recordingId } } }");
  t.deepEqual(trackers[0].examples, [
    { text: "There is a big dog in our garden.", recordingId: null },
    { text: quote, recordingId: id },
  ]);
  await open(`/recordings/${id}#t=65`);
  await page.getByRole("region", { name: "Trackers" }).getByText("big dog").waitFor();
});
