import { inviteUser } from "../../helpers/sign-in/account-links.js";
import { createAdmin } from "../../helpers/sign-in/console-session.js";
import { createFakeProviderSuite, signInWith } from "../fake-provider-suite.js";
import { readDocumented } from "../fake-provider.js";
import { createOpenIdBrowser } from "../openid-browser.js";
import { HOME } from "../../helpers/sign-in/openid-settings.js";

const issuer = "https://login.example.com";
const { metadata, claims } = readDocumented("google");
const test = createFakeProviderSuite({ metadata: { ...metadata, issuer }, claims });

test("while the provider is down, the page says so, passwords work, and it recovers by itself", async (t) => {
  const { server, org } = t.context;
  const { provider } = server;
  const email = await createAdmin(server, org, `ada@${org.id}.example.com`);
  const guest = `guest@${org.id}.example.com`;
  await inviteUser(org, { email: guest, role: "rep" });
  const person = { sub: `guest-${org.id}`, email: guest, email_verified: true };
  const unavailable = `${HOME}/sign-in?problem=provider_unavailable`;
  const browser = createOpenIdBrowser(server);
  const start = `${HOME}/openid/start?to=/`;
  provider.isDown = true;
  t.is((await browser.visit(start)).location, unavailable);
  t.is((await browser.openConsole().signIn(email)).status, 200);
  provider.isDown = false;
  const answer = provider.answer(await browser.start(), person);
  provider.isDown = true;
  t.is((await browser.visit(answer)).location, unavailable);
  provider.isDown = false;
  t.is(await signInWith(server, browser, person), `${HOME}/`);
});
