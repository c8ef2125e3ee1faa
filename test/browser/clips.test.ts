import "reflect-metadata";
import { setTimeout } from "node:timers/promises";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { createClip } from "../helpers/clips/clips.js";
import { cutClips } from "../helpers/clips/clip-audio.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const transcript = [
  { speaker: "Ron", role: "rep", text: "Good morning.", start: 0, end: 600 },
  { speaker: "Ron", role: "rep", text: "Shall we start on Monday?", start: 600, end: 1_500 },
  { speaker: "Ann", role: "client", text: "Yes, please.", start: 1_500, end: 2_400 },
  { speaker: "Ann", role: "client", text: "My number is secret.", start: 2_400, end: 3_000 },
];

const IS_PLAYED = "document.querySelector('.clip-player audio')?.currentTime > 0.1";

test("a manager shares a moment of a call, and a rep of another team hears only that", async (t) => {
  const { server, org, openAsUser } = t.context;
  const create = async (name: string): Promise<string> =>
    org.createUser(`${name}@${org.id}.example.com`, { name });
  const [lead, ron, mia] = [await create("Lea"), await create("Ron"), await create("Mia")];
  const input = { name: "North", members: [{ email: ron }], leads: [lead] };
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input,
  });
  const call = { transcript, user_email: ron, name: "Visit at Ann's" };
  const { id } = (await uploadForm(server, org, call)).body.recording;
  await completeAnalysis(org, id);

  const manager = await openAsUser(lead, "manager");
  await manager.open(`/recordings/${id}`);
  const section = manager.page.getByRole("region", { name: "Clips" });
  await section.getByText("No clips yet.").waitFor();
  await section.getByRole("button", { name: "Make a clip" }).click();
  const dialog = manager.page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Asks for the order");
  await dialog
    .getByLabel("From the line")
    .selectOption({ label: "0:00 Shall we start on Monday?" });
  await dialog.getByLabel("To the line").selectOption({ label: "0:01 Yes, please." });
  await dialog.getByText("Length: 0:02").waitFor();
  await dialog.getByLabel("Share with").selectOption({ label: "Everyone in the organization" });
  t.deepEqual(await findAccessibilityProblems(manager.page), []);
  await dialog.getByRole("button", { name: "Make clip" }).click();
  await section.getByText("Shared with Everyone").waitFor();
  t.deepEqual(await findAccessibilityProblems(manager.page), []);

  const phone = await openAsUser(mia, "rep", { viewport: { width: 390, height: 844 } });
  await phone.open("/library");
  await phone.page.getByRole("button", { name: "Play Asks for the order" }).click();
  await phone.page.getByText("The clip is being cut.").waitFor();
  await cutClips(server, org);
  await phone.page.getByRole("region", { name: "Player of Asks for the order" }).waitFor();
  await phone.page.getByText("Yes, please.").waitFor();
  t.deepEqual(await findAccessibilityProblems(phone.page), []);
  t.deepEqual(await findOverflowingElements(phone.page), []);
  while (!(await phone.page.evaluate(IS_PLAYED))) await setTimeout(20);
  t.false((await phone.page.content()).includes("secret"));
  await phone.page.getByRole("link", { name: "Asks for the order" }).click();
  await phone.page.getByText(/Shared with you/).waitFor();
  t.is(await phone.page.getByRole("link", { name: "Open the call" }).count(), 0);
  t.is(await phone.page.getByRole("button", { name: "Share" }).count(), 0);
  const address = phone.page.url();

  await section.getByRole("button", { name: "Share Asks for the order" }).click();
  await dialog.getByRole("button", { name: "Stop sharing with Everyone" }).click();
  await dialog.getByRole("listitem").waitFor({ state: "detached" });
  t.deepEqual(await findAccessibilityProblems(manager.page), []);
  await dialog.getByLabel("Share with").selectOption({ label: "Team North" });
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByText("Team North").first().waitFor();
  await dialog.getByText("Links for people who don’t sign in").click();
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const link = await dialog.locator("code").textContent();
  await dialog.getByText(/^By Lea, until/).waitFor();
  t.deepEqual(await findAccessibilityProblems(manager.page), []);
  t.is((await fetch(link!)).status, 200);
  await dialog.getByRole("button", { name: /^End the link by Lea/ }).click();
  await dialog.getByText(/^By Lea, until/).waitFor({ state: "detached" });
  t.is((await fetch(link!)).status, 404);
  await manager.page.keyboard.press("Escape");
  await section.getByText("Shared with Team North").waitFor();
  await phone.page.goto(address);
  await phone.page.getByText("Clip not found").waitFor();
});

test("a rep names, renames and deletes a clip of a call without audio", async (t) => {
  const { org, openAsUser } = t.context;
  const email = await org.createUser(`rep@${org.id}.example.com`, { name: "Ron Rep" });
  const id = await org.createProcessed({ transcript, user_email: email, name: "Visit at Ann's" });
  const { page, open } = await openAsUser(email, "rep");
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "Clips" });
  await section.getByRole("button", { name: "Make a clip" }).click();
  const dialog = page.getByRole("dialog");
  t.is(await dialog.getByLabel("Title").inputValue(), "Clip at 0:00");
  t.is(await dialog.getByRole("option", { name: "Everyone" }).count(), 0);
  await dialog.getByLabel("Title").fill(" ");
  await dialog.getByRole("button", { name: "Make clip" }).click();
  await dialog.locator(".field-error", { hasText: "must not be empty" }).waitFor();
  await dialog.getByLabel("Title").fill("The start");
  await dialog.getByRole("button", { name: "Make clip" }).click();
  await section.getByRole("link", { name: "The start" }).click();
  await page.getByText("only its words can be read").waitFor();
  await page.getByRole("button", { name: "Rename" }).click();
  await dialog.getByLabel("Title").fill("A warm start");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "A warm start" }).waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No such clips").waitFor();
});

