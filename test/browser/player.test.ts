import "reflect-metadata";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { storePeaks } from "../../graph/recordings/waveforms.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { buildWav } from "../helpers/recordings/media-formats.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const transcript = [
  { speaker: "Ann", role: "rep", text: "Hello, this is Ann.", start: 0, end: 1_200 },
  {
    speaker: "Ann",
    role: "rep",
    text: "Shall I send you the offer today?",
    start: 1_500,
    end: 3_000,
  },
  { speaker: "Ben", role: "client", text: "Yes, do.", start: 3_010, end: 3_060 },
];

const createWithAudio = async (server: SharedServer, org: Tenant): Promise<string> => {
  const { id } = (await uploadForm(server, org, { transcript })).body.recording;
  await completeAnalysis(org, id);
  return id;
};

const CURRENT_TIME = "document.querySelector('audio').currentTime";
const IS_READY = "document.querySelector('audio')?.readyState >= 1";
// On a busy machine, playback would otherwise pass a line before the test checks it.
const SLOW_DOWN = "document.querySelector('audio').playbackRate = 0.25";

// waitForFunction uses eval in the page, which the content security policy blocks.
const waitUntil = async (page: Page, expression: string): Promise<void> => {
  while (!(await page.evaluate(expression))) await setTimeout(20);
};

test("nothing covers the player's controls on a phone, and the player covers no menu", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const id = await createWithAudio(server, org);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await waitUntil(page, IS_READY);
  await page.locator("summary").filter({ hasText: "More" }).click();
  await page.getByRole("button", { name: "Analyse again" }).click({ trial: true, timeout: 5_000 });
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  const covered = await page.evaluate(`[...document.querySelectorAll(".player :is(button, select)")]
    .filter((control) => control.checkVisibility())
    .flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return [0.1, 0.9]
        .filter((part) => {
          const shown = document.elementFromPoint(left + width / 2, top + height * part);
          return !control.contains(shown);
        })
        .map((part) => (control.textContent || control.ariaLabel) + " at " + part);
    })`);
  t.deepEqual(covered, []);
  t.true((await page.locator(".player button:visible").count()) > 3);
});

test("the transcript follows the player, and a line starts playback there", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const id = await createWithAudio(server, org);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await waitUntil(page, IS_READY);
  await page.evaluate(SLOW_DOWN);
  const [first, second, third] = transcript.map(({ text }) =>
    page.getByRole("button", { name: text }),
  );
  t.is(await page.locator("[aria-current=true].line").count(), 0);
  await second!.click();
  await waitUntil(page, `${CURRENT_TIME} >= 1.5`);
  t.is(await second!.getAttribute("aria-current"), "true");
  // Playback continues to the next line.
  await page.locator(".line[aria-current=true]", { hasText: "Yes, do." }).waitFor();
  t.is(await second!.getAttribute("aria-current"), null);

  // All lines together have one Tab stop; the arrow keys move between them.
  t.deepEqual(
    await Promise.all([first!, second!, third!].map((line) => line.getAttribute("tabindex"))),
    ["-1", "0", "-1"],
  );
  await second!.press("ArrowUp");
  t.is(await page.locator(":focus").textContent(), transcript[0]!.text);
  await page.keyboard.press("End");
  t.is(await page.locator(":focus").textContent(), transcript[2]!.text);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await waitUntil(page, `${CURRENT_TIME} < 1.5`);
  await page.locator(".line[aria-current=true]", { hasText: "Hello, this is Ann." }).waitFor();
});

const POSITION = `Math.round(${CURRENT_TIME})`;

test("buttons, keys and the slider move the position, and silences are skipped", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const file = new Uint8Array(buildWav(60));
  const { id } = (await uploadForm(server, org, { transcript }, file)).body.recording;
  await completeAnalysis(org, id);
  const { db } = server.services;
  const media = await db("media")
    .where({ organization_id: org.id, recording_id: id })
    .first("file");
  // A peak for each second: 20 of them are silent.
  const peaks = Buffer.alloc(60, 100).fill(0, 20, 40).toString("base64");
  await runAsProgram(() => storePeaks(db, org.id, media.file, [peaks]));
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await waitUntil(page, IS_READY);
  await page.getByRole("button", { name: "Forward 15 seconds" }).click();
  t.is(await page.evaluate(POSITION), 15);
  for (const [key, seconds] of [
    ["l", 30],
    ["ArrowRight", 35],
    ["ArrowLeft", 30],
    ["j", 15],
  ] as const) {
    await page.keyboard.press(key);
    t.is(await page.evaluate(POSITION), seconds, key);
  }
  await page.getByRole("slider", { name: "Position" }).fill("18");
  t.is(await page.evaluate(POSITION), 18);
  await page.getByLabel("Speed").selectOption("2");
  t.is(await page.evaluate("document.querySelector('audio').playbackRate"), 2);
  await page.getByLabel("Skip silence").check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await waitUntil(page, `${CURRENT_TIME} > 39`);
  await page.getByRole("button", { name: "Pause" }).click();
  t.true(await page.evaluate(`${CURRENT_TIME} < 50`));
  // A jump into a silence by hand plays from there.
  await page.getByRole("slider", { name: "Position" }).fill("25");
  await page.keyboard.press("k");
  await waitUntil(page, `${CURRENT_TIME} > 26`);
  t.true(await page.evaluate(`${CURRENT_TIME} < 39`));
  await page.keyboard.press("k");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Space");
  await waitUntil(page, "!document.querySelector('audio').paused");
});

