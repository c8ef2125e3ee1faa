import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { buildWav } from "../helpers/recordings/media-formats.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const PHONE = { viewport: { width: 390, height: 844 } };
const wav = { name: "Visit <b>Novak</b>.wav", mimeType: "audio/wav", buffer: buildWav(2) };
/** More than one part, at 16,000 bytes a second. */
const LONG_SECONDS = 600;
const NAMES = "{ recordings(filter: { status: received }) { nodes { name user { email } } } }";

test("a rep uploads a recording on a phone, and plays it", async (t) => {
  const { org, openAsUser } = t.context;
  const email = await org.createUser(`ann@${org.id}.example.com`, { name: "Ann" });
  const { page, open } = await openAsUser(email, "rep", PHONE);
  await open("/recordings");
  await page.getByRole("button", { name: "Upload" }).click();
  const dialog = page.getByRole("dialog");
  t.is(await dialog.getByLabel("Rep").count(), 0);
  await dialog.locator("input[type=file]").setInputFiles([wav]);
  await dialog.getByText("Visit <b>Novak</b>.wav").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  await dialog.getByLabel("Call began").fill("");
  t.true(await dialog.getByRole("button", { name: "Upload 1 file" }).isDisabled());
  await dialog.getByLabel("Call began").fill("2026-03-02T10:00");
  await dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await dialog.getByRole("status").filter({ hasText: /./ }).waitFor();
  t.deepEqual((await org.graphql(NAMES)).recordings.nodes, [
    { name: "Visit <b>Novak</b>", user: { email } },
  ]);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: "Open" }).click(),
  ]);
  await opened.getByRole("region", { name: "Player" }).waitFor();
  await opened.close();
});

/** Opens the dialog for uploads and chooses a file of the organization's rep. */
const chooseFile = async (page: Page, file: typeof wav | string): Promise<Locator> => {
  await page.getByRole("button", { name: "Upload" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByLabel("Rep").selectOption("rep@example.com");
  return dialog;
};

test("an upload whose last answer is lost goes on by itself, and is one call", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/net::ERR_/);
  await open("/recordings");
  const dialog = await chooseFile(page, wav);
  await page.route(
    "**/v1/uploads/*",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await dialog.getByText("Interrupted. Trying again").waitFor();
  await dialog.getByRole("link", { name: "Open" }).waitFor();
  t.is((await org.graphql(NAMES)).recordings.nodes.length, 1);
});

test("an upload that is cut off goes on where it stopped, after the page was closed", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/net::ERR_/);
  await open("/recordings");
  const path = join(await mkdtemp(join(tmpdir(), "debrief-upload-")), "long.wav");
  t.teardown(() => rm(dirname(path), { recursive: true }));
  await writeFile(path, buildWav(LONG_SECONDS));
  let sent = 0;
  const isCut = Promise.withResolvers<void>();
  await page.route("**/v1/uploads/*", async (route) => {
    if (route.request().method() === "PATCH") sent += 1;
    if (sent < 2) return route.continue();
    await route.abort();
    return isCut.resolve();
  });
  const dialog = await chooseFile(page, path);
  await dialog.getByRole("button", { name: "Upload 1 file" }).click();
  await isCut.promise;
  page.once("dialog", (question) => void question.accept());
  await page.reload();
  await page.unroute("**/v1/uploads/*");
  const offsets: (string | undefined)[] = [];
  const creations: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"]);
    if (request.url().endsWith("/v1/uploads")) creations.push(request.url());
  });
  const again = await chooseFile(page, path);
  await again.getByRole("button", { name: "Upload 1 file" }).click();
  await again.getByRole("link", { name: "Open" }).waitFor();
  t.deepEqual(offsets, [String(8 * 1024 * 1024)]);
  t.deepEqual(creations, []);
  t.is((await org.graphql(NAMES)).recordings.nodes.length, 1);
  t.is(
    await page.evaluate<number>(
      "Object.keys(localStorage).filter((name) => name.includes('upload')).length",
    ),
    0,
  );
});

test("an upload that is cancelled leaves nothing", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/recordings");
  await page.route("**/v1/uploads/*", (route) =>
    route.request().method() === "PATCH" ? undefined : route.continue(),
  );
  const dialog = await chooseFile(page, wav);
  await Promise.all([
    // Before the server has an upload, there is nothing to delete.
    page.waitForRequest((request) => request.method() === "PATCH"),
    dialog.getByRole("button", { name: "Upload 1 file" }).click(),
  ]);
  await dialog.getByText("0 %").waitFor();
  const [deletion] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "DELETE"),
    dialog.getByRole("button", { name: "Cancel the upload" }).click(),
  ]);
  t.is(deletion.status(), 204);
  t.is((await org.graphql(NAMES)).recordings.nodes.length, 0);
});

test("a file that is no recording is refused with the reason, and the others are sent", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/status of 415/);
  await open("/recordings");
  await page.getByRole("button", { name: "Upload" }).click();
  const dialog = page.getByRole("dialog");
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no sound") };
  await dialog.locator("input[type=file]").setInputFiles([text, wav]);
  await dialog.getByLabel("Rep").selectOption("rep@example.com");
  await dialog.getByRole("button", { name: "Upload 2 files" }).click();
  await dialog.getByRole("alert").getByText("must be audio or video").waitFor();
  await dialog.getByRole("link", { name: "Open" }).waitFor();
  await dialog.getByRole("button", { name: "Remove notes.txt" }).click();
  t.is(await dialog.getByRole("button", { name: /^Upload \d/ }).count(), 0);
  let loads = 0;
  page.on("request", (request) => {
    if (request.postData()?.includes("query Recordings(")) loads += 1;
  });
  await dialog.locator(".actions").getByRole("button", { name: "Close" }).click();
  await page.waitForTimeout(500);
  t.is(loads, 1, "the list is loaded again, once");
  t.is((await org.graphql(NAMES)).recordings.nodes.length, 1);
});
