import { createConsoleSession, PASSWORD } from "../helpers/sign-in/console-session.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("refreshing the API key shows the new key once and revokes the old one", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  const fetchUsers = async (key: string) =>
    server.fetch("/v1/users", { headers: { "x-api-key": key } });
  t.is((await fetchUsers(org.apiKey)).status, 200);
  await open("/settings/keys");
  const section = page.getByRole("region", { name: "Organization API key" });
  await section.getByText(`${org.apiKey.slice(0, 8)}…`).waitFor();

  await section.getByRole("button", { name: "Refresh key" }).click();
  const dialog = page.getByRole("dialog");
  for (const item of ["The old key", "The dialer URL", "The organization signing secret"])
    await dialog.getByText(item).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  t.is((await fetchUsers(org.apiKey)).status, 200, "opening the dialog changes nothing");
  // The dialog returns the focus after it is gone.
  await page.waitForFunction("document.activeElement.textContent === 'Refresh key'");

  await section.getByRole("button", { name: "Refresh key" }).click();
  await dialog.getByRole("button", { name: "Refresh key" }).click();
  await page.getByRole("dialog", { name: "New API key" }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  const [key, dialer, secret] = await dialog.locator("dd code").allTextContents();
  t.regex(dialer!, /\/v1\/dialer\/[\w-]+$/);
  t.regex(secret!, /^whsec_/);
  t.true(
    (await dialog.locator("pre").textContent())!.includes(key!),
    "the command contains the key",
  );
  t.is((await fetchUsers(org.apiKey)).status, 401);
  t.is((await fetchUsers(key!)).status, 200);
  t.not(dialer, org.dialerUrl);

  await dialog.getByRole("button", { name: "Done" }).click();
  await section.getByText(`${key!.slice(0, 8)}…`).waitFor();
  t.false((await page.content()).includes(key!), "the key is shown once");
});

test("changing the password ends the admin's other sessions", async (t) => {
  const { openAsAdmin, server } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/settings");
  const email = (await page.locator(".account p").getAttribute("title"))!;
  const other = createConsoleSession(server);
  t.falsy((await other.signIn(email)).body.errors);
  await page.reload();
  const sessions = page.getByRole("table", { name: /sessions/ }).getByRole("row");
  await sessions.nth(2).waitFor();

  const fields = ["Current password", "New password", "Confirm new password"];
  const submit = async (values: string[]) => {
    for (const [index, name] of fields.entries())
      await page.getByLabel(name, { exact: true }).fill(values[index]!);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await submit([PASSWORD, "another horse battery", "another horse batter"]);
  await page.locator(".field-error").getByText("differ").waitFor();
  await submit(["a wrong horse battery", "another horse battery", "another horse battery"]);
  await page.locator(".field-error").getByText("is not the current password").waitFor();
  await submit([PASSWORD, "another horse battery", "another horse battery"]);
  await page.getByText("Password changed").waitFor();
  await sessions.nth(2).waitFor({ state: "detached" });
  t.is(await sessions.count(), 2, "the header row and the current session");
  t.is((await other.query("{ viewer { role } }")).status, 401);
  t.is(await page.getByLabel(fields[0]!, { exact: true }).inputValue(), "");
});

test("an admin ends one session and then all sessions", async (t) => {
  const { openAsAdmin, server } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/settings");
  const email = (await page.locator(".account p").getAttribute("title"))!;
  const other = createConsoleSession(server, {
    origin: server.url,
    "user-agent": "Firefox/130.0 (X11)",
  });
  t.falsy((await other.signIn(email)).body.errors);
  await page.reload();
  await page.getByRole("button", { name: "End session: Firefox on Linux" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End session" }).click();
  await page.getByText("Session ended").waitFor();
  t.is((await other.query("{ viewer { role } }")).status, 401);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("a rep turns the weekly mail off", async (t) => {
  const { openAsUser, org } = t.context;
  const email = await org.createUser(`mail@${org.id}.example.com`);
  const { page, open } = await openAsUser(email, "rep");
  await open("/settings");
  const box = page.getByRole("checkbox", { name: "Send me the week by e-mail" });
  t.true(await box.isChecked());
  t.deepEqual(await findAccessibilityProblems(page), []);
  await box.click();
  await page.getByText("Weekly mail turned off").waitFor();
  t.true(await box.evaluate((element) => element.ownerDocument.activeElement === element));
  await open("/settings");
  t.false(await box.isChecked());
  await box.click();
  await page.getByText("Weekly mail turned on").waitFor();
});
