import { inviteUser, setSignInRole } from "../../helpers/sign-in/account-links.js";
import { createAdmin, VIEWER } from "../../helpers/sign-in/console-session.js";
import { assertRefused, listEntries } from "../openid-audit.js";
import { ATTEMPT_COOKIE, createOpenIdBrowser } from "../openid-browser.js";
import { CALLBACK_URL, HOME } from "../../helpers/sign-in/openid-settings.js";
import { addPerson, domainOf, test } from "../openid-suite.js";

test("an e-mail that the provider hasn't verified opens no account", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org, `ada@${domainOf(org)}`);
  const { browser } = addPerson(t.context, "ada", { email_verified: false });
  const expected = { org, reason: "email_unverified", subject: email };
  await assertRefused(t, browser, await browser.signIn(), expected);
});

test("an e-mail of which the provider says nothing opens no account, unless its domain is trusted", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org, `ada@${domainOf(org)}`);
  const { browser } = addPerson(t.context, "ada", { email_verified: undefined });
  const expected = { org, reason: "email_unverified", subject: email };
  await assertRefused(t, browser, await browser.signIn(), expected);
  server.settings.trustedDomains.add(domainOf(org));
  t.is(await browser.signIn(), `${HOME}/`);
});

test("a trusted domain's e-mail that the provider calls unverified opens no account", async (t) => {
  const { server, org } = t.context;
  server.settings.trustedDomains.add(domainOf(org));
  const email = await createAdmin(server, org, `ada@${domainOf(org)}`);
  const { browser } = addPerson(t.context, "ada", { email_verified: false });
  const expected = { org, reason: "email_unverified", subject: email };
  await assertRefused(t, browser, await browser.signIn(), expected);
});

test("an e-mail that another person at the provider has by now doesn't open the first one's account", async (t) => {
  const { server, org } = t.context;
  const first = addPerson(t.context, "lee");
  await inviteUser(org, { email: first.email, role: "manager" });
  t.is(await first.browser.signIn(), `${HOME}/`);
  const second = addPerson(t.context, "new-lee", { email: first.email });
  const expected = { org, reason: "bound_to_another", subject: first.email };
  await assertRefused(t, second.browser, await second.browser.signIn(), expected);
  t.is(await createOpenIdBrowser(server, first.subject).signIn(), `${HOME}/`);
});

test("a person whom nobody invited, of no allowed domain, gets no account", async (t) => {
  const { server } = t.context;
  const { browser } = addPerson(t.context, "eve");
  await assertRefused(t, browser, await browser.signIn(), {
    org: server.oldest,
    reason: "no_access",
  });
});

test("an expired invitation opens no account", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "ivy");
  await inviteUser(org, { email, role: "admin" });
  const { db } = server.services;
  await db("account_links").where({ organization_id: org.id }).update({ expires_at: 1 });
  const expected = { org, reason: "invitation_expired", subject: email };
  await assertRefused(t, browser, await browser.signIn(), expected);
});

test("a deactivated user can't sign in, neither the first time nor later", async (t) => {
  const { org } = t.context;
  const first = addPerson(t.context, "ida");
  await inviteUser(org, { email: first.email, role: "rep" });
  await org.createUser(first.email, { active: false });
  const expected = { org, reason: "user_inactive", subject: first.email };
  await assertRefused(t, first.browser, await first.browser.signIn(), expected);
  const { email, subject, browser } = addPerson(t.context, "abe");
  await inviteUser(org, { email, role: "rep" });
  t.is(await browser.signIn(), `${HOME}/`);
  await org.createUser(email, { active: false });
  const later = createOpenIdBrowser(t.context.server, subject);
  await assertRefused(t, later, await later.signIn(), {
    org,
    reason: "user_inactive",
    subject: email,
  });
});

test("a user whose access an admin ended doesn't come back by the allowed domain", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(domainOf(org), org.id);
  const { email, subject, browser } = addPerson(t.context, "ben");
  t.is(await browser.signIn(), `${HOME}/`);
  await setSignInRole(org, email, null);
  t.is((await browser.openConsole().query(VIEWER)).status, 401);
  const later = createOpenIdBrowser(server, subject);
  await assertRefused(t, later, await later.signIn(), {
    org,
    reason: "access_ended",
    subject: email,
  });
  await inviteUser(org, { email, role: "rep" });
  t.is(await createOpenIdBrowser(server, subject).signIn(), `${HOME}/`);
});

