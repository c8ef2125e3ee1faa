import type { Page } from "playwright-core";
import { inviteUser, redeemLink } from "../helpers/sign-in/account-links.js";
import type { Tenant } from "../helpers/tenant.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const PHONE = { viewport: { width: 390, height: 844 } };

const addTeam = async (org: Tenant, name: string, lead: string): Promise<void> => {
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name, members: [], leads: [lead] },
  });
};

const listMembers = async (org: Tenant): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await org.graphql("{ teams { name members { email } } }")).teams.map(
      ({ name, members }: { name: string; members: { email: string }[] }) => [
        name,
        members.map(({ email }) => email),
      ],
    ),
  );

const openDialog = async (page: Page) => {
  await page.getByRole("button", { name: "Invite a rep" }).click();
  return page.getByRole("dialog");
};

test("a manager invites a rep on a phone, and opens the rep's calls", async (t) => {
  const { org, openAsUser, server } = t.context;
  const manager = await org.createUser(`mia@${org.id}.example.com`, { name: "Mia" });
  await addTeam(org, "North", manager);
  const { page, open } = await openAsUser(manager, "manager", PHONE);
  await open("/");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Statistics" }).click();
  const dialog = await openDialog(page);
  await dialog.getByText("Joins North.").waitFor();
  t.is(await dialog.getByLabel("Team").count(), 0);
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  const ron = `ron@${org.id}.example.com`;
  await dialog.getByLabel("E-mail").fill(ron);
  await dialog.getByLabel("Name").fill("Ron");
  await dialog.getByRole("button", { name: "Invite" }).click();
  const url = (await dialog.locator(".secrets code").textContent())!;
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Done" }).click();
  t.is((await redeemLink(server, { url })).answer.status, 200);
  t.deepEqual(await listMembers(org), { North: [ron] });
  await org.createProcessed({ user_email: ron, name: "Call of Ron" });
  await open("/recordings");
  await page.getByRole("link", { name: "Call of Ron" }).waitFor();
});

test("a manager of several teams selects one, and a refusal names the e-mail", async (t) => {
  const { org, openAsUser } = t.context;
  const manager = await org.createUser(`mia@${org.id}.example.com`, { name: "Mia" });
  await addTeam(org, "North", manager);
  await addTeam(org, "South", manager);
  await addTeam(org, "West", "rep@example.com");
  const { page, open } = await openAsUser(manager, "manager");
  await open("/stats");
  const dialog = await openDialog(page);
  const team = dialog.getByLabel("Team");
  await team.waitFor();
  t.deepEqual(await team.locator("option").allTextContents(), ["North", "South"]);
  await team.selectOption("South");
  await dialog.getByLabel("E-mail").fill("rep@example.com");
  await dialog.getByLabel("Name").fill("Robin");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.locator(".field-error").getByText("ask an admin").waitFor();
  const ron = `ron@${org.id}.example.com`;
  await dialog.getByLabel("E-mail").fill(ron);
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.locator(".secrets code").waitFor();
  t.deepEqual(await listMembers(org), { North: [], South: [ron], West: [] });
});

test("a manager without a team learns why they can't invite; reps and admins have no button", async (t) => {
  const { org, openAsAdmin, openAsUser } = t.context;
  const manager = await org.createUser(`mia@${org.id}.example.com`, { name: "Mia" });
  const { page, open } = await openAsUser(manager, "manager");
  await open("/stats");
  const dialog = await openDialog(page);
  await dialog.getByText("You don’t lead a team yet.").waitFor();
  await dialog.locator(".actions").getByRole("button", { name: "Close" }).click();
  for (const other of [await openAsUser("rep@example.com", "rep"), await openAsAdmin()]) {
    await other.open("/stats");
    t.is(await other.page.getByRole("button", { name: "Invite a rep" }).count(), 0);
  }
});

test("a manager replaces and revokes invitations of their reps on a phone", async (t) => {
  const { org, openAsUser, server } = t.context;
  const manager = await org.createUser(`mia@${org.id}.example.com`, { name: "Mia" });
  await addTeam(org, "North", manager);
  const { teams } = await org.graphql("{ teams { id } }");
  const teamIds = teams.map(({ id }: { id: string }) => id);
  const emailOf = (name: string) => `${name.toLowerCase()}@${org.id}.example.com`;
  const invite = async (name: string, input: object = { teamIds }) =>
    inviteUser(org, { email: emailOf(name), name, role: "rep", ...input });
  const old = { rita: await invite("Rita"), ron: await invite("Ron") };
  await invite("Stranger", {});
  const { page, open } = await openAsUser(manager, "manager", PHONE);
  await open("/stats");
  const dialog = await openDialog(page);
  const entries = dialog.getByRole("list", { name: "Invited, not signed in yet" });
  const namesOf = async () => entries.getByRole("listitem").allInnerTexts();
  await entries.getByText(emailOf("Rita")).waitFor();
  const [rita, ron, ...others] = await namesOf();
  t.regex(rita!, /^Rita\nrita@.*\nlink works until /);
  t.regex(ron!, /^Ron\n/);
  t.deepEqual(others, []);
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);

  await entries.getByRole("button", { name: "New link for Ron" }).click();
  const shown = page.getByRole("dialog", { name: "Invitation link" });
  const url = (await shown.locator(".secrets code").textContent())!;
  t.deepEqual(await findAccessibilityProblems(page), []);
  await shown.getByRole("button", { name: "Done" }).click();
  t.is((await redeemLink(server, old.ron)).answer.status, 401);
  t.is((await redeemLink(server, { url })).answer.status, 200);

  // The list still shows an invitation that was accepted in the meantime.
  await invite("Rosa");
  await page.reload();
  await openDialog(page);
  const revokeRosa = entries.getByRole("button", { name: "Revoke the invitation of Rosa" });
  await revokeRosa.waitFor();
  await redeemLink(server, await invite("Rosa"));
  await revokeRosa.click();
  const refused = page.getByRole("dialog", { name: "Revoke the invitation of Rosa?" });
  await refused.getByRole("button", { name: "Revoke" }).click();
  await refused.getByText("This invitation isn’t open any more").waitFor();
  await refused.getByRole("button", { name: "Cancel" }).click();
  await revokeRosa.waitFor({ state: "detached" });

  await entries.getByRole("button", { name: "Revoke the invitation of Rita" }).click();
  const confirmation = page.getByRole("dialog", { name: "Revoke the invitation of Rita?" });
  t.deepEqual(await findAccessibilityProblems(page), []);
  await confirmation.getByRole("button", { name: "Revoke" }).click();
  await dialog.getByText("No rep has an open invitation.").waitFor();
  t.is((await redeemLink(server, old.rita)).answer.status, 401);
  t.deepEqual(await listMembers(org), {
    North: [emailOf("Rita"), emailOf("Ron"), emailOf("Rosa")],
  });
});
