import { inviteUser, redeemLink } from "../../helpers/sign-in/account-links.js";
import { PASSWORD, signInAdmin, VIEWER } from "../../helpers/sign-in/console-session.js";
import { listEntries } from "../openid-audit.js";
import { createOpenIdBrowser, type OpenIdBrowser } from "../openid-browser.js";
import { HOME } from "../../helpers/sign-in/openid-settings.js";
import { addPerson, domainOf, test } from "../openid-suite.js";

const viewerOf = async (browser: OpenIdBrowser): Promise<unknown> =>
  (await browser.openConsole().query(VIEWER)).body.data?.viewer;

test("an invited user joins with the account at the provider, and the link works no more", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "mia");
  const link = await inviteUser(org, { email, name: "Mia", role: "manager" });
  t.is(await browser.signIn("/recordings?q=roof"), `${HOME}/recordings?q=roof`);
  const user = { email, name: "Mia", role: "manager" };
  t.deepEqual(await viewerOf(browser), { role: "member", organization: { id: org.id }, user });
  t.is((await redeemLink(server, link)).answer.status, 401);
  t.deepEqual(
    (await listEntries(org, browser)).map(({ action, detail }) => [action, detail]),
    [
      ["account.identity_linked", null],
      ["session.signed_in", "openid"],
    ],
  );
});

test("a user of an allowed domain joins as a rep, with the name that the provider knows", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(domainOf(org), org.id);
  const { email, browser } = addPerson(t.context, "ron", { name: "Ron\n  Rep" });
  t.is(await browser.signIn(), `${HOME}/`);
  const user = { email, name: "Ron Rep", role: "rep" };
  t.deepEqual(await viewerOf(browser), { role: "member", organization: { id: org.id }, user });
  const { users } = await org.graphql("{ users(active: true) { email signInRole } }");
  t.true(users.some((row: object) => JSON.stringify(row).includes('"signInRole":"rep"')));
  t.deepEqual(
    (await listEntries(org, browser)).map(({ action }) => action),
    ["user.created", "account.joined", "account.identity_linked", "session.signed_in"],
  );
});

test("calls that wait for a user's e-mail are tried again once the user joins", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(domainOf(org), org.id);
  const woken: string[] = [];
  server.services.onNumbersChanged = (organizationId) => void woken.push(organizationId);
  await addPerson(t.context, "wes").browser.signIn();
  t.deepEqual(
    woken.filter((id) => id === org.id),
    [org.id],
  );
});

test("first sign-ins of a person in several windows at once all succeed, in one account", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(domainOf(org), org.id);
  const { subject, email } = addPerson(t.context, "pam");
  const windows = [1, 2, 3].map(() => createOpenIdBrowser(server, subject));
  const landed = await Promise.all(windows.map((browser) => browser.signIn()));
  t.deepEqual(landed, [`${HOME}/`, `${HOME}/`, `${HOME}/`]);
  const { users } = await org.graphql("{ users(active: true) { email } }");
  t.is(users.filter((user: { email: string }) => user.email === email).length, 1);
});

test("after the first time, the identity finds the account, whatever its e-mail is by then", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(domainOf(org), org.id);
  const { email, subject, browser } = addPerson(t.context, "ann");
  await browser.signIn();
  server.provider.people.set(subject, {
    email: "ann@elsewhere.example.com",
    email_verified: false,
  });
  const other = createOpenIdBrowser(server, subject);
  t.is(await other.signIn(), `${HOME}/`);
  t.like(await viewerOf(other), { user: { email } });
});

test("an admin with a password can use either, and stays an admin", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "ada");
  const page = await signInAdmin(server, org, email);
  t.is(await browser.signIn(), `${HOME}/`);
  t.like(await viewerOf(browser), { role: "internal", user: { email } });
  t.is((await page.signIn(email, PASSWORD)).status, 200);
});

test("the cookie of an attempt is Lax, HttpOnly and short; the session's stays Strict", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(domainOf(org), org.id);
  const { browser } = addPerson(t.context, "cam");
  const started = await browser.visit(`${HOME}/openid/start?to=/`);
  t.regex(
    started.setCookies.join("\n"),
    /^__Host-debrief-openid=v1\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const ended = await browser.visit(await browser.follow(started.location!));
  t.deepEqual(
    ended.setCookies.map((cookie) => cookie.replace(/=[\w-]{43};/, "=token;")),
    [
      "__Host-debrief-openid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
      "__Host-debrief=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure",
    ],
  );
});

test("signing out ends the session here, and offers the provider's own sign-out", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(domainOf(org), org.id);
  const { browser } = addPerson(t.context, "sue");
  await browser.signIn();
  const page = browser.openConsole();
  t.is((await page.query("mutation { signOut }")).status, 200);
  t.is(page.cookie, undefined);
  t.is(await viewerOf(browser), undefined);
  const html = (await browser.visit(`${HOME}/sign-in`)).text;
  t.true(
    html.includes('<meta name="sign-in-provider" content="Test provider" data-ends-sessions />'),
  );
  const { location } = await browser.visit(`${HOME}/openid/sign-out`);
  const url = new URL(location!);
  t.is(url.origin + url.pathname, `${server.provider.issuer}/session/end`);
  t.deepEqual(Object.fromEntries(url.searchParams), {
    client_id: "debrief",
    post_logout_redirect_uri: `${HOME}/sign-in`,
  });
  t.is((await browser.visit(url.href)).status, 200);
});