test("an e-mail of one organization's domain doesn't open another organization's account", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant("Other");
  const { email, browser } = addPerson(t.context, "zoe");
  await createAdmin(server, org, email);
  server.settings.allowedDomains.set(domainOf(org), other.id);
  const expected = { org, reason: "other_organization", subject: email };
  await assertRefused(t, browser, await browser.signIn(), expected);
});

test("a code works once: its second use gives no session", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "cat");
  await inviteUser(org, { email, role: "rep" });
  const callback = await browser.follow((await browser.start()).href);
  t.is((await browser.visit(callback)).location, `${HOME}/`);
  // A thief has the code, and a fresh attempt of their own.
  const thief = createOpenIdBrowser(server);
  const stolen = new URL(callback);
  stolen.searchParams.set("state", (await thief.start()).searchParams.get("state")!);
  const { location } = await thief.visit(stolen.href);
  await assertRefused(t, thief, location, { org: server.oldest, reason: "code_refused" });
});

test("a stolen code that nobody has used yet is worth nothing without the verifier of its browser", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "dan");
  await inviteUser(org, { email, role: "admin" });
  const stolen = new URL(await browser.follow((await browser.start()).href));
  const thief = createOpenIdBrowser(server);
  stolen.searchParams.set("state", (await thief.start()).searchParams.get("state")!);
  const { location } = await thief.visit(stolen.href);
  await assertRefused(t, thief, location, { org: server.oldest, reason: "code_refused" });
});

test("a replayed state is refused, even with the cookie of its attempt", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "fay");
  await inviteUser(org, { email, role: "rep" });
  const started = await browser.start();
  const cookie = browser.cookies.get(ATTEMPT_COOKIE)!;
  const callback = await browser.follow(started.href);
  t.is((await browser.visit(callback)).location, `${HOME}/`);
  const thief = createOpenIdBrowser(server);
  thief.cookies.set(ATTEMPT_COOKIE, cookie);
  const { location } = await thief.visit(callback);
  await assertRefused(t, thief, location, { org: server.oldest, reason: "state_reused" });
  const again = await createOpenIdBrowser(server).visit(callback);
  t.is(again.location, `${HOME}/sign-in?problem=no_attempt`);
});

test("an answer that another browser asked for signs nobody in", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "gus");
  await inviteUser(org, { email, role: "rep" });
  const callback = await browser.follow((await browser.start()).href);
  const victim = createOpenIdBrowser(server);
  const { location } = await victim.visit(callback);
  await assertRefused(t, victim, location, { org: server.oldest, reason: "no_attempt" });
});

test("an answer to another attempt of the same browser is refused", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "hal");
  await inviteUser(org, { email, role: "rep" });
  const callback = await browser.follow((await browser.start()).href);
  await browser.start();
  const { location } = await browser.visit(callback);
  await assertRefused(t, browser, location, { org: server.oldest, reason: "state_mismatch" });
});

test("a changed cookie, and one that the server sealed for something else, are no attempt", async (t) => {
  const { server, org } = t.context;
  const { vault } = server.services;
  const { email, browser } = addPerson(t.context, "joe");
  await inviteUser(org, { email, role: "rep" });
  const callback = await browser.follow((await browser.start()).href);
  const sealed = browser.cookies.get(ATTEMPT_COOKIE)!;
  const state = new URL(callback).searchParams.get("state");
  const forged = { state, nonce: "n", verifier: "v", target: "/", expiresAt: 9e15 };
  for (const cookie of [
    `${sealed.slice(0, 40)}${sealed[40] === "A" ? "B" : "A"}${sealed.slice(41)}`,
    JSON.stringify(["openid", forged]),
    vault.seal(JSON.stringify(["device", forged])),
    vault.seal("openid"),
  ]) {
    const thief = createOpenIdBrowser(server, browser.person);
    thief.cookies.set(ATTEMPT_COOKIE, cookie);
    const { location } = await thief.visit(callback);
    await assertRefused(t, thief, location, { org: server.oldest, reason: "no_attempt" });
  }
});

