import { test } from "./helpers/browser.js";

const buildStepPattern = (title: string) => new RegExp(`^${title}`);

test("the start page marks setup steps as done after their commands ran", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/");
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  const readCommand = async (title: string): Promise<{ path: string; body: string }> => {
    const item = page.getByRole("listitem").filter({ hasText: buildStepPattern(title) });
    const text = (await item.locator("pre").textContent())!;
    const [, url] = /curl (?:-X POST )?'([^']+)'/.exec(text)!;
    return { path: new URL(url!).pathname, body: /-d '([^']+)'/.exec(text)![1]! };
  };
  const appointment = await readCommand("Send an appointment");
  const call = await readCommand("Send a call");
  for (const { path, body } of [appointment, call])
    t.is((await org.send("POST", path, body)).status, 200);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const waitUntilDone = (title: string) =>
    page.getByRole("heading", { name: `${title} · done`, exact: true }).waitFor();
  await waitUntilDone("Send an appointment");
  await waitUntilDone("Send a call");
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
