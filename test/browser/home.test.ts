import { test } from "./helpers/browser.js";

const step = (title: string) => new RegExp(`^${title}`);

test("a newcomer pastes the commands of the first page, and sees the steps done", async (t) => {
  const { admin, org, server } = t.context;
  const { page, open } = await admin();
  await open("/");
  await page.getByRole("heading", { name: "Getting started" }).waitFor();
  const command = async (title: string): Promise<{ path: string; body: string }> => {
    const item = page.getByRole("listitem").filter({ hasText: step(title) });
    const text = (await item.locator("pre").textContent())!;
    const [, url] = /curl (?:-X POST )?'([^']+)'/.exec(text)!;
    return { path: new URL(url!).pathname, body: /-d '([^']+)'/.exec(text)![1]! };
  };
  const appointment = await command("Push an appointment");
  const call = await command("Send a call");
  for (const { path, body } of [appointment, call])
    t.is((await org.send("POST", path, body)).status, 200);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const isDone = (title: string) =>
    page.getByRole("heading", { name: `${title} · done`, exact: true }).waitFor();
  await isDone("Push an appointment");
  await isDone("Send a call");
  const analysis = await command("Write its analysis");
  const answer = await server.fetch(analysis.path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${org.internalToken}`,
      "content-type": "application/json",
    },
    body: analysis.body,
  });
  t.is(answer.body.data.completeAnalysis.status, "processed");

  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByText("1 of 1 appointment").waitFor();
  await page.getByRole("heading", { name: "Make a webhook" }).waitFor();
});
