import { createWebhook, waitForDeliveries } from "../helpers/webhooks/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("a failed delivery shows its request and response and can be redelivered", async (t) => {
  const { openAsAdmin, org } = t.context;
  // The first request gets a response here; the test answers the second.
  const receiver = await startWebhookReceiver(t, ({ response }, count) => {
    if (count === 1) response.writeHead(500).end("noted");
  });
  await createWebhook(org, receiver.url);
  await org.createProcessed({ name: "A call about a roof" });
  await waitForDeliveries(org);

  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/deliveries");
  await page.getByLabel("Status").selectOption("delivered");
  await page.getByText("No deliveries match these filters").waitFor();
  t.is(new URL(page.url()).search, "?status=delivered");
  await page.getByLabel("Status").selectOption("failed");
  await page.reload();
  await page.getByRole("link", { name: "recording.processed" }).click();

  await dialog.getByText("failed · 500").waitFor();
  const request = await dialog.getByRole("region", { name: "Request", exact: true }).textContent();
  const [sent] = receiver.received;
  t.true(request!.includes(`POST ${receiver.url}`));
  t.true(request!.includes(`webhook-id: ${String(sent!.headers["webhook-id"])}`));
  t.true(request!.includes('"name": "A call about a roof"'));
  await dialog.getByRole("region", { name: "Response" }).getByText("noted").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);

  const firstId = new URL(page.url()).searchParams.get("delivery");
  await dialog.getByRole("button", { name: "Redeliver" }).click();
  await dialog.getByText("sending").waitFor();
  t.is(await page.evaluate("document.activeElement.textContent"), "Redeliver");
  const [, resent] = await receiver.waitFor(2);
  resent!.response.end();
  await dialog.getByText("delivered · 200").waitFor();
  const secondId = new URL(page.url()).searchParams.get("delivery");
  t.not(secondId, firstId, "the redelivery has an address of its own");
  t.is(resent!.headers["webhook-id"], sent!.headers["webhook-id"]);
  t.is(resent!.body, sent!.body);

  await page.reload();
  await dialog.getByRole("link", { name: "the earlier delivery" }).click();
  await dialog.getByText("failed · 500").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByLabel("Status").selectOption("");
  await page.getByRole("row", { name: /\(redelivery\) delivered · 200/ }).waitFor();
});

test("a webhook with retries shows when the next attempt is due, and makes it at once if asked", async (t) => {
  const { openAsAdmin, org } = t.context;
  const receiver = await startWebhookReceiver(t, ({ response }, count) =>
    response.writeHead(count === 1 ? 503 : 200).end(),
  );
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/webhooks");
  await page.getByRole("button", { name: "New webhook" }).first().click();
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByLabel("After a failure").selectOption("standard");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByRole("link", { name: "Go to webhook" }).click();
  await page.getByText("Retry up to seven times within 28 hours").waitFor();
  await org.createProcessed();
  await receiver.waitFor(1);

  await open("/deliveries?status=pending");
  await page.getByText("retry due").waitFor();
  await page.getByRole("link", { name: "recording.processed (attempt 2)" }).click();
  await dialog.getByText("2 of 8").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Retry now" }).click();
  await dialog.getByText("delivered · 200").waitFor();
  t.is(receiver.received.length, 2);
});
