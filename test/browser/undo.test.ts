import type { Locator, Page } from "playwright-core";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import { ADD_TO_PLAYLIST, createClip, createPlaylist } from "../helpers/clips/clips.js";
import type { Tenant } from "../helpers/tenant.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const PHONE = { viewport: { width: 390, height: 844 } };
/** An undoable message stays for 8 s. */
const LONGER_THAN_SHOWN_MS = 9_000;

const transcript = [
  { speaker: "Ron", role: "rep", text: "Good morning.", start: 0, end: 600 },
  { speaker: "Ann", role: "client", text: "Yes, please.", start: 600, end: 1_500 },
];

const findToast = (page: Page): Locator => page.getByRole("status").filter({ hasText: /./ });
const findUndo = (page: Page): Locator => findToast(page).getByRole("button", { name: "Undo" });

const loadTags = async (org: Tenant, id: string): Promise<string[]> =>
  (await org.graphql("query ($id: ID!) { recording(id: $id) { tags } }", { id })).recording.tags;

/** Creates the clips First, Second and Third in a playlist. */
const createFullPlaylist = async (org: Tenant, authorEmail: string): Promise<string> => {
  const recording = await org.createProcessed({ transcript, user_email: authorEmail });
  const clipIds: string[] = [];
  for (const title of ["First", "Second", "Third"]) {
    const fields = { title, end: 1_000, authorEmail, shareWith: { everyone: true } };
    clipIds.push((await createClip(org, recording, fields)).id);
  }
  return createPlaylist(org, clipIds, { authorEmail });
};

test("a tag is removed and brought back by keyboard, within the dialog", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({}, { tags: ["price", "vip"] });
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await page.getByRole("button", { name: "Edit tags" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByRole("button", { name: "Remove vip" }).press("Enter");
  await dialog.getByRole("button", { name: "Remove vip" }).waitFor({ state: "detached" });
  await findToast(page).getByText("“vip” removed").waitFor();
  const undo = findUndo(page);
  for (let stop = 0; stop < 6 && !(await undo.and(page.locator(":focus")).count()); stop += 1)
    await page.keyboard.press("Tab");
  t.deepEqual(await loadTags(org, id), ["price"]);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.waitForTimeout(LONGER_THAN_SHOWN_MS);
  t.true(await undo.isVisible(), "the message stays while it has the focus");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Remove vip" }).waitFor();
  await findToast(page).getByText("Undone").waitFor();
  t.true(await dialog.locator(":focus").isVisible(), "the focus stays in the dialog");
  t.deepEqual(await loadTags(org, id), ["price", "vip"]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "vip", exact: true }).waitFor();
});

