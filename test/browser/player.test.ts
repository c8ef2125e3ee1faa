import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { uploadForm } from "../helpers/media.js";
import { complete } from "../helpers/pushes.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { tooWide } from "./helpers/layout.js";

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

const listened = async (server: SharedServer, org: Tenant): Promise<string> => {
  const { id } = (await uploadForm(server, org, { transcript })).body.recording;
  await complete(org, id);
  return id;
};

const TIME = "document.querySelector('audio').currentTime";
const READY = "document.querySelector('audio')?.readyState >= 1";
// A browser that has little of the machine would otherwise be past a line before anybody looks.
const SLOWLY = "document.querySelector('audio').playbackRate = 0.25";

// waitForFunction asks again by an eval in the page, which the page's policy forbids.
const until = async (page: Page, expression: string): Promise<void> => {
  while (!(await page.evaluate(expression))) await setTimeout(20);
};

test("a recording is played, and its transcript follows and leads", async (t) => {
  const { server, org, admin } = t.context;
  const id = await listened(server, org);
  const { page, open } = await admin();
  await open(`/recordings/${id}`);
  await until(page, READY);
  await page.evaluate(SLOWLY);
  const [first, second, third] = transcript.map(({ text }) =>
    page.getByRole("button", { name: text }),
  );
  t.is(await page.locator("[aria-current=true].line").count(), 0);
  await second!.click();
  await until(page, `${TIME} >= 1.5`);
  t.is(await second!.getAttribute("aria-current"), "true");
  // It goes on by itself.
  await page.locator(".line[aria-current=true]", { hasText: "Yes, do." }).waitFor();
  t.is(await second!.getAttribute("aria-current"), null);

  // By keyboard: one stop for all lines, and the arrow keys.
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
  await until(page, `${TIME} < 1.5`);
  await page.locator(".line[aria-current=true]", { hasText: "Hello, this is Ann." }).waitFor();
});

test("the player is for everybody: in the dark, on a narrow page", async (t) => {
  const { server, org, admin } = t.context;
  const id = await listened(server, org);
  const { page, open } = await admin();
  await open(`/recordings/${id}`);
  await page.getByRole("button", { name: transcript[0]!.text }).click();
  await page.locator(".line[aria-current=true]").first().waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  t.deepEqual(await accessibilityProblems(page, ["color-contrast"]), [], "dark");
  await page.setViewportSize({ width: 320, height: 640 });
  t.deepEqual(await tooWide(page), []);
  t.deepEqual(await accessibilityProblems(page), [], "narrow");
});

test("what a browser cannot play can be downloaded, and audio elsewhere is linked", async (t) => {
  const { server, org, admin } = t.context;
  const amr = Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(100)]);
  const { id } = (await uploadForm(server, org, { call_id: "amr" }, amr)).body.recording;
  const { page, open, tolerate } = await admin();
  tolerate(/./);
  await open(`/recordings/${id}`);
  await page.getByRole("alert").getByText("cannot play it (audio/amr)").waitFor();
  const link = page.getByRole("link", { name: "Download the file" });
  t.is(await link.getAttribute("href"), `/v1/recordings/${id}/media`);

  for (const [url, href] of [
    ["https://dialer.example.com/a.wav?b", "https://dialer.example.com/a.wav?b"],
    ["javascript:alert(1)", undefined],
  ] as const) {
    const other = await org.call({ call_id: url, recording_url: url });
    await open(`/recordings/${other}`);
    t.is(await page.locator("audio").count(), 0);
    const about = page.getByRole("region", { name: "About" });
    if (href === undefined) await about.getByText(url).waitFor();
    const found = about.getByRole("link", { name: "dialer.example.com" });
    t.is(await found.count(), href === undefined ? 0 : 1);
    if (href !== undefined) t.is(await found.getAttribute("href"), href);
  }
});