test("a session that somebody planted in the browser isn't the one that a sign-in opens", async (t) => {
  const { org } = t.context;
  const { email, browser } = addPerson(t.context, "kim");
  await inviteUser(org, { email, role: "rep" });
  const planted = "p".repeat(43);
  browser.cookies.set("__Host-debrief", planted);
  t.is(await browser.signIn(), `${HOME}/`);
  t.not(browser.cookies.get("__Host-debrief"), planted);
  const thief = createOpenIdBrowser(t.context.server);
  thief.cookies.set("__Host-debrief", planted);
  t.is((await thief.openConsole().query(VIEWER)).status, 401);
});

test("a return path out of the console is refused before the provider is asked", async (t) => {
  const { server } = t.context;
  for (const to of [
    "https://evil.example.com/",
    "//evil.example.com/",
    "/\\evil.example.com",
    "/..//evil.example.com/",
    "javascript:alert(1)",
    "https://debrief.example.com@evil.example.com/",
    "https://debrief.example.com:8443/",
    "/openid/sign-out",
    "/graphql",
    "/sign-in",
    "/\t/evil.example.com",
  ]) {
    const browser = createOpenIdBrowser(server);
    const { location } = await browser.visit(`${HOME}/openid/start?to=${encodeURIComponent(to)}`);
    const expected = { org: server.oldest, reason: "return_path_outside" };
    await assertRefused(t, browser, location, expected);
  }
});

test("the provider returns to PUBLIC_URL, whatever host names the request has", async (t) => {
  const { browser } = addPerson(t.context, "lou");
  const { location } = await browser.visit(`${HOME}/openid/start?to=/`, {
    host: "evil.example.com",
    "x-forwarded-host": "evil.example.com",
    forwarded: "host=evil.example.com",
  });
  const url = new URL(location!);
  t.is(url.searchParams.get("redirect_uri"), CALLBACK_URL);
  t.is(url.searchParams.get("code_challenge_method"), "S256");
  for (const name of ["state", "nonce", "code_challenge"])
    t.regex(url.searchParams.get(name)!, /^[\w-]{43}$/);
});

test("what the provider refuses signs nobody in", async (t) => {
  const { server } = t.context;
  const { browser } = addPerson(t.context, "may");
  const state = (await browser.start()).searchParams.get("state");
  const { location } = await browser.visit(
    `${CALLBACK_URL}?error=access_denied&state=${state}&iss=${server.provider.issuer}`,
  );
  await assertRefused(t, browser, location, { org: server.oldest, reason: "provider_refused" });
});

test("an answer in the name of another issuer is refused", async (t) => {
  const { server, org } = t.context;
  const { email, browser } = addPerson(t.context, "ned");
  await inviteUser(org, { email, role: "rep" });
  const callback = new URL(await browser.follow((await browser.start()).href));
  callback.searchParams.set("iss", "https://evil.example.com");
  const { location } = await browser.visit(callback.href);
  await assertRefused(t, browser, location, { org: server.oldest, reason: "wrong_issuer" });
});

test("an attempt ends after ten minutes", async (t) => {
  const { server, org } = t.context;
  const { vault } = server.services;
  const { email, browser } = addPerson(t.context, "oli");
  await inviteUser(org, { email, role: "rep" });
  const callback = await browser.follow((await browser.start()).href);
  const [purpose, attempt] = JSON.parse(vault.open(browser.cookies.get(ATTEMPT_COOKIE)!));
  const left = attempt.expiresAt - server.clock.time;
  t.true(left > 9 * 60_000 && left <= 10 * 60_000);
  const old = vault.seal(JSON.stringify([purpose, { ...attempt, expiresAt: server.clock.time }]));
  browser.cookies.set(ATTEMPT_COOKIE, old);
  const { location } = await browser.visit(callback);
  await assertRefused(t, browser, location, { org: server.oldest, reason: "attempt_expired" });
});

test("one address can't fill the audit log", async (t) => {
  const { server } = t.context;
  const browser = createOpenIdBrowser(server);
  const landed = new Set<string | undefined>();
  for (let count = 0; count < 52; count += 1)
    landed.add((await browser.visit(`${CALLBACK_URL}?code=x&state=y`)).location);
  t.true(landed.has(`${HOME}/sign-in?problem=too_many_attempts`));
  t.is((await listEntries(server.oldest, browser)).length, 50);
});
