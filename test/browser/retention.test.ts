import { PROGRAM_ACTOR } from "../../graph/core/actor.js";
import { createOwner } from "../../src/base/workers/owner.js";
import { runRetention } from "../../src/upkeep/jobs/retention.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const DAY_MICROS = 24 * 60 * 60 * 1_000_000;

/** Ingests a call and moves its arrival `days` days into the past. */
const ingestOldCall = async ({ services: { db } }: TestServer, org: Tenant, days: number) => {
  const id = await org.ingestCall({
    transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }],
    recording_url: "https://dialer.example.com/a.wav",
  });
  const key = { organization_id: org.id, id };
  const { position } = await db("recordings").where(key).first("position");
  await db("recordings")
    .where(key)
    .update({ position: position - days * DAY_MICROS });
  return id;
};

const COMPLETE = `mutation ($id: ID!) {
  completeAnalysis(recordingId: $id, input: { summary: "S" }) { id }
}`;

test("an admin changes the retention after seeing what it removes", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  for (const days of [400, 40, 0])
    await org.graphql(COMPLETE, { id: await ingestOldCall(server, org, days) });
  await ingestOldCall(server, org, 50);
  const { page, open } = await openAsAdmin();
  await open("/settings/privacy");
  const section = page.getByRole("region", { name: "Retention" });
  const row = (name: string) =>
    section.getByRole("table", { name: "Retention by content" }).getByRole("row", { name });
  await row("Transcripts").getByText("forever").waitFor();
  await section.getByText("none: everything is kept forever").waitFor();

  await section.getByRole("button", { name: "Change retention" }).click();
  const dialog = page.getByRole("dialog");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Days to keep transcripts").fill("30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("2 recordings lose their transcript").waitFor();
  t.is(await dialog.getByText("lose their media").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const RETENTION = "{ organization { retention { transcriptDays mediaDays } } }";
  const loadRetention = async () => (await org.graphql(RETENTION)).organization.retention;
  t.deepEqual(
    await loadRetention(),
    { transcriptDays: null, mediaDays: null },
    "a preview changes nothing",
  );

  await section.getByRole("button", { name: "Change retention" }).click();
  await dialog.getByLabel("Days to keep transcripts").fill("30");
  await dialog.getByLabel("Days to keep media").fill("300");
  await page.keyboard.press("Enter");
  await dialog.getByText("1 recording loses its media").waitFor();
  await dialog.getByRole("button", { name: "Shorten retention" }).click();
  await row("Transcripts").getByText("30 days").waitFor();
  t.deepEqual(await loadRetention(), { transcriptDays: 30, mediaDays: 300 });
  const nextToRemove = row("Transcripts").getByRole("cell").nth(1);
  t.regex((await nextToRemove.textContent())!, /^2 \(\d+ bytes?\)$/);
  await section.getByText("waiting for delivery").waitFor();

  await runRetention(server.services, org.id, {
    actor: PROGRAM_ACTOR,
    owner: createOwner(),
    signal: new AbortController().signal,
    rest: async () => {},
  });
  await page.reload();
  const runs = section.getByRole("table", { name: "Removed content" }).getByRole("row");
  await runs.nth(1).waitFor();
  t.deepEqual((await runs.nth(1).getByRole("cell").allTextContents()).slice(0, 3), ["1", "2", "0"]);
  t.deepEqual(await findAccessibilityProblems(page), []);

  await section.getByRole("button", { name: "Change retention" }).click();
  t.is(await dialog.getByLabel("Days to keep transcripts").inputValue(), "30");
  await dialog.getByLabel("Days to keep transcripts").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await row("Transcripts").getByText("forever").waitFor();
  t.deepEqual(
    await loadRetention(),
    { transcriptDays: null, mediaDays: 300 },
    "a longer retention needs no confirmation",
  );
});
