import { actions } from "../../graph/auditing.js";
import { openPage } from "../helpers/console.js";
import { webhook } from "../helpers/webhooks.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("the audit log says who did what, which fields changed, when and from where", async (t) => {
  const { admin, org, server } = t.context;
  const { page, open } = await admin();
  await open("/settings");
  const email = (await page.locator(".account p").getAttribute("title"))!;
  const hook = await webhook(org, { url: "https://hooks.example.com/calls" });
  await org.graph(`mutation { updateWebhook(id: "${hook.id}", input: { active: false }) { id } }`);
  t.is((await openPage(server).signIn(email, "a wrong horse battery")).status, 401);

  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
  await page.waitForURL("**/settings/audit-log");
  const row = (name: RegExp) => page.getByRole("row", { name });
  await row(
    /^Webhook changed https:\/\/hooks.example.com\/calls active Internal token .*127/,
  ).waitFor();
  await row(new RegExp(`^Signed in ${email} .* 127.0.0.1$`)).waitFor();
  await page.getByLabel("What").selectOption("session.sign_in_failed");
  await page.getByText("1 row", { exact: true }).waitFor();
  await row(new RegExp(`^Sign-in failed ${email} Unknown .* 127.0.0.1$`)).waitFor();
  t.is(new URL(page.url()).search, "?action=session.sign_in_failed");

  await page.getByLabel("Admin's e-mail").fill(email);
  await page.keyboard.press("Enter");
  await page.getByText("Nothing is like that").waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
  await page.getByRole("link", { name: "Show the whole log" }).click();
  await page.getByText("rows", { exact: false }).first().waitFor();
  t.is(new URL(page.url()).search, "");
  await row(/^Webhook changed/)
    .getByRole("link")
    .click();
  await page.waitForURL(`**/webhooks/${hook.id}`);
});

test("the audit log has pages, and a name for everything that may be in it", async (t) => {
  const { admin, org } = t.context;
  for (let number = 1; number <= 26; number += 1) await org.user(`user${number}@example.com`);
  const { page, open } = await admin();
  await open("/settings/audit-log");
  await page.getByText("25 rows so far").waitFor();
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("row", { name: /^Organization created/ }).waitFor();
  const known = page.getByLabel("What").locator("option");
  const values = await known.evaluateAll((all) =>
    all.map((option) => (option as unknown as { value: string }).value),
  );
  t.deepEqual(values.toSorted(), ["", ...actions].toSorted());
});
