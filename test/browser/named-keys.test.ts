import { PASSWORD } from "../helpers/sign-in/console-session.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

test("an admin gives a program a key for a team, sees it once, and revokes it", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  await org.graphql(
    `mutation { upsertTeam(input: { name: "North", members: [{ email: "rep@example.com" }] }) { id } }`,
  );
  const { page, open } = await openAsAdmin();
  await open("/settings");
  await page
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "Keys" })
    .click();
  await page.getByText("None yet.").waitFor();
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("CRM of North");
  const users = dialog.getByLabel("Create, change and deactivate users");
  t.true(await users.isEnabled());
  await dialog.getByLabel("North", { exact: true }).check();
  await dialog.getByText("can’t change users or manage webhooks").waitFor();
  t.true(await users.isDisabled());
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Last day").fill("2099-12-31");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  const key = (await dialog.locator(".secrets code").textContent())!;
  t.is(await dialog.locator(":focus").count(), 1, "the new dialog has the focus");
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /CRM of North.*read.*North.*never.*2099/ });
  await row.waitFor();
  t.false((await page.content()).includes(key), "the key is shown once");
  t.deepEqual(await findAccessibilityProblems(page), []);
  const read = async () =>
    (await server.fetch("/v1/recordings", { headers: { "x-api-key": key } })).status;
  t.is(await read(), 200);

  await row.getByRole("button", { name: "Revoke CRM of North" }).click();
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("None yet.").waitFor();
  t.is(await read(), 401);
});

test("a rep creates a key for an assistant on a phone, with the password", async (t) => {
  const { openAsUser, org, server } = t.context;
  const email = await org.createUser(`ron@${org.id}.example.com`, { name: "Ron" });
  const { page, open } = await openAsUser(email, "rep", { viewport: { width: 390, height: 844 } });
  await open("/settings/keys");
  t.is(await page.getByText("Organization API key").count(), 0);
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("My assistant");
  await dialog.getByLabel("Your password").fill("not the password");
  t.deepEqual(await findOverflowingElements(page), []);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.locator(".field-error").waitFor();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  const key = (await dialog.locator(".secrets code").textContent())!;
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("what Ron sees").waitFor();
  t.deepEqual(await findOverflowingElements(page), []);
  t.deepEqual(await findAccessibilityProblems(page), []);
  const { status } = await server.fetch("/v1/recordings", { headers: { "x-api-key": key } });
  t.is(status, 200);
});
