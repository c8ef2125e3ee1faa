import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

test("Load more appends the next page of recordings", async (t) => {
  const { openAsAdmin, demo } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/recordings");
  const rows = page.getByRole("rowheader");
  t.is(await rows.count(), 25);
  const first = await rows.allTextContents();
  await page.getByRole("button", { name: "Load more" }).click();
  await rows.nth(49).waitFor();
  t.is(await rows.count(), 50);
  t.deepEqual((await rows.allTextContents()).slice(0, 25), first);
});

test("the recordings page keeps its filters in the address", async (t) => {
  const { openAsAdmin, demo, server } = t.context;
  const { page, open } = await openAsAdmin(demo);
  const users = page.locator("td[data-title=Rep]");
  // A user with a recent sale: the demo's calls end on the day it was created.
  await open("/recordings?tag=sold");
  // Beside the initials.
  const name = (await users.first().textContent())!.replace(/^[A-Z]{1,2}(?=[A-Z])/, "");
  const email = `${name.toLowerCase().replace(" ", ".")}@larkspur.example`;
  await open("/recordings");
  await page.getByRole("combobox", { name: "Rep" }).selectOption({ label: name });
  await page.waitForURL(/userEmail=/);
  t.is(page.url(), `${server.url}/recordings?userEmail=${encodeURIComponent(email)}`);
  await page.getByRole("textbox", { name: "Tag" }).fill("sold");
  await page.keyboard.press("Enter");
  await page.waitForURL(/tag=sold/);
  for (const revisit of [() => Promise.resolve(), () => page.reload()]) {
    await revisit();
    await page.getByRole("row").nth(1).waitFor();
    await page.locator("table[aria-busy=true]").waitFor({ state: "detached" });
    await users.first().waitFor();
    for (const text of await users.allTextContents()) t.true(text.endsWith(name));
    t.is(await page.getByRole("combobox", { name: "Rep" }).inputValue(), email);
  }
});

test("calls are found by score, share of the talk and outcome, under more filters", async (t) => {
  const { openAsAdmin, demo } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/recordings");
  const settle = () => page.locator("table[aria-busy=true]").waitFor({ state: "detached" });
  const readPercents = async (title: string): Promise<number[]> =>
    (await page.locator(`td[data-title="${title}"]`).allTextContents()).map(Number.parseFloat);
  const more = page.locator("summary").filter({ hasText: "More filters" });
  const choose = async (name: string, label: string): Promise<void> => {
    await page.getByRole("combobox", { name, exact: true }).selectOption({ label });
    await settle();
  };
  await more.click();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await choose("Score", "70 % and more");
  await page.waitForURL(/score=70-/);
  await settle();
  const scores = await readPercents("Score");
  t.true(scores.length > 0);
  t.true(
    scores.every((score) => score >= 70),
    String(scores),
  );
  await choose("Rep talks", "40 to 65 %");
  await page.waitForURL(/talkRatio=40-65/);
  await settle();
  const ratios = await readPercents("Rep talks");
  t.true(ratios.length > 0);
  t.true(
    ratios.every((ratio) => ratio >= 40 && ratio <= 65),
    String(ratios),
  );
  await choose("Outcome", "Not closed");
  await page.waitForURL(/closed=false/);
  await more.getByText("More filters: 3").waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("rowheader").first().waitFor();
  await more.getByText("More filters: 3").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await more.click();
  t.deepEqual(await findOverflowingElements(page), []);
  await choose("Outcome", "Any outcome");
  await more.getByText("More filters: 2").waitFor();
});

test("an empty search result links to all recordings", async (t) => {
  const { openAsAdmin, demo } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/recordings?tag=nothing");
  await page.getByText("No recordings match these filters").waitFor();
  await page.getByRole("link", { name: "Show all recordings" }).click();
  await page.getByRole("rowheader").first().waitFor();
  t.true(page.url().endsWith("/recordings"));
});

test("an empty recordings page explains how to start", async (t) => {
  const { page, open } = await t.context.openAsAdmin();
  await open("/recordings");
  await page.getByText("No recordings yet").waitFor();
  await page.getByRole("link", { name: "Show calls that wait for it" }).click();
  await page.getByText("No recordings match these filters").waitFor();
  t.true(page.url().endsWith("/recordings?status=received"));
});

