import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const buildStepPattern = (title: string) => new RegExp(`^${title}`);

test("the start page marks setup steps as done after their commands ran", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  await page.route("**/graphql", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace('"isAnalyzed":true', '"isAnalyzed":false');
    await route.fulfill({ response, body: text });
  });
  await open("/");
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  const readCommand = async (title: string): Promise<{ path: string; body: string }> => {
    const item = page.getByRole("listitem").filter({ hasText: buildStepPattern(title) });
    const text = (await item.locator("pre").textContent())!;
    const [, url] = /curl (?:-X POST )?'([^']+)'/.exec(text)!;
    return { path: new URL(url!).pathname, body: /-d '([^']+)'/.exec(text)![1]! };
  };
  const appointment = await readCommand("Connect your calendar or CRM");
  const call = await readCommand("Connect your phone system");
  for (const { path, body } of [appointment, call])
    t.is((await org.send("POST", path, body)).status, 200);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const waitUntilDone = (title: string) =>
    page.getByRole("heading", { name: `${title} · done`, exact: true }).waitFor();
  await waitUntilDone("Connect your calendar or CRM");
  await waitUntilDone("Connect your phone system");
  const analysis = await readCommand("Write the analysis");
  const response = await server.fetch(analysis.path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${org.internalToken}`,
      "content-type": "application/json",
    },
    body: analysis.body,
  });
  t.is(response.body.data.completeAnalysis.status, "processed");

  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByText("1 of 1 appointment").waitFor();
  await page.getByRole("heading", { name: "Create a webhook" }).waitFor();
});

test("a new admin drops a recording on the start page of a server that analyses calls", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/");
  await page.getByText("what to try, each with its moment").waitFor();
  t.is(await page.getByText(/internal token|Write the analysis/).count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(["no sound"], "call.wav", { type: "audio/wav" }));
    return data;
  })()`);
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  const dialog = page.getByRole("dialog", { name: "Upload recordings" });
  await dialog.getByText("call.wav").waitFor();
  await dialog.getByText("Close", { exact: true }).click();
  await org.createProcessed();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByText("Next steps").first().waitFor();
  t.is(await page.getByRole("heading", { name: /^Upload a recording/ }).count(), 0);
});

test("an admin sees in one line each what works and what needs attention", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  await org.createUser();
  await org.createProcessed();
  const { page, open } = await openAsAdmin();
  const health = page.locator("section").filter({ hasText: /^Health/ });
  const read = async () => {
    await open("/");
    await health.getByRole("listitem").first().waitFor();
    return (await health.getByRole("listitem").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " "),
    );
  };
  server.services.findLastBackup = async () => undefined;
  const [sources, ...others] = await read();
  t.regex(sources!, /^Sources Last call from /);
  t.deepEqual(others, [
    "Reps No call waits for a rep",
    "Analysis No call failed in 7 days",
    "Webhooks No webhooks",
    "Backups Needs your attention: No backup yet: run “debrief backup <file>” on the server, best every night",
  ]);
  t.deepEqual(await findAccessibilityProblems(page), []);
  server.services.findLastBackup = async () => Date.now() - 60_000;
  const failing = await org.ingestCall();
  await org.graphql(
    `mutation { startAnalysis(recordingId: "${failing}") { id }
      failAnalysis(recordingId: "${failing}", reason: "No sound") { id } }`,
  );
  const later = await read();
  t.is(later[2], "Analysis Needs your attention: 1 call of the last 7 days couldn’t be analysed");
  t.regex(later[4]!, /^Backups Last backup today/);
  await health.getByRole("link", { name: "1 call of the last 7 days" }).click();
  await page.waitForURL(/status=failed/);
});
