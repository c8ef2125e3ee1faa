import { PROGRAM } from "../../graph/auditing.js";
import { newOwner } from "../../src/notifier/owner.js";
import { runRetention } from "../../src/retention.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const DAY_MICROS = 24 * 60 * 60 * 1_000_000;

/** A call that came in so many days ago. */
const call = async ({ services: { db } }: TestServer, org: Tenant, days: number) => {
  const id = await org.call({
    transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }],
    recording_url: "https://dialer.example.com/a.wav",
  });
  const own = { organization_id: org.id, id };
  const { position } = await db("recordings").where(own).first("position");
  await db("recordings")
    .where(own)
    .update({ position: position - days * DAY_MICROS });
  return id;
};

const COMPLETE = `mutation ($id: ID!) {
  completeAnalysis(recordingId: $id, input: { summary: "S" }) { id }
}`;

test("an admin says how long content is kept, having seen what that takes away", async (t) => {
  const { admin, org, server } = t.context;
  for (const days of [400, 40, 0]) await org.graph(COMPLETE, { id: await call(server, org, days) });
  await call(server, org, 50);
  const { page, open } = await admin();
  await open("/settings");
  const section = page.getByRole("region", { name: "Retention" });
  const row = (name: string) =>
    section.getByRole("table", { name: "What is kept for how long" }).getByRole("row", { name });
  await row("Transcripts").getByText("for ever").waitFor();
  await section.getByText("none, while everything is kept").waitFor();

  await section.getByRole("button", { name: "Change the days" }).click();
  const dialog = page.getByRole("dialog");
  t.deepEqual(await accessibilityProblems(page), []);
  await dialog.getByLabel("Days to keep transcripts").fill("30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("2 recordings lose their transcript").waitFor();
  t.is(await dialog.getByText("lose their media").count(), 0);
  t.deepEqual(await accessibilityProblems(page), []);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const kept = "{ organization { retention { transcriptDays mediaDays } } }";
  const now = async () => (await org.graph(kept)).organization.retention;
  t.deepEqual(await now(), { transcriptDays: null, mediaDays: null }, "asked only");

  await section.getByRole("button", { name: "Change the days" }).click();
  await dialog.getByLabel("Days to keep transcripts").fill("30");
  await dialog.getByLabel("Days to keep media").fill("300");
  await page.keyboard.press("Enter");
  await dialog.getByText("1 recording loses its media").waitFor();
  await dialog.getByRole("button", { name: "Keep for fewer days" }).click();
  await row("Transcripts").getByText("30 days").waitFor();
  t.deepEqual(await now(), { transcriptDays: 30, mediaDays: 300 });
  const goes = row("Transcripts").getByRole("cell").nth(1);
  t.regex((await goes.textContent())!, /^2 \(\d+ bytes?\)$/);
  await section.getByText("still to be delivered").waitFor();

  await runRetention(server.services, org.id, {
    actor: PROGRAM,
    owner: newOwner(),
    signal: new AbortController().signal,
    rest: async () => {},
  });
  await page.reload();
  const runs = section.getByRole("table", { name: "What was removed" }).getByRole("row");
  t.deepEqual((await runs.nth(1).getByRole("cell").allTextContents()).slice(0, 3), ["1", "2", "0"]);
  t.deepEqual(await accessibilityProblems(page), []);

  await section.getByRole("button", { name: "Change the days" }).click();
  t.is(await dialog.getByLabel("Days to keep transcripts").inputValue(), "30");
  await dialog.getByLabel("Days to keep transcripts").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await row("Transcripts").getByText("for ever").waitFor();
  t.deepEqual(await now(), { transcriptDays: null, mediaDays: 300 }, "more days need no warning");
});