test("a manager makes a playlist, orders it and deletes it, and the clips stay", async (t) => {
  const { org, openAsUser } = t.context;
  const lead = await org.createUser(`lead@${org.id}.example.com`, { name: "Lea" });
  const recording = await org.createProcessed({ transcript, user_email: lead });
  for (const title of ["First", "Second"])
    await createClip(org, recording, { title, authorEmail: lead, shareWith: { everyone: true } });
  const { page, open } = await openAsUser(lead, "manager");
  const dialog = page.getByRole("dialog");
  await open("/library");
  for (const [index, title] of ["First", "Second"].entries()) {
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("button", { name: "Add to playlist" }).click();
    if (index === 0) {
      await dialog.getByLabel("Name of a new playlist").fill(" ");
      await dialog.getByRole("button", { name: "Add" }).click();
      await dialog.locator(".field-error", { hasText: "must not be empty" }).waitFor();
      await dialog.getByLabel("Name of a new playlist").fill("Good closes");
    } else {
      const choice = dialog.getByLabel("Playlist", { exact: true });
      await choice.selectOption({ label: "A new playlist" });
      await dialog.getByLabel("Name of a new playlist").waitFor();
      await choice.selectOption({ label: "Good closes" });
      t.is(await dialog.getByLabel("Name of a new playlist").count(), 0);
    }
    t.deepEqual(await findAccessibilityProblems(page), []);
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("navigation", { name: "Main" }).getByText("Library").click();
  }
  await page.getByRole("link", { name: "Good closes" }).click();
  const section = page.getByRole("region", { name: "Good closes" });
  const readTitles = async (): Promise<string[]> => section.locator(".clip a").allTextContents();
  await section.getByText("Second").waitFor();
  t.deepEqual(await readTitles(), ["First", "Second"]);
  await section.getByRole("button", { name: "Move Second up" }).click();
  await section.getByRole("button", { name: "Move First up" }).waitFor();
  t.deepEqual(await readTitles(), ["Second", "First"]);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.setViewportSize({ width: 320, height: 640 });
  t.deepEqual(await findOverflowingElements(page), []);
  await section.getByRole("button", { name: "Take Second out of the playlist" }).click();
  await section.getByText("Second").waitFor({ state: "detached" });
  await section.getByRole("button", { name: "Rename" }).click();
  await dialog.getByLabel("Name").fill("Best closes");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Best closes" }).waitFor();
  await page
    .getByRole("region", { name: "Best closes" })
    .getByRole("button", { name: "Delete" })
    .click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "Second" }).waitFor();
  t.is(await page.getByRole("navigation", { name: "Playlists" }).count(), 0);
});

test("a manager shares a whole call, and a new rep hears it in the library", async (t) => {
  const { server, org, openAsUser } = t.context;
  const [lead, ron, mia] = await Promise.all(
    ["Lea", "Ron", "Mia"].map((name) =>
      org.createUser(`${name.toLowerCase()}@${org.id}.example.com`, { name }),
    ),
  );
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "North", members: [{ email: ron }], leads: [lead] },
  });
  const call = { transcript, user_email: ron, name: "Visit at Ann's" };
  const { id } = (await uploadForm(server, org, call)).body.recording;
  await completeAnalysis(org, id);
  const manager = await openAsUser(lead!, "manager");
  await manager.open(`/recordings/${id}`);
  const section = manager.page.getByRole("region", { name: "Clips" });
  await section.getByRole("button", { name: "Share the call" }).click();
  const dialog = manager.page.getByRole("dialog");
  t.is(await dialog.getByLabel("Title").inputValue(), "Visit at Ann's");
  await dialog.getByLabel("Share with").selectOption({ label: "Everyone in the organization" });
  t.deepEqual(await findAccessibilityProblems(manager.page), []);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await section.getByText(/Whole call · 0:03 · Shared with Everyone/).waitFor();
  t.deepEqual(await findAccessibilityProblems(manager.page), []);

  const phone = await openAsUser(mia!, "rep", { viewport: { width: 390, height: 844 } });
  await phone.open("/library");
  await phone.page.getByRole("button", { name: "Play Visit at Ann's" }).click();
  await phone.page.getByText("My number is secret.").waitFor();
  while (!(await phone.page.evaluate(IS_PLAYED))) await setTimeout(20);
  t.deepEqual(await findAccessibilityProblems(phone.page), []);
  t.deepEqual(await findOverflowingElements(phone.page), []);

  await section.getByRole("button", { name: "Share the call" }).click();
  await dialog.getByRole("button", { name: "Stop sharing with Everyone" }).click();
  await dialog.getByRole("listitem").waitFor({ state: "detached" });
  t.is(await dialog.getByText("Links for people").count(), 0);
  await phone.open("/library");
  await phone.page.getByText("Visit at Ann's").waitFor({ state: "detached" });
});
