import type { OpenIdSettings } from "../../../src/base/config/openid-settings.js";

/** The PUBLIC_URL of test servers. */
export const HOME = "https://debrief.example.com";
export const CALLBACK_URL = `${HOME}/openid/callback`;
export const CLIENT = { clientId: "debrief", clientSecret: "a secret of the client" };

/** Settings whose lists tests fill, each with its own domains. */
export interface TestSettings extends OpenIdSettings {
  allowedDomains: Map<string, string | null>;
  trustedDomains: Set<string>;
}

export const createSettings = (
  issuer: string,
  changes: Partial<TestSettings> = {},
): TestSettings => ({
  ...CLIENT,
  issuer,
  name: "Test provider",
  allowedDomains: new Map(),
  trustedDomains: new Set(),
  role: undefined,
  ...changes,
});
