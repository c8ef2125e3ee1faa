import { createAdmin, VIEWER } from "../../helpers/sign-in/console-session.js";
import { createFakeProviderSuite, signInWith } from "../fake-provider-suite.js";
import { readDocumented } from "../fake-provider.js";
import { assertRefused } from "../openid-audit.js";
import { createOpenIdBrowser } from "../openid-browser.js";
import { CLIENT, HOME } from "../../helpers/sign-in/openid-settings.js";
import type { Tenant } from "../../helpers/server.js";

const issuer = "https://login.example.com";
const { metadata, claims: documentedClaims } = readDocumented("google");
const test = createFakeProviderSuite({
  metadata: { ...metadata, issuer },
  claims: documentedClaims,
});

const adminOf = (org: Tenant): string => `ada@${org.id}.example.com`;
const claimsOf = (org: Tenant) => ({
  sub: `ada-${org.id}`,
  email: adminOf(org),
  email_verified: true,
});

test("an ID token with another nonce opens no session", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, adminOf(org));
  for (const nonce of ["n".repeat(43), undefined, ""]) {
    const browser = createOpenIdBrowser(server);
    const landed = await signInWith(server, browser, { ...claimsOf(org), nonce });
    const reason = nonce === undefined ? "answer_invalid" : "wrong_nonce";
    await assertRefused(t, browser, landed, { org: server.oldest, reason });
  }
});

test("an ID token for another client opens no session", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, adminOf(org));
  for (const changes of [
    { aud: "another client" },
    { aud: [CLIENT.clientId, "another client"], azp: "another client" },
    { azp: "another client", aud: ["another client"] },
  ]) {
    const browser = createOpenIdBrowser(server);
    const landed = await signInWith(server, browser, { ...claimsOf(org), ...changes });
    await assertRefused(t, browser, landed, { org: server.oldest, reason: "wrong_audience" });
  }
});

test("an ID token of another issuer opens no session", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, adminOf(org));
  for (const iss of ["https://evil.example.com", `${issuer}/`, `${issuer}.evil.example.com`]) {
    const browser = createOpenIdBrowser(server);
    const landed = await signInWith(server, browser, { ...claimsOf(org), iss });
    await assertRefused(t, browser, landed, { org: server.oldest, reason: "wrong_issuer" });
  }
});

test("an ID token that the provider didn't sign opens no session", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, adminOf(org));
  for (const signature of ["foreign", "secret", "none"] as const) {
    const browser = createOpenIdBrowser(server);
    const landed = await signInWith(server, browser, claimsOf(org), signature);
    await assertRefused(t, browser, landed, { org: server.oldest, reason: "wrong_signature" });
  }
});

test("an ID token that has expired opens no session", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, adminOf(org));
  const browser = createOpenIdBrowser(server);
  const exp = Math.floor(Date.now() / 1000) - 3600;
  const landed = await signInWith(server, browser, { ...claimsOf(org), exp });
  await assertRefused(t, browser, landed, { org: server.oldest, reason: "token_expired" });
});

test("an e-mail that isn't one opens no account", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(`${org.id}.example.com`, org.id);
  for (const email of [
    "",
    "ada",
    `${"a".repeat(250)}@${org.id}.example.com`,
    ["ada@example.com"],
    `a b@${org.id}.example.com`,
    `a\0b@${org.id}.example.com`,
    `a\uD800b@${org.id}.example.com`,
  ]) {
    const browser = createOpenIdBrowser(server);
    const landed = await signInWith(server, browser, { ...claimsOf(org), email });
    await assertRefused(t, browser, landed, { org: server.oldest, reason: "email_missing" });
  }
});

test("a subject that is longer than any may be opens no account", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, adminOf(org));
  const browser = createOpenIdBrowser(server);
  const landed = await signInWith(server, browser, { ...claimsOf(org), sub: "s".repeat(256) });
  await assertRefused(t, browser, landed, { org: server.oldest, reason: "answer_invalid" });
});

test("a subject that is empty, or that a database can't store, opens no account", async (t) => {
  const { server, org } = t.context;
  await createAdmin(server, org, adminOf(org));
  for (const sub of ["", " ", "ada\0", "ada\uD800"]) {
    const browser = createOpenIdBrowser(server);
    const landed = await signInWith(server, browser, { ...claimsOf(org), sub });
    await assertRefused(t, browser, landed, { org: server.oldest, reason: "answer_invalid" });
  }
});

test("no claim makes anybody an admin while the operator names none", async (t) => {
  const { server, org } = t.context;
  server.settings.allowedDomains.set(`${org.id}.example.com`, org.id);
  const browser = createOpenIdBrowser(server);
  const claims = { role: "admin", roles: ["admin"], groups: ["admin"], admin: true };
  t.is(await signInWith(server, browser, { ...claimsOf(org), ...claims }), `${HOME}/`);
  t.like((await browser.openConsole().query(VIEWER)).body.data.viewer, { role: "member" });
});
