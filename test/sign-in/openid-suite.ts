import { createOpenIdProvider } from "../../src/api/openid/provider.js";
import { createSuite } from "../helpers/create-suite.js";
import { type RealProvider, startRealProvider } from "../helpers/sign-in/oidc-provider.js";
import { createOpenIdBrowser, type OpenIdBrowser } from "./openid-browser.js";
import { createSettings, type TestSettings } from "../helpers/sign-in/openid-settings.js";
import { startServer, type Tenant, type TestServer } from "../helpers/server.js";

/** A server whose users can sign in at a real provider on this machine. */
export interface OpenIdServer extends TestServer {
  provider: RealProvider;
  settings: TestSettings;
  /** The oldest organization. */
  oldest: Tenant;
}

export const test = createSuite<OpenIdServer>(async () => {
  const provider = await startRealProvider();
  const settings = createSettings(provider.issuer);
  const server = await startServer({ trustProxy: 1, openId: createOpenIdProvider(settings) });
  return {
    ...server,
    provider,
    settings,
    oldest: await server.createTenant("Oldest"),
    stop: async () => {
      await server.stop();
      await provider.stop();
    },
  };
});

export const domainOf = (org: Tenant): string => `${org.id}.example.com`;

/** A person at the provider, and their browser. */
interface Person {
  email: string;
  subject: string;
  browser: OpenIdBrowser;
}

/** Adds a person to the provider, by default with a verified e-mail of the organization's domain. */
export const addPerson = (
  { server, org }: { server: OpenIdServer; org: Tenant },
  name: string,
  claims: object = {},
): Person => {
  const email = `${name}@${domainOf(org)}`;
  const subject = `${name}-${org.id}`;
  const person = { email, email_verified: true, name: `${name} Doe`, ...claims };
  server.provider.people.set(subject, person);
  return { email, subject, browser: createOpenIdBrowser(server, subject) };
};
