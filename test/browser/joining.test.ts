import type { Page } from "playwright-core";
import { screenPaths } from "../../src/api/console/paths.js";
import { inviteUser, redeemLink } from "../helpers/sign-in/account-links.js";
import { PASSWORD } from "../helpers/sign-in/console-session.js";
import type { Tenant } from "../helpers/tenant.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { type BrowserTestContext, test } from "./helpers/browser.js";
import { createDemoOrganization } from "./helpers/demo.js";
import { findOverflowingElements } from "./helpers/layout.js";
import { resolveScreen } from "./helpers/screens.js";

const PHONE = { viewport: { width: 390, height: 844 } };
const ADMIN_SCREENS = new Set([
  "/people",
  "/webhooks",
  "/webhooks/:id",
  "/deliveries",
  "/received",
  "/settings/organization",
  "/settings/calendars",
  "/settings/vocabulary",
  "/settings/privacy",
  "/settings/audit-log",
]);

const setPassword = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole("heading", { level: 1, name: "Set your password" }).waitFor();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { level: 1, name: /^(Team this|My) week$/ }).waitFor();
};

const invite = async (page: Page, [email, name, role]: string[]): Promise<string> => {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Invite", exact: true }).first().click();
  await dialog.getByLabel("E-mail").fill(email!);
  await dialog.getByLabel("Name").fill(name!);
  await dialog.getByLabel("Signs in as").selectOption(role!);
  await dialog.getByRole("button", { name: "Invite" }).click();
  const url = (await dialog.locator(".secrets code").textContent())!;
  await dialog.getByRole("button", { name: "Done" }).click();
  return url;
};

const listRecordings = async (page: Page): Promise<string[]> => {
  await page.goto(new URL("/recordings", page.url()).href);
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" });
  return (await page.locator("main tbody th a").allTextContents()).toSorted();
};

test("an admin invites a manager and a rep, who sign in on a phone and see exactly theirs", async (t) => {
  const { openAsAdmin, openAsVisitor, org } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/people");
  const [mia, ron] = [`mia@${org.id}.example.com`, `ron@${org.id}.example.com`];
  const links = [
    await invite(page, [mia, "Mia Manager", "manager"]),
    await invite(page, [ron, "Ron Rep", "rep"]),
  ];
  await page.getByRole("row", { name: /Ron Rep.*Rep.*invited until/ }).waitFor();
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "North", members: [{ email: ron }], leads: [mia] },
  });
  for (const [email, name] of [
    [mia, "Call of Mia"],
    [ron, "Call of Ron"],
    ["rep@example.com", "Call of Robin"],
  ])
    await org.createProcessed({ user_email: email, name });
  const expected = [["Call of Mia", "Call of Ron"], ["Call of Ron"]];
  for (const [index, link] of links.entries()) {
    const phone = await openAsVisitor(PHONE);
    await setPassword(phone.page, link);
    t.deepEqual(await listRecordings(phone.page), expected[index]);
    await phone.page.getByRole("button", { name: "Menu" }).click();
    const menu = phone.page.getByRole("navigation", { name: "Main" });
    t.deepEqual(
      (await menu.getByRole("link").allTextContents()).map((text) => text.trim()),
      [
        ["Team", "My week"][index],
        "Recordings",
        "Comments",
        "Next steps",
        "Library",
        "Appointments",
        "Clients",
        "Statistics",
        ...[["Scorecards"], []][index]!,
        "Trackers",
        "Settings",
      ],
    );
    t.deepEqual(await findOverflowingElements(phone.page), []);
  }
  await open("/people");
  await page.getByRole("row", { name: /Ron Rep.*Rep(?!.*invited)/ }).waitFor();
});

/** Opens the console as a new user with a role. */
const openAsMember = async (
  { server, openAsVisitor }: BrowserTestContext,
  org: Tenant,
  role: string,
) => {
  const email = `${role}.${server.services.newId()}@example.com`;
  const link = await inviteUser(org, { email, name: "Mia", role });
  const console = await openAsVisitor();
  await setPassword(console.page, link.url);
  return { ...console, email };
};

