import { inviteUser } from "../../helpers/sign-in/account-links.js";
import { VIEWER } from "../../helpers/sign-in/console-session.js";
import { createFakeProviderSuite, signInWith } from "../fake-provider-suite.js";
import { readDocumented } from "../fake-provider.js";
import { assertRefused } from "../openid-audit.js";
import { createOpenIdBrowser } from "../openid-browser.js";
import { HOME } from "../../helpers/sign-in/openid-settings.js";

const google = readDocumented("google");
const test = createFakeProviderSuite(google);

test("a user of a Google Workspace joins, with the claims that Google documents", async (t) => {
  const { server, org } = t.context;
  const domain = `${org.id}.example.com`;
  server.settings.allowedDomains.set(domain, org.id);
  const email = `jsmith@${domain}`;
  const claims = { ...google.claims, sub: `1-${org.id}`, hd: domain, email };
  const browser = createOpenIdBrowser(server);
  const start = await browser.start();
  t.is(start.origin + start.pathname, "https://accounts.google.com/o/oauth2/v2/auth");
  t.is(await signInWith(server, browser, claims), `${HOME}/`);
  t.is((await browser.openConsole().query(VIEWER)).body.data.viewer.user.email, email);
});

test("a personal Google account with a company's address opens no account of the company", async (t) => {
  const { server, org } = t.context;
  const domain = `${org.id}.example.com`;
  server.settings.allowedDomains.set(domain, org.id);
  const email = `former@${domain}`;
  await inviteUser(org, { email, role: "admin" });
  const claims = { ...google.claims, sub: `2-${org.id}`, email, hd: undefined };
  const browser = createOpenIdBrowser(server);
  const landed = await signInWith(server, browser, claims);
  await assertRefused(t, browser, landed, { org, reason: "email_unverified", subject: email });
});

test("an invited Gmail address opens its account", async (t) => {
  const { server, org } = t.context;
  const email = `${org.id}@gmail.com`;
  await inviteUser(org, { email, role: "rep" });
  const claims = { ...google.claims, sub: `3-${org.id}`, email, hd: undefined };
  t.is(await signInWith(server, createOpenIdBrowser(server), claims), `${HOME}/`);
});
