import { openPage, PASSWORD } from "../helpers/console.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("a refreshed API key is shown once, and the old one is refused at once", async (t) => {
  const { admin, org, server } = t.context;
  const { page, open } = await admin();
  const users = async (key: string) => server.fetch("/v1/users", { headers: { "x-api-key": key } });
  t.is((await users(org.apiKey)).status, 200);
  await open("/settings");
  const section = page.getByRole("region", { name: "Organization API Key" });
  await section.getByText(`${org.apiKey.slice(0, 8)}…`).waitFor();

  await section.getByRole("button", { name: "Refresh the key" }).click();
  const dialog = page.getByRole("dialog");
  for (const stops of ["The old key", "The dialer URL", "The organization signing secret"])
    await dialog.getByText(stops).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  t.is((await users(org.apiKey)).status, 200, "asked only");
  t.is(await page.evaluate("document.activeElement.textContent"), "Refresh the key");

  await section.getByRole("button", { name: "Refresh the key" }).click();
  await dialog.getByRole("button", { name: "Refresh the key" }).click();
  await page.getByRole("dialog", { name: "The new API key" }).waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
  const [key, dialer, secret] = await dialog.locator("dd code").allTextContents();
  t.regex(dialer!, /\/v1\/dialer\/[\w-]+$/);
  t.regex(secret!, /^whsec_/);
  t.true((await dialog.locator("pre").textContent())!.includes(key!), "a command to try it");
  t.is((await users(org.apiKey)).status, 401);
  t.is((await users(key!)).status, 200);
  t.not(dialer, org.dialerUrl);

  await dialog.getByRole("button", { name: "Done" }).click();
  await section.getByText(`${key!.slice(0, 8)}…`).waitFor();
  t.false((await page.content()).includes(key!), "shown once");
});

test("changing the password in the settings ends the admin's other sessions", async (t) => {
  const { admin, server } = t.context;
  const { page, open } = await admin();
  await open("/settings");
  const email = (await page.locator(".account p").getAttribute("title"))!;
  const other = openPage(server);
  t.falsy((await other.signIn(email)).body.errors);
  await page.reload();
  const sessions = page.getByRole("table", { name: /sessions/ }).getByRole("row");
  await sessions.nth(2).waitFor();

  const fields = ["Current password", "New password", "New password again"];
  const change = async (values: string[]) => {
    for (const [index, name] of fields.entries())
      await page.getByLabel(name, { exact: true }).fill(values[index]!);
    await page.getByRole("button", { name: "Change the password" }).click();
  };
  await change([PASSWORD, "another horse battery", "another horse batter"]);
  await page.locator(".wrong").getByText("differ").waitFor();
  await change(["a wrong horse battery", "another horse battery", "another horse battery"]);
  await page.locator(".wrong").getByText("is not the password").waitFor();
  await change([PASSWORD, "another horse battery", "another horse battery"]);
  await page.getByText("The password is changed").waitFor();
  await sessions.nth(2).waitFor({ state: "detached" });
  t.is(await sessions.count(), 2, "the head, and the session that did it");
  t.is((await other.ask("{ viewer { role } }")).status, 401);
  t.is(await page.getByLabel(fields[0]!, { exact: true }).inputValue(), "");
});

test("an admin ends one session, and then all, in the settings", async (t) => {
  const { admin, server } = t.context;
  const { page, open } = await admin();
  await open("/settings");
  const email = (await page.locator(".account p").getAttribute("title"))!;
  const other = openPage(server, { origin: server.url, "user-agent": "Firefox/130.0 (X11)" });
  t.falsy((await other.signIn(email)).body.errors);
  await page.reload();
  await page.getByRole("button", { name: "End the session of Firefox on Linux" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End the session" }).click();
  await page.getByText("The session has ended").waitFor();
  t.is((await other.ask("{ viewer { role } }")).status, 401);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});