test("managers see no screen, link or request that is for admins", async (t) => {
  const { server } = t.context;
  // The demo organization of other tests stays as it is.
  const demo = await createDemoOrganization(server);
  const { teams } = await demo.graphql("{ teams { id name members { email } } }");
  const manager = await openAsMember(t.context, demo, "manager");
  // The manager leads every team, so each screen has something to show.
  for (const { id, name, members } of teams)
    await demo.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
      input: { id, name, members, leads: [manager.email] },
    });
  for (const path of screenPaths) {
    const screen = await resolveScreen(demo, path);
    if (screen.isSignedOut) continue;
    await manager.open(screen.path);
    t.is(await manager.page.getByRole("alert").count(), 0, path);
    const title = await manager.page.getByRole("heading", { level: 1 }).textContent();
    t.is(title === "For admins", ADMIN_SCREENS.has(path), path);
    for (const hidden of ["/deliveries", "/webhooks", "/received", "/settings/audit-log"])
      t.is(await manager.page.locator(`a[href^="${hidden}"]`).count(), 0, `${path}: ${hidden}`);
    t.deepEqual(await findAccessibilityProblems(manager.page), [], path);
  }
  const recording = await resolveScreen(demo, "/recordings/:id");
  const details = `${recording.path}?tab=details`;
  await manager.open(details);
  await manager.page.getByRole("region", { name: "About" }).waitFor();
  const deliveries = { name: "Deliveries" };
  t.is(await manager.page.getByRole("region", deliveries).count(), 0);
  const admin = await t.context.openAsAdmin(demo);
  await admin.open(details);
  await admin.page.getByRole("region", deliveries).waitFor();
  t.is(new URL(manager.page.url()).origin, server.url);
});

test("a rep has a weekly mail, own sessions and a password in the settings, and nothing else", async (t) => {
  const { org } = t.context;
  const { page, open } = await openAsMember(t.context, org, "rep");
  await open("/settings");
  t.deepEqual(await page.getByRole("heading", { level: 2 }).allTextContents(), [
    "Your weekly mail",
    "Your sessions",
    "Your password",
  ]);
  t.is(await page.getByRole("link", { name: "Audit log" }).count(), 0);
});

test("an admin changes what a user signs in as, and ends it", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const email = `ron@${org.id}.example.com`;
  await redeemLink(server, await inviteUser(org, { email, name: "Ron", role: "rep" }));
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/people");
  await page.getByRole("button", { name: "Access of Ron" }).click();
  await dialog.getByLabel("Signs in as").selectOption("manager");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /Ron.*Manager/ }).waitFor();
  await page.getByRole("button", { name: "Access of Ron" }).click();
  await dialog.getByRole("button", { name: "New password link" }).click();
  t.regex((await dialog.locator(".secrets code").textContent())!, /\/join#[\w-]{43}$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Access of Ron" }).click();
  await dialog.getByLabel("Signs in as").selectOption("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /Ron.*can’t sign in/ }).waitFor();
  await page.getByRole("button", { name: "Invite Ron" }).waitFor();
});

test("a used link, and a page without one, say what to do", async (t) => {
  const { openAsVisitor, org, server } = t.context;
  const link = await inviteUser(org, { email: `x@${org.id}.example.com`, role: "rep" });
  await redeemLink(server, link);
  const { page, open, allowMessage } = await openAsVisitor();
  allowMessage(/status of 401/);
  await page.goto(link.url);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill("another horse battery");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.locator(".field-error").getByText("The passwords differ").waitFor();
  t.false(page.url().includes("#"), "the address has no token");
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("alert").getByText("used, expired or replaced").waitFor();
  await open("/join");
  await page.getByText("Open the full link that you were sent.").waitFor();
});

test("a user who forgot the password gets a link by mail", async (t) => {
  const { openAsVisitor, org, server, mails } = t.context;
  const email = `forgetful@${org.id}.example.com`;
  await redeemLink(server, await inviteUser(org, { email, role: "rep" }));
  const { page, open } = await openAsVisitor(PHONE);
  await open("/sign-in");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("a link to a new password is on its way").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  const { text } = await mails.waitFor(email, 1);
  await setPassword(page, /http:\S+\/join#[\w-]{43}/.exec(text)![0]);
  t.is(new URL(page.url()).pathname, "/my-week");
});
