import { createWebhook, settledDeliveries } from "../helpers/deliveries.js";
import { startReceiver } from "../helpers/receiver.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("a failed delivery is seen with what was sent, and sent again until it arrives", async (t) => {
  const { admin, org } = t.context;
  // The second time, it answers when it is told to.
  const receiver = await startReceiver(t, ({ response }, count) => {
    if (count === 1) response.writeHead(500).end("noted");
  });
  await createWebhook(org, receiver.url);
  await org.processed({ name: "A call about a roof" });
  await settledDeliveries(org);

  const { page, open } = await admin();
  const dialog = page.getByRole("dialog");
  await open("/deliveries");
  await page.getByLabel("State").selectOption("delivered");
  await page.getByText("No delivery is like that").waitFor();
  t.is(new URL(page.url()).search, "?status=delivered");
  await page.getByLabel("State").selectOption("failed");
  await page.reload();
  await page.getByRole("link", { name: "recording.processed" }).click();

  await dialog.getByText("failed · 500").waitFor();
  const request = await dialog.getByRole("region", { name: "Request", exact: true }).textContent();
  const [sent] = receiver.received;
  t.true(request!.includes(`POST ${receiver.url}`));
  t.true(request!.includes(`webhook-id: ${String(sent!.headers["webhook-id"])}`));
  t.true(request!.includes('"name": "A call about a roof"'));
  await dialog.getByRole("region", { name: "Response" }).getByText("noted").waitFor();
  t.deepEqual(await accessibilityProblems(page), []);

  const before = new URL(page.url()).searchParams.get("delivery");
  await dialog.getByRole("button", { name: "Redeliver" }).click();
  await dialog.getByText("under way").waitFor();
  t.is(await page.evaluate("document.activeElement.textContent"), "Redeliver");
  const [, again] = await receiver.has(2);
  again!.response.end();
  await dialog.getByText("delivered · 200").waitFor();
  const now = new URL(page.url()).searchParams.get("delivery");
  t.not(now, before, "the new one has an address of its own");
  t.is(again!.headers["webhook-id"], sent!.headers["webhook-id"]);
  t.is(again!.body, sent!.body);

  await page.reload();
  await dialog.getByRole("link", { name: "the delivery before" }).click();
  await dialog.getByText("failed · 500").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByLabel("State").selectOption("");
  await page.getByRole("row", { name: /\(again\) delivered · 200/ }).waitFor();
});
