import { inviteUser } from "../../helpers/sign-in/account-links.js";
import { createAdmin, VIEWER } from "../../helpers/sign-in/console-session.js";
import { createFakeProviderSuite, signInWith } from "../fake-provider-suite.js";
import { readDocumented } from "../fake-provider.js";
import { assertRefused, listEntries } from "../openid-audit.js";
import { createOpenIdBrowser } from "../openid-browser.js";
import { HOME } from "../../helpers/sign-in/openid-settings.js";
import type { Tenant } from "../../helpers/server.js";

const { metadata, claims: documentedClaims } = readDocumented("google");
const values = new Map([
  ["debrief-admins", "admin"],
  ["sales-leads", "manager"],
  ["staff", "rep"],
] as const);
const test = createFakeProviderSuite(
  { metadata: { ...metadata, issuer: "https://login.example.com" }, claims: documentedClaims },
  { role: { claim: "realm_access.roles", values } },
);

const emailOf = (org: Tenant): string => `una@${org.id}.example.com`;
const claimsOf = (org: Tenant, ...roles: unknown[]) => ({
  sub: `una-${org.id}`,
  email: emailOf(org),
  email_verified: true,
  realm_access: { roles },
});
const ROLES = "{ users(active: true) { email signInRole } }";
const roleOf = async (org: Tenant): Promise<string | null | undefined> =>
  (await org.graphql(ROLES)).users.find(({ email }: { email: string }) => email === emailOf(org))
    ?.signInRole;

test("the claim decides the role, at the first sign-in and at each later one", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(`${org.id}.example.com`, org.id);
  const browser = createOpenIdBrowser(server);
  await signInWith(server, browser, claimsOf(org, "other", "staff", "sales-leads"));
  t.is(await roleOf(org), "manager");
  const later = createOpenIdBrowser(server);
  await signInWith(server, later, claimsOf(org, "debrief-admins"));
  t.like((await later.openConsole().query(VIEWER)).body.data.viewer, { role: "internal" });
  t.deepEqual(
    (await listEntries(org, later)).map(({ action, detail }) => [action, detail]),
    [
      ["account.role_changed", "openid"],
      ["session.signed_in", "openid"],
    ],
  );
});

test("without a known value of the claim, nobody signs in, invited or not", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(`${org.id}.example.com`, org.id);
  const expected = { org, reason: "no_role", subject: emailOf(org) };
  for (const roles of [[], ["admin"], ["Debrief-Admins"], [{}], [["debrief-admins"]]]) {
    const browser = createOpenIdBrowser(server);
    const landed = await signInWith(server, browser, claimsOf(org, ...roles));
    await assertRefused(t, browser, landed, expected);
  }
  t.is(await roleOf(org), undefined);
  await inviteUser(org, { email: emailOf(org), role: "admin" });
  const browser = createOpenIdBrowser(server);
  await assertRefused(t, browser, await signInWith(server, browser, claimsOf(org)), expected);
});

test("the last admin with a password stays one, whatever the claim says", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, emailOf(org));
  t.is(await signInWith(server, createOpenIdBrowser(server), claimsOf(org, "staff")), `${HOME}/`);
  t.is(await roleOf(org), "admin");
  await createAdmin(server, org, `second@${org.id}.example.com`);
  await signInWith(server, createOpenIdBrowser(server), claimsOf(org, "staff"));
  t.is(await roleOf(org), "rep");
});
