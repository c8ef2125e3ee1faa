import { buildWav } from "../helpers/recordings/media-formats.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const PHONE = { viewport: { width: 390, height: 844 } };
const wav = { name: "Visit <b>Novak</b>.wav", mimeType: "audio/wav", buffer: buildWav(2) };
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
  await dialog.getByRole("status").waitFor();
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

test("an upload whose connection breaks off is sent again, and is one call", async (t) => {
  const { org, openAsAdmin } = t.context;
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/net::ERR_/);
  await open("/recordings");
  await page.getByRole("button", { name: "Upload" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles([wav]);
  await dialog.getByLabel("Rep").selectOption("rep@example.com");
  const send = dialog.getByRole("button", { name: "Upload 1 file" });
  // The first time, the server has stored the call, and its answer is lost.
  await page.route("**/v1/recordings/upload", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send.click();
  await dialog.getByText("The connection broke off").waitFor();
  await page.unroute("**/v1/recordings/upload");
  await send.click();
  await dialog.getByRole("link", { name: "Open" }).waitFor();
  t.is((await org.graphql(NAMES)).recordings.nodes.length, 1);
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
