import { listDeliveryLog } from "../helpers/webhooks/webhooks.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const WEBHOOKS = "{ webhooks { url active trigger events } }";

test("an admin creates, tests, edits, rotates and deletes a webhook", async (t) => {
  const { openAsAdmin, org } = t.context;
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/webhooks");
  await page.getByText("debrief repeats failed deliveries only if").waitFor();
  await page.getByRole("button", { name: "New webhook" }).click();

  await dialog.getByLabel("URL").fill("http://10.0.0.1/");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.locator(".field-error").waitFor();
  // The field gets the focus after it has been marked as invalid.
  await dialog.locator("[name=url]:focus").waitFor();
  t.is(
    await page.evaluate("document.activeElement.name"),
    "url",
    "the invalid field has the focus",
  );
  await dialog.getByLabel("URL").fill(`${receiver.url}/fail`);
  await dialog.getByText("client.created", { exact: true }).click();
  await dialog.getByLabel("Recording source").selectOption("dialer");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("Copy it now").waitFor();
  const secret = await dialog.locator("dd code").textContent();
  t.regex(secret!, /^whsec_/);
  t.deepEqual((await org.graphql(WEBHOOKS)).webhooks, [
    {
      url: `${receiver.url}/fail`,
      active: true,
      trigger: "dialer",
      events: ["recording.processed", "client.created"],
    },
  ]);

  await dialog.getByRole("link", { name: "Go to webhook" }).click();
  await page.getByRole("heading", { level: 1, name: `${receiver.url}/fail` }).waitFor();
  await page.getByRole("button", { name: "Send test" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByText("failed · 500").waitFor();
  await dialog.getByText("noted").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.true(receiver.received[0]!.isTest);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("row", { name: /recording\.processed \(test\)/ }).waitFor();

  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("URL").fill(`${receiver.url}/calls`);
  await dialog.getByRole("checkbox", { name: /^Active/ }).uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("inactive", { exact: true }).waitFor();
  await page.getByRole("heading", { level: 1, name: `${receiver.url}/calls` }).waitFor();

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await dialog.getByText("For 24 hours, deliveries carry signatures of both secrets").waitFor();
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await dialog.getByText("Copy it now").waitFor();
  t.not(await dialog.locator("dd code").textContent(), secret);
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No webhooks yet").waitFor();
  t.deepEqual((await org.graphql(WEBHOOKS)).webhooks, []);
  t.is((await listDeliveryLog(org)).length, 1, "the delivery log stays");
});
