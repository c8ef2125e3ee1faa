import type { Page } from "playwright-core";
import { uploadForm } from "../helpers/recordings/media.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const TRANSCRIPT = "query ($id: ID!) { recording(id: $id) { transcript { speaker role text } } }";

const transcript = [
  {
    speaker: "Rep",
    role: "rep",
    text: "Good morning, this is Robin of Acme Roofing. How old is your rufe?",
    start: 0,
    end: 4_200,
  },
  {
    speaker: "Client",
    role: "client",
    text: "About twenty years, and it leaks above the kitchen.",
    start: 4_500,
    end: 8_000,
  },
  {
    speaker: "Client",
    role: "client",
    text: "I can send you the estimate by Friday.",
    start: 8_100,
    end: 11_000,
  },
  { speaker: "Client", role: "client", text: "Yes, please do.", start: 11_010, end: 12_060 },
];

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;

const TEAM = "mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }";

const loadLines = async (org: Tenant, id: string): Promise<string[][]> =>
  (await org.graphql(TRANSCRIPT, { id })).recording.transcript.map(
    ({ role, text }: { role: string; text: string }) => [role, text],
  );

/** Opens a call, so that a click on a line corrects it. */
const startCorrecting = async (
  { page, open }: { page: Page; open: (path: string) => Promise<unknown> },
  id: string,
) => {
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "Transcript" });
  await section.getByRole("button", { name: "Correct", exact: true }).click();
  return { page, section };
};

test("what another analysis says after a correction appears by itself", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({ transcript });
  const { page, section } = await startCorrecting(await openAsAdmin(), id);
  await section.getByRole("button", { name: /Good morning/ }).click();
  const field = page.getByRole("textbox", { name: "Text of the line" });
  await field.fill(transcript[0]!.text.replace("rufe", "roof"));
  await field.press("Enter");
  await section.getByText(/^Corrected by/).waitFor();
  await org.graphql(COMPLETE, { id, input: { summary: "Again", coaching: "Ask for the order." } });
  await page.getByText("Ask for the order.").waitFor();
  t.is(await section.getByText(/^Corrected by/).count(), 1);
});

test("an admin corrects a line with the keyboard, and sees the original on demand", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const { id } = (await uploadForm(server, org, { transcript })).body.recording;
  await completeAnalysis(org, id);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "Transcript" });
  await section.getByRole("button", { name: "Correct", exact: true }).press("Enter");
  const line = section.getByRole("button", { name: /Good morning/ });
  await line.press("Enter");
  const field = page.getByRole("textbox", { name: "Text of the line" });
  await field.fill("Something else");
  await field.press("Escape");
  t.is(await field.count(), 0);
  t.is(await page.locator(":focus").textContent(), transcript[0]!.text);

  await page.keyboard.press("Enter");
  await field.fill(transcript[0]!.text.replace("rufe", "roof"));
  t.deepEqual(await findAccessibilityProblems(page), [], "field");
  await field.press("Enter");
  await section.getByText(/^Corrected by/).waitFor();
  t.is(await page.locator(":focus").textContent(), transcript[0]!.text.replace("rufe", "roof"));
  // The arrow keys reach the next line, which a click corrects instead of playing it.
  await page.keyboard.press("ArrowDown");
  t.is(await page.locator(":focus").textContent(), transcript[1]!.text);
  t.is(await page.evaluate("document.querySelector('audio').currentTime"), 0);

  await section.getByRole("button", { name: "Done" }).click();
  const mark = section.getByRole("button", { name: "corrected" });
  t.is(await mark.count(), 1);
  await mark.click();
  await section.getByText("How old is your rufe?").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  t.deepEqual(await findAccessibilityProblems(page, ["color-contrast"]), [], "dark");
  await page.setViewportSize({ width: 320, height: 640 });
  await section.getByRole("button", { name: "Correct", exact: true }).click();
  await section.getByRole("button", { name: /About twenty/ }).click();
  t.deepEqual(await findOverflowingElements(page), []);
  t.deepEqual(await findAccessibilityProblems(page), [], "narrow");
});