test("a message survives its dialog, and its Undo still works", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({}, { tags: ["price", "vip"] });
  const { page, open } = await openAsAdmin(org, PHONE);
  await open(`/recordings/${id}`);
  await page.getByRole("button", { name: "Edit tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByRole("button", { name: "Remove price" }).click();
  await dialog.getByRole("button", { name: "Remove price" }).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  // The message stays under the pointer while it is checked.
  await findUndo(page).hover();
  await page.getByRole("link", { name: "price", exact: true }).waitFor({ state: "detached" });
  t.deepEqual(await findOverflowingElements(page), []);
  t.deepEqual(await findAccessibilityProblems(page), []);
  const toast = (await findToast(page).boundingBox())!;
  const tabs = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  t.true(toast.y + toast.height <= tabs.y, "the message doesn't cover the tabs");
  await findUndo(page).click();
  await page.getByRole("link", { name: "price", exact: true }).waitFor();
  t.deepEqual((await loadTags(org, id)).toSorted(), ["price", "vip"]);
});

test("a clip comes back to its place in a playlist, by Ctrl+Z", async (t) => {
  const { org, openAsUser } = t.context;
  const lead = await org.createUser(`lead@${org.id}.example.com`, { name: "Lea" });
  const id = await createFullPlaylist(org, lead);
  const { page, open } = await openAsUser(lead, "manager");
  await open(`/library?playlist=${id}`);
  const section = page.getByRole("region", { name: "Good closes" });
  const readTitles = async (): Promise<string[]> => section.locator(".clip a").allTextContents();
  for (const [title, others] of [
    ["Second", ["First", "Third"]],
    ["Third", ["First", "Second"]],
  ] as const) {
    await section.getByRole("button", { name: `Take ${title} out of the playlist` }).press("Enter");
    await section.getByRole("link", { name: title }).waitFor({ state: "detached" });
    t.deepEqual(await readTitles(), [...others]);
    await findUndo(page).waitFor();
    await page.keyboard.press("Control+z");
    await section.getByRole("link", { name: title }).waitFor();
    t.deepEqual(await readTitles(), ["First", "Second", "Third"]);
  }
});

test("an undo that the server refuses says why, and can be tried again", async (t) => {
  const { org, openAsUser } = t.context;
  const lead = await org.createUser(`lead@${org.id}.example.com`, { name: "Lea" });
  const id = await createFullPlaylist(org, lead);
  const { page, open, allowMessage } = await openAsUser(lead, "manager");
  await open(`/library?playlist=${id}`);
  const section = page.getByRole("region", { name: "Good closes" });
  await section.getByRole("button", { name: "Take Second out of the playlist" }).click();
  await findUndo(page).hover();
  await section.getByRole("link", { name: "Second" }).waitFor({ state: "detached" });
  const { playlist } = await org.graphql(
    "query ($id: ID!) { playlist(id: $id) { clips { id title } } }",
    { id },
  );
  const [, third] = playlist.clips as { id: string; title: string }[];
  t.is(third!.title, "Third");
  await org.graphql(
    "mutation ($id: ID!, $clipId: ID!) { removeFromPlaylist(id: $id, clipId: $clipId) { id } }",
    { id, clipId: third!.id },
  );
  allowMessage(/status of 400/);
  await findUndo(page).click();
  await findToast(page)
    .getByText(/^Not undone: .*is not another clip of the playlist/)
    .waitFor();
  t.true(await findUndo(page).isVisible());
  await org.graphql(ADD_TO_PLAYLIST, { id, clipId: third!.id });
  await findUndo(page).click();
  await section.getByRole("link", { name: "Second" }).waitFor();
  t.deepEqual(await section.locator(".clip a").allTextContents(), ["First", "Second", "Third"]);
});

test("an unlinked appointment is linked again, and the message goes once the pointer leaves it", async (t) => {
  const { org, openAsAdmin } = t.context;
  await pushAppointment(org, {
    event_id: "e-1",
    start_time: "2026-03-02T10:00:00Z",
    title: "Visit e-1",
  });
  const id = await org.createProcessed();
  const loadEventId = async (): Promise<string | null> =>
    (await org.get(`/v1/recordings/${id}`)).body.recording.eventId;
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const match = page.getByRole("region", { name: "Appointment" });
  await match.getByRole("button", { name: "Unlink" }).click();
  await findUndo(page).hover();
  await match.getByText("No matching appointment").waitFor();
  t.is(await loadEventId(), null);
  await page.waitForTimeout(LONGER_THAN_SHOWN_MS);
  t.true(await findUndo(page).isVisible(), "the message stays under the pointer");
  await findUndo(page).click();
  await match.getByRole("link", { name: "Visit e-1" }).waitFor();
  t.is(await loadEventId(), "e-1");
  await page.mouse.move(0, 0);
  await findToast(page).waitFor({ state: "detached" });
});

test("a view is deleted at once and undone; an admin confirms that of another user", async (t) => {
  const { org, openAsUser, openAsAdmin } = t.context;
  const lead = await org.createUser(`lead@${org.id}.example.com`, { name: "Lea" });
  const input = { name: "Sold", query: "range=week&tag=sold", isShared: true, authorEmail: lead };
  await org.graphql("mutation ($input: SavedViewInput!) { saveView(input: $input) { id } }", {
    input,
  });
  const { page, open } = await openAsUser(lead, "manager");
  await open("/recordings?range=week&tag=sold");
  await page.locator("summary", { hasText: /^View$/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "Sold" }).waitFor({ state: "detached" });
  t.is(await page.getByRole("dialog").count(), 0);
  await findUndo(page).click();
  await page.getByRole("link", { name: "Sold" }).waitFor();

  const admin = await openAsAdmin();
  await admin.open("/recordings?range=week&tag=sold");
  await admin.page.getByTitle("Shared by Lea").waitFor();
  await admin.page.locator("summary", { hasText: /^View$/ }).click();
  await admin.page.getByRole("button", { name: "Delete" }).click();
  await admin.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await admin.page.getByRole("link", { name: "Sold" }).waitFor({ state: "detached" });
  await findToast(admin.page).getByText("View deleted").waitFor();
  t.is(await findUndo(admin.page).count(), 0, "an admin can't create a view of another user");
});

test("a term, a share, a tick and a resolved comment are undone", async (t) => {
  const { org, openAsAdmin } = t.context;
  const email = await org.createUser(`ron@${org.id}.example.com`, { name: "Ron" });
  const id = await org.createProcessed(
    { transcript, user_email: email },
    { actionItems: [{ text: "Send the offer" }] },
  );
  await org.graphql(
    `mutation ($id: ID!, $email: String!, $clip: ClipInput!) {
      saveVocabularyTerm(term: "Trane", heardAs: ["train"]) { term }
      addComment(input: { recordingId: $id, authorEmail: $email, text: "Well asked." }) { id }
      createClip(input: $clip) { id }
    }`,
    {
      id,
      email,
      clip: {
        recordingId: id,
        title: "The start",
        start: 0,
        end: 1_000,
        authorEmail: email,
        shareWith: { everyone: true },
      },
    },
  );
  const { page, open } = await openAsAdmin();
  await open("/settings/vocabulary");
  await page.getByRole("button", { name: "Remove Trane" }).click();
  await page.getByRole("rowheader", { name: "Trane" }).waitFor({ state: "detached" });
  await findUndo(page).click();
  await page.getByRole("rowheader", { name: "Trane" }).waitFor();
  t.deepEqual((await org.graphql("{ vocabulary { term heardAs } }")).vocabulary, [
    { term: "Trane", heardAs: ["train"] },
  ]);

  await open(`/recordings/${id}`);
  const comments = page.getByRole("region", { name: "Comments" });
  await comments.getByRole("button", { name: "Resolve" }).click();
  await comments.getByRole("button", { name: "Open again" }).waitFor();
  await findUndo(page).click();
  await comments.getByRole("button", { name: "Resolve" }).waitFor();

  const step = page.getByRole("checkbox", { name: "Send the offer" });
  await step.click();
  await findToast(page).getByText("Next step done").waitFor();
  t.true(await step.isChecked());
  await findUndo(page).click();
  await findToast(page).getByText("Undone").waitFor();
  t.false(await step.isChecked());

  const clips = page.getByRole("region", { name: "Clips" });
  await clips.getByRole("button", { name: "Share The start" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Stop sharing with Everyone" }).click();
  await dialog.getByRole("list", { name: "Shared with" }).waitFor({ state: "detached" });
  await findUndo(page).click();
  await dialog.getByRole("button", { name: "Stop sharing with Everyone" }).waitFor();
  await page.keyboard.press("Escape");
  await clips.getByText("Shared with Everyone").waitFor();
});
