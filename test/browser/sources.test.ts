import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { buildDialerPath, postToDialer, vendorBodies } from "../helpers/dialers/dialers.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const WAITING = { extension: "204", started_at: "2026-03-02T10:00:00Z" };
const IRREGULAR =
  "WEBVTT\n\nlost\n\n00:00:01.000 --> 00:00:02.000\n<v.rep Ann>Did you sign it?</v>\n";

test("an organization without calls reads what to do next", async (t) => {
  const { page, open } = await t.context.openAsAdmin();
  await open("/received");
  await page.getByText("Nothing has come in yet").waitFor();
  const docs = page.getByRole("link", { name: "Open the API docs" });
  t.is(new URL((await docs.getAttribute("href"))!).pathname, "/docs");
  for (const [name, path] of [
    ["your own phone system", "/docs/pbx"],
    ["a hosted one", "/docs/dialers"],
  ] as const) {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    t.is(new URL(href!).pathname, path);
  }
  t.deepEqual(await findAccessibilityProblems(page), []);
});

test("each source shows its last call and failure, and the failed call can be tried again", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  await org.ingestCall({ call_id: "taken" });
  await postToDialer(server, buildDialerPath(org, "dialpad"), vendorBodies["dialpad"]!);
  const { page, open } = await openAsAdmin();
  await open("/received");
  const table = page.getByRole("table", { name: "Sources of calls" });
  const row = (name: string) => table.getByRole("row", { name: new RegExp(`^${name}`) });
  await row("API").getByRole("link").waitFor();
  await row("Dialpad").getByText("target.email is not the email of an active member").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  const tryAgain = row("Dialpad").getByRole("button", { name: "Try again" });
  await tryAgain.click();
  await page.getByText("The call from Dialpad was refused again").waitFor();
  await org.createUser("bot@fuzz-ball.com");
  await tryAgain.click();
  await page.getByText("The call is ingested").waitFor();
  await row("Dialpad").getByRole("link", { name: "Call with (415) 555-7777" }).waitFor();
  await tryAgain.waitFor({ state: "detached" });
});

test("a source with waiting calls leads to the choice of their user", async (t) => {
  const { openAsAdmin, org } = t.context;
  for (const call_id of ["x-1", "x-2"])
    await org.send("POST", "/v1/dialer", { ...WAITING, call_id });
  const { page, open } = await openAsAdmin();
  await open("/received");
  await page.getByRole("button", { name: "Choose user for Extension 204" }).waitFor();
  await page.getByRole("link", { name: "2 calls of API: choose the user" }).click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("User").waitFor();
  t.is(new URL(page.url()).pathname, "/received");
});

test("uploads show no counts of a log that doesn't have them", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  await uploadForm(server, org, { ...WAITING, user_email: undefined });
  const { page, open } = await openAsAdmin();
  await open("/received");
  const row = page.getByRole("table", { name: "Sources of calls" }).getByRole("row").nth(1);
  await row.getByText("1 call", { exact: false }).waitFor();
  t.regex((await row.textContent())!, /^Uploadsnot in the log1 call of Uploads: choose the user$/);
});

test("a source leads to its latest call with notices", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  await postToDialer(server, buildDialerPath(org, "dialpad"), vendorBodies["dialpad"]!);
  await org.ingestCall({ call_id: "1", transcript: IRREGULAR });
  const id = await org.ingestCall({ call_id: "2", transcript: IRREGULAR });
  await completeAnalysis(org, id);
  await org.ingestCall({ call_id: "3" });
  const { page, open } = await openAsAdmin();
  await open("/received");
  const table = page.getByRole("table", { name: "Sources of calls" });
  await table.getByRole("columnheader", { name: "With notices" }).waitFor();
  const link = table.getByRole("link", { name: "2 calls of API with notices: open the latest" });
  await link.waitFor();
  t.is(await table.getByRole("link", { name: "with notices" }).count(), 1);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("link", { name: "1 call with notices" }).click();
  const list = page.getByRole("table", { name: "Recordings, newest first" });
  await list.getByRole("row").nth(1).waitFor();
  t.is(await list.getByRole("row").count(), 2);
  t.is(await page.getByLabel("Notices").inputValue(), "true");
  await page.goBack();
  await link.click();
  await page.getByText("1 part of the transcript could not be read").first().waitFor();
  t.is(new URL(page.url()).pathname, `/recordings/${id}`);
});

test("on a phone the settings of phone systems are folded up", async (t) => {
  const { page, open } = await t.context.openAsAdmin();
  await page.setViewportSize({ width: 390, height: 844 });
  await open("/received");
  const summary = page.getByText("Settings of phone systems");
  await summary.waitFor();
  const table = page.getByRole("table", { name: "Phone systems" });
  t.false(await table.isVisible());
  const list = (await page.getByText("No calls yet").locator("..").boundingBox())!;
  t.true((await summary.boundingBox())!.y - list.y - list.height >= 16, "below a gap");
  await summary.click();
  await table.waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
});

test("a watched folder shows the calls that it refused, and why it can't be read", async (t) => {
  const { openAsAdmin, server } = t.context;
  const refused = { file: "greeting.wav", reason: "the name doesn't match", at: 1_790_000_000_000 };
  const calls = { folder: "/srv/calls", pattern: "freepbx", problem: null };
  const gone = { folder: "/srv/gone", pattern: "3cx", problem: "ENOENT: no such folder" };
  server.services.watchedFolders = {
    list: async () => [
      { ...calls, refusedCalls: 21, latestRefused: [refused] },
      { ...gone, refusedCalls: 0, latestRefused: [] },
    ],
  };
  t.teardown(() => {
    server.services.watchedFolders = undefined;
  });
  const { page, open } = await openAsAdmin();
  await open("/received");
  await page.getByText("21 refused calls. To try one again").waitFor();
  const table = page.getByRole("table", { name: "Latest refused calls in /srv/calls" });
  await table.getByRole("row", { name: /greeting\.wav.*the name doesn't match/ }).waitFor();
  await page.getByText("The server can’t read this folder: ENOENT: no such folder").waitFor();
  t.is(await page.getByText("No refused calls.").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
});