test("an admin swaps the sides, changes the speaker of a line and of a side, and undoes it all", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({ transcript });
  const before = await loadLines(org, id);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "Transcript" });
  await section.getByRole("button", { name: "Correct", exact: true }).click();
  await section.getByRole("button", { name: "Swap sides" }).click();
  await section.getByText("Robin Rep (rep) → Client").waitFor();
  t.deepEqual(
    (await loadLines(org, id)).map(([role]) => role),
    ["client", "rep", "rep", "rep"],
  );
  await section.getByRole("button", { name: "Swap sides" }).click();
  await section.getByText(/^Corrected by/).waitFor({ state: "hidden" });

  const dialog = page.getByRole("dialog", { name: "Who speaks here?" });
  await section.getByRole("button", { name: /I can send you/ }).click();
  await section.getByRole("button", { name: "Change speaker" }).click();
  await dialog.getByRole("radio", { name: /The rep/ }).check();
  t.true(await dialog.getByRole("radio", { name: "only this line" }).isChecked());
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByRole("button", { name: "corrected" }).waitFor();
  t.deepEqual(
    (await loadLines(org, id)).map(([role]) => role),
    ["rep", "client", "rep", "client"],
  );
  t.is(await page.locator(":focus").textContent(), transcript[2]!.text);

  await section.getByRole("button", { name: "Client · client" }).first().click();
  t.deepEqual(await findAccessibilityProblems(page), [], "dialog");
  await dialog.getByRole("radio", { name: "Someone else" }).check();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Pat");
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByRole("button", { name: "Pat", exact: true }).first().waitFor();
  t.deepEqual(
    (await loadLines(org, id)).map(([role]) => role),
    ["rep", "other", "rep", "other"],
  );

  await section.getByRole("button", { name: "Undo corrections" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo corrections" }).click();
  await section.getByRole("button", { name: "Client · client" }).waitFor();
  t.deepEqual(await loadLines(org, id), before);
});

for (const [role, screen] of [
  ["manager", "a desktop"],
  ["rep", "a phone"],
] as const)
  test(`a ${role} corrects a line and a speaker on ${screen}, and undoes it`, async (t) => {
    const { org, openAsUser } = t.context;
    const email = await org.createUser(`${role}@${org.id}.example.com`, { name: "Kim" });
    const rep = await org.createUser(`led@${org.id}.example.com`, { name: "Lou" });
    await org.graphql(TEAM, {
      input: { name: "North", members: [{ email: rep }], leads: [email] },
    });
    const owner = role === "manager" ? rep : email;
    const id = await org.createProcessed({ transcript, user_email: owner });
    const isPhone = screen === "a phone";
    const options = isPhone ? { viewport: { width: 360, height: 740 }, hasTouch: true } : {};
    const { page, open } = await openAsUser(email, role, options);
    await open(`/recordings/${id}`);
    const section = page.getByRole("region", { name: "Transcript" });
    await section.getByRole("button", { name: "Correct", exact: true }).click();
    await section.getByRole("button", { name: /Good morning/ }).click();
    await page
      .getByRole("textbox", { name: "Text of the line" })
      .fill(transcript[0]!.text.replace("rufe", "roof"));
    t.deepEqual(await findAccessibilityProblems(page), [], "field");
    await section.getByRole("button", { name: "Save" }).click();
    await section.getByText("Corrected by Kim").waitFor();
    await section.getByRole("button", { name: "Client · client" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Who speaks here?" });
    await dialog.getByRole("radio", { name: "Someone else" }).check();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Pat");
    t.deepEqual(await findAccessibilityProblems(page), [], "dialog");
    t.deepEqual(await findOverflowingElements(page), []);
    await dialog.getByRole("button", { name: "Save" }).click();
    await section.getByRole("button", { name: "Pat", exact: true }).first().waitFor();
    for (const button of await section.locator(".actions button, .corrections button").all()) {
      const { width, height } = (await button.boundingBox())!;
      t.true(Math.min(width, height) >= 24, await button.innerText());
    }
    t.deepEqual(
      (await loadLines(org, id)).map(([speaker, text]) => [speaker, text!.includes("roof")]),
      [
        ["rep", true],
        ["other", false],
        ["other", false],
        ["other", false],
      ],
    );
    await section.getByRole("button", { name: "Undo corrections" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo corrections" }).click();
    await section.getByText(/^Corrected by/).waitFor({ state: "hidden" });
    t.is((await loadLines(org, id))[0]![1], transcript[0]!.text);
  });

test("a line that another user corrects meanwhile isn't overwritten unseen", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({ transcript });
  const { page, section } = await startCorrecting(await openAsAdmin(), id);
  await section.getByRole("button", { name: /Yes, please/ }).click();
  await org.graphql(
    `mutation ($id: ID!) { correctUtterance(recordingId: $id, index: 3,
      expectedText: "Yes, please do.", text: "Yes, thanks.") { id } }`,
    { id },
  );
  const field = page.getByRole("textbox", { name: "Text of the line" });
  await field.fill("No.");
  await field.press("Enter");
  await page.getByRole("alert").getByText("“Yes, thanks.” Save again to replace it").waitFor();
  t.is((await loadLines(org, id))[3]![1], "Yes, thanks.");
  await field.press("Enter");
  await section.getByRole("button", { name: "No.", exact: true }).waitFor();
  t.is((await loadLines(org, id))[3]![1], "No.");
});
