import { createOpenIdProvider } from "../../src/api/openid/provider.js";
import { inviteUser } from "../helpers/sign-in/account-links.js";
import { startRealProvider } from "../helpers/sign-in/oidc-provider.js";
import { createSettings } from "../helpers/sign-in/openid-settings.js";
import { startServer } from "../helpers/server.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("an invited user signs in at a provider on another site, comes back to the page, and signs out of both", async (t) => {
  // Another site than 127.0.0.1: cookies for the same site only don't come back with its redirect.
  const provider = await startRealProvider("localhost");
  t.teardown(provider.stop);
  const settings = createSettings(provider.issuer, { name: "Birch SSO" });
  const server = await startServer({ openId: createOpenIdProvider(settings) });
  t.teardown(server.stop);
  server.clock.time = Date.now();
  server.services.publicUrl = server.url;
  provider.home = server.url;
  const org = await server.createTenant();
  const email = `mia@${org.id}.example.com`;
  provider.people.set("mia", { email, email_verified: true });
  const link = await inviteUser(org, { email, name: "Mia Manager", role: "manager" });

  const { page, allowMessage, allowOrigin } = await t.context.openAsVisitor();
  allowMessage(/status of 401/);
  for (const url of [server.url, provider.issuer]) allowOrigin(url);
  await page.context().addCookies([{ name: "person", value: "mia", url: provider.issuer }]);
  await page.goto(link.url);
  await page.getByRole("link", { name: "Sign in with Birch SSO" }).waitFor();
  await page.goto(`${server.url}/recordings?q=roof`);
  const button = page.getByRole("link", { name: "Sign in with Birch SSO" });
  await button.waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await button.click();
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.is(page.url(), `${server.url}/recordings?q=roof`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign out of Birch SSO" }).click();
  await page.getByRole("button", { name: "Yes, sign out" }).click();
  await page.waitForURL(`${server.url}/sign-in`);
  await page.goto(`${server.url}/sign-in?problem=email_unverified`);
  await page.getByRole("alert").getByText("hasn’t verified your e-mail address").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
});
