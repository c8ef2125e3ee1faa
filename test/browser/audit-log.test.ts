import { auditActions } from "../../graph/access/audit.js";
import { createConsoleSession } from "../helpers/sign-in/console-session.js";
import { createWebhookWith } from "../helpers/webhooks/webhooks.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("the audit log shows who changed which fields, when and from where", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/settings");
  const email = (await page.locator(".account p").getAttribute("title"))!;
  const webhook = await createWebhookWith(org, { url: "https://hooks.example.com/calls" });
  await org.graphql(
    `mutation { updateWebhook(id: "${webhook.id}", input: { active: false }) { id } }`,
  );
  t.is((await createConsoleSession(server).signIn(email, "a wrong horse battery")).status, 401);

  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  await page.waitForURL("**/settings/audit-log");
  const row = (name: RegExp) => page.getByRole("row", { name });
  await row(
    /^Webhook updated https:\/\/hooks.example.com\/calls active Internal token .*127/,
  ).waitFor();
  await row(new RegExp(`^Signed in password ${email} .* 127.0.0.1$`)).waitFor();
  await page.getByLabel("Action").selectOption("session.sign_in_failed");
  await page.getByText("1 row", { exact: true }).waitFor();
  await row(new RegExp(`^Sign-in failed ${email} password Visitor .* 127.0.0.1$`)).waitFor();
  t.is(new URL(page.url()).search, "?action=session.sign_in_failed");

  await page.getByLabel("User’s exact e-mail").fill(email);
  await page.keyboard.press("Enter");
  await page.getByText("No entries match these filters").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("link", { name: "Show all entries" }).click();
  await page.getByText("rows", { exact: false }).first().waitFor();
  t.is(new URL(page.url()).search, "");
  await row(/^Webhook updated/)
    .getByRole("link")
    .click();
  await page.waitForURL(`**/webhooks/${webhook.id}`);
});

test("an admin sees who looked at a recording", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const email = await org.createUser(`rep@${org.id}.example.com`);
  const transcript = [{ speaker: "Robin", text: "Hello.", start: 0, end: 900 }];
  const id = await org.createProcessed({ user_email: email }, { transcript });
  const rep = await signInAs(server, org, email, "rep");
  await rep.query(`{ recording(id: "${id}") { transcript { text } } }`);
  const { name } = (await org.graphql(`{ recording(id: "${id}") { name } }`)).recording;
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}?tab=details`);
  await server.contentViewLog.flush();
  await page.getByRole("definition").getByRole("link", { name: "Audit log" }).click();
  const row = page.getByRole("row", {
    name: new RegExp(`^Transcript opened ${name} .*${email}`),
  });
  await row.waitFor();
  t.is(await page.getByRole("row").count(), 3, "the head, the rep and the admin");
  await row.getByRole("link", { name }).click();
  await page.waitForURL(`**/recordings/${id}`);
});

test("the audit log loads page by page and has a text for every action", async (t) => {
  const { openAsAdmin, org } = t.context;
  for (let number = 1; number <= 26; number += 1) await org.createUser(`user${number}@example.com`);
  const { page, open } = await openAsAdmin();
  await open("/settings/audit-log");
  await page.getByText("25 rows so far").waitFor();
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("row", { name: /^Organization created/ }).waitFor();
  const options = page.getByLabel("Action").locator("option");
  const values = await options.evaluateAll((all) =>
    all.map((option) => (option as unknown as { value: string }).value),
  );
  t.deepEqual(values.toSorted(), ["", ...auditActions].toSorted());
});
