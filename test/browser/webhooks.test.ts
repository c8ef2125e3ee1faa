import { log } from "../helpers/webhooks.js";
import { receive } from "../helpers/simple-receiver.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const WEBHOOKS = "{ webhooks { url active trigger events } }";

test("a webhook is made, tested, changed, given a secret and deleted in the console", async (t) => {
  const { admin, org } = t.context;
  const receiver = await receive();
  t.teardown(receiver.close);
  const { page, open } = await admin();
  const dialog = page.getByRole("dialog");
  await open("/webhooks");
  await page.getByText("Failed deliveries are not retried").waitFor();
  await page.getByRole("button", { name: "New webhook" }).click();

  await dialog.getByLabel("URL").fill("http://10.0.0.1/");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.locator(".wrong").waitFor();
  // The field is focused once it has been drawn as wrong.
  await dialog.locator("[name=url]:focus").waitFor();
  t.is(await page.evaluate("document.activeElement.name"), "url", "the field that is wrong");
  await dialog.getByLabel("URL").fill(`${receiver.url}/fail`);
  await dialog.getByText("client.created", { exact: true }).click();
  await dialog.getByLabel("Recordings of the source").selectOption("dialer");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("It is shown this once").waitFor();
  const secret = await dialog.locator("dd code").textContent();
  t.regex(secret!, /^whsec_/);
  t.deepEqual((await org.graph(WEBHOOKS)).webhooks, [
    {
      url: `${receiver.url}/fail`,
      active: true,
      trigger: "dialer",
      events: ["recording.processed", "client.created"],
    },
  ]);

  await dialog.getByRole("link", { name: "Go to the webhook" }).click();
  await page.getByRole("heading", { level: 1, name: `${receiver.url}/fail` }).waitFor();
  await page.getByRole("button", { name: "Send test" }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByText("failed · 500").waitFor();
  await dialog.getByText("noted").waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
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
  await dialog.getByText("For 24 hours the old one signs along").waitFor();
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await dialog.getByText("It is shown this once").waitFor();
  t.not(await dialog.locator("dd code").textContent(), secret);
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("There are no webhooks yet").waitFor();
  t.deepEqual((await org.graph(WEBHOOKS)).webhooks, []);
  t.is((await log(org)).length, 1, "the log stays");
});