test("a waveform that is missing appears once it is made", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const id = await createWithAudio(server, org);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await waitUntil(page, IS_READY);
  t.is(await page.locator("svg.waveform").count(), 0);
  const { db } = server.services;
  const media = await db("media")
    .where({ organization_id: org.id, recording_id: id })
    .first("file");
  await runAsProgram(() => storePeaks(db, org.id, media.file, ["AP8="]));
  await page.locator("svg.waveform").waitFor();
});

test("keys in a field are text", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const id = await createWithAudio(server, org);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await waitUntil(page, IS_READY);
  await page.getByRole("button", { name: "Correct" }).click();
  await page.getByRole("button", { name: transcript[0]!.text }).click();
  await page.keyboard.type(" jkl");
  t.is(await page.evaluate(CURRENT_TIME), 0);
  t.true(await page.evaluate("document.querySelector('audio').paused"));
});

test("the player is accessible in dark mode and on narrow screens", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const id = await createWithAudio(server, org);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await page.getByRole("button", { name: transcript[0]!.text }).click();
  await page.locator(".line[aria-current=true]").first().waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  t.deepEqual(await findAccessibilityProblems(page, ["color-contrast"]), [], "dark");
  await page.setViewportSize({ width: 320, height: 640 });
  t.deepEqual(await findOverflowingElements(page), []);
  t.deepEqual(await findAccessibilityProblems(page), [], "narrow");
});

const GSM_WAV = readFileSync("test/fixtures/speech/gsm.wav");
const GSM_FRAMES = Buffer.concat(Array.from({ length: 150 }, () => Buffer.alloc(33, 0xd2)));

for (const [name, file, durationSeconds] of [
  ["call.wav", GSM_WAV, 2.4],
  ["call.gsm", GSM_FRAMES, 3],
] as const)
  test(`GSM in ${name}, which no browser knows, is played`, async (t) => {
    const { server, org, openAsAdmin } = t.context;
    const fields = { call_id: name };
    const answer = await uploadForm(server, org, fields, new Uint8Array(file), name);
    const { page, open, allowMessage } = await openAsAdmin();
    allowMessage(/./);
    await open(`/recordings/${answer.body.recording.id}`);
    await waitUntil(page, IS_READY);
    const duration: number = await page.evaluate("document.querySelector('audio').duration");
    t.true(Math.abs(duration - durationSeconds) < 0.05, `${duration}`);
    await page.evaluate("document.querySelector('audio').currentTime = 1");
    await page.evaluate("void document.querySelector('audio').play()");
    await waitUntil(page, `${CURRENT_TIME} > 1.5`);
    t.is(await page.getByRole("alert").count(), 0);
  });

test("joined WAV files play to the end", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const wav = buildWav(3);
  const file = new Uint8Array(Buffer.concat([wav, wav]));
  const { id } = (await uploadForm(server, org, { transcript }, file)).body.recording;
  await completeAnalysis(org, id);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await waitUntil(page, "document.querySelector('audio')?.duration > 3.5");
  t.is(await page.evaluate("Math.round(document.querySelector('audio').duration)"), 6);
});

test("unplayable media can be downloaded, and external audio is a link", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const amr = Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(100)]);
  const { id } = (await uploadForm(server, org, { call_id: "amr" }, amr)).body.recording;
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/./);
  await open(`/recordings/${id}`);
  await page.getByRole("alert").getByText("can’t play audio/amr").waitFor();
  const link = page.getByRole("link", { name: "Download the file" });
  t.is(await link.getAttribute("href"), `/v1/recordings/${id}/media`);

  for (const [url, href] of [
    ["https://dialer.example.com/a.wav?b", "https://dialer.example.com/a.wav?b"],
    ["javascript:alert(1)", undefined],
  ] as const) {
    const otherId = await org.ingestCall({ call_id: url, recording_url: url });
    await open(`/recordings/${otherId}`);
    t.is(await page.locator("audio").count(), 0);
    const audio = page.getByRole("region", { name: "Audio" });
    if (href === undefined) await audio.getByText(url).waitFor();
    const audioLink = audio.getByRole("link", { name: "dialer.example.com" });
    t.is(await audioLink.count(), href === undefined ? 0 : 1);
    if (href !== undefined) t.is(await audioLink.getAttribute("href"), href);
  }
});

test("the times that an analysis marks play from there, and other brackets stay text", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const { id } = (await uploadForm(server, org, { transcript })).body.recording;
  await completeAnalysis(org, id, {
    summary: "- [0:01] Ann: “Shall I send it?” [1:2] [x]\n- `[0:02]`",
    coaching: "Ask at [0:00] *and* at [1:00:01].",
  });
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  await waitUntil(page, IS_READY);
  await page.evaluate(SLOW_DOWN);
  const marked = page.locator("button.moment");
  await marked.first().waitFor();
  t.deepEqual(await marked.allTextContents(), ["0:00", "1:00:01", "0:01"]);
  await page.getByText("[1:2] [x]").waitFor();
  await marked.last().click();
  await waitUntil(page, `${CURRENT_TIME} >= 1`);
  t.deepEqual(await findAccessibilityProblems(page), []);
});
