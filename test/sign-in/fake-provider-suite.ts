import { createOpenIdProvider } from "../../src/api/openid/provider.js";
import { createSuite } from "../helpers/create-suite.js";
import { createFakeProvider, type DocumentedProvider, type FakeProvider } from "./fake-provider.js";
import type { OpenIdBrowser } from "./openid-browser.js";
import { createSettings, type TestSettings } from "../helpers/sign-in/openid-settings.js";
import { startServer, type Tenant, type TestServer } from "../helpers/server.js";

/** A server whose users can sign in at a provider that issues whatever a test says. */
export interface FakeProviderServer extends TestServer {
  provider: FakeProvider;
  settings: TestSettings;
  /** The oldest organization. */
  oldest: Tenant;
}

export const createFakeProviderSuite = (
  documented: DocumentedProvider,
  changes: Partial<TestSettings> = {},
) =>
  createSuite<FakeProviderServer>(async () => {
    const provider = createFakeProvider(documented);
    const settings = createSettings(provider.issuer, changes);
    const openId = createOpenIdProvider(settings, undefined, async (url, options) =>
      provider.fetch(url, options),
    );
    const server = await startServer({ trustProxy: 1, openId });
    return { ...server, provider, settings, oldest: await server.createTenant("Oldest") };
  });

/** Signs in with these claims, and returns where that ends. */
export const signInWith = async (
  { provider }: FakeProviderServer,
  browser: OpenIdBrowser,
  ...[claims, signature]: [claims: object, signature?: Parameters<FakeProvider["answer"]>[2]]
): Promise<string | undefined> => {
  const url = provider.answer(await browser.start(), { ...claims }, signature);
  return (await browser.visit(url)).location;
};
