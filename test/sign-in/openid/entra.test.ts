import { createAdmin, VIEWER } from "../../helpers/sign-in/console-session.js";
import { createFakeProviderSuite, signInWith } from "../fake-provider-suite.js";
import { readDocumented } from "../fake-provider.js";
import { assertRefused } from "../openid-audit.js";
import { createOpenIdBrowser } from "../openid-browser.js";
import { HOME } from "../../helpers/sign-in/openid-settings.js";
import type { Tenant } from "../../helpers/server.js";

const entra = readDocumented("entra");
const test = createFakeProviderSuite(entra);

const claimsOf = (org: Tenant, email: string) => ({ ...entra.claims, sub: `A-${org.id}`, email });

test("a user of the operator's Entra tenant joins by a trusted domain, without email_verified", async (t) => {
  const { server, org } = t.context;
  const domain = `${org.id}.example.com`;
  server.settings.allowedDomains.set(domain, org.id);
  server.settings.trustedDomains.add(domain);
  const browser = createOpenIdBrowser(server);
  t.is(await signInWith(server, browser, claimsOf(org, `abeli@${domain}`)), `${HOME}/`);
  const { user } = (await browser.openConsole().query(VIEWER)).body.data.viewer;
  t.deepEqual(user, { email: `abeli@${domain}`, name: "Abe Lincoln", role: "rep" });
});

test("an address of another domain, which any administrator of Entra can write, opens no account", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org, `ceo@${org.id}.example.com`);
  const browser = createOpenIdBrowser(server);
  const landed = await signInWith(server, browser, claimsOf(org, email));
  await assertRefused(t, browser, landed, { org, reason: "email_unverified", subject: email });
});

test("a user of another Entra tenant opens no account", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org, `ceo@${org.id}.example.com`);
  server.settings.trustedDomains.add(`${org.id}.example.com`);
  const tid = "11111111-6c67-4c5b-b112-36a304b66dad";
  const iss = `https://login.microsoftonline.com/${tid}/v2.0`;
  const browser = createOpenIdBrowser(server);
  const landed = await signInWith(server, browser, { ...claimsOf(org, email), tid, iss });
  await assertRefused(t, browser, landed, { org: server.oldest, reason: "wrong_issuer" });
});

test("a user name that looks like an address is no e-mail", async (t) => {
  const { server, org } = t.context;
  const preferred_username = await createAdmin(server, org, `ceo@${org.id}.example.com`);
  server.settings.trustedDomains.add(`${org.id}.example.com`);
  const browser = createOpenIdBrowser(server);
  const claims = { ...claimsOf(org, ""), preferred_username, upn: preferred_username };
  const landed = await signInWith(server, browser, claims);
  await assertRefused(t, browser, landed, { org: server.oldest, reason: "email_missing" });
});