test("a failed filter change shows an error instead of the old rows", async (t) => {
  const { page, open, allowMessage } = await t.context.openAsAdmin(t.context.demo);
  await open("/recordings");
  const rows = page.getByRole("rowheader");
  allowMessage(/net::ERR_FAILED/);
  await page.route("**/graphql", (route) => route.abort());
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("alert").waitFor();
  t.is(await rows.count(), 25, "rows of the same filters stay");
  await page.locator("summary").filter({ hasText: "More filters" }).click();
  await page.getByLabel("Status").selectOption("Failed");
  await page.waitForURL(/status=failed/);
  await rows.first().waitFor({ state: "detached" });
  await page.getByRole("alert").waitFor();
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("table").or(page.getByText("No recordings match these filters")).waitFor();
  t.is(await page.getByRole("alert").count(), 0);
});

test("the search highlights its words in the results", async (t) => {
  const { openAsAdmin, demo } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await open("/recordings");
  await page.getByLabel("Search").fill("price");
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=price/);
  await page.locator("mark").first().waitFor();
  const highlighted = await page.locator("mark").allTextContents();
  t.deepEqual([...new Set(highlighted.map((text) => text.toLowerCase()))], ["price"]);
  t.true((await page.getByText("Recordings, best match first").count()) > 0);
});

test("a time is chosen in people's words, and stays relative in the address", async (t) => {
  const { org, openAsAdmin } = t.context;
  await org.createProcessed({ name: "Call of now" });
  const { page, open } = await openAsAdmin();
  await open("/recordings");
  await page.getByRole("combobox", { name: "Received" }).selectOption("Yesterday");
  await page.waitForURL(/range=yesterday/);
  await page.getByText("No recordings match these filters").waitFor();
  await page.getByRole("combobox", { name: "Received" }).selectOption("This week");
  await page.getByRole("link", { name: "Call of now" }).waitFor();
  t.true(page.url().endsWith("/recordings?range=week"));
  await page.getByRole("combobox", { name: "Received" }).selectOption("From … to …");
  await page.getByLabel("Received to").fill("2020-01-31");
  await page.waitForURL(/to=2020-01-31/);
  await page.getByText("No recordings match these filters").waitFor();
});

test("columns are hidden and shown, and the browser remembers them", async (t) => {
  const { org, openAsAdmin } = t.context;
  await org.createProcessed({
    name: "Visit, Cora Client",
    customer: { id: "C1", name: "Cora Client" },
  });
  const { page, open } = await openAsAdmin();
  await open("/recordings");
  await page.getByRole("link", { name: "Visit", exact: true }).waitFor();
  const columns = page.locator("summary", { hasText: "Columns" });
  await columns.click();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByLabel("Tags").check();
  await page.getByLabel("Client").uncheck();
  await page.keyboard.press("Escape");
  await page.getByLabel("Tags").waitFor({ state: "hidden" });
  await open("/recordings");
  await page.getByRole("columnheader", { name: "Tags" }).waitFor();
  t.is(await page.getByRole("columnheader", { name: "Client" }).count(), 0);
});

test("a call plays from its row, and stays within reach", async (t) => {
  const { org, openAsAdmin, server } = t.context;
  const { id } = (await uploadForm(server, org, { name: "Call with audio", transcript: [] })).body
    .recording;
  await completeAnalysis(org, id);
  await org.createProcessed({ name: "Call without" });
  const { page, open } = await openAsAdmin(org, { viewport: { width: 390, height: 844 } });
  await open("/recordings");
  t.is(await page.getByRole("button", { name: /^Play / }).count(), 1);
  await page.getByRole("button", { name: /^Play / }).click();
  const player = page.getByRole("region", { name: "Player" });
  await player.getByRole("link").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  await player.getByRole("button", { name: "Close the player" }).click();
  await player.waitFor({ state: "detached" });
  await page.locator("[data-plays]:focus").waitFor();
});
