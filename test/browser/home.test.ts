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
