import type { ClientAuth, Configuration } from "openid-client";
import type { OpenIdClaims } from "../../../graph/sign-in/openid-claims.js";
import { OpenIdRefusal } from "../../../graph/sign-in/openid-refusal.js";
import type { OpenIdSettings } from "../../base/config/openid-settings.js";
import { createProviderDestinations, createProviderFetch } from "./provider-fetch.js";
import { describeDiscoveryError, ProviderUnavailableError, toRefusal } from "./refused-answer.js";

const TIMEOUT_S = 10;
const MAX_METADATA_AGE_MS = 60 * 60_000;
const SCOPE = "openid email profile";

/** The secrets of an attempt, kept until the provider answers. */
export interface AttemptSecrets {
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
}

/** The provider by which users can sign in. */
export interface OpenIdProvider {
  settings: OpenIdSettings;
  /** Whether the provider is known to end its own sessions, too. */
  canEndSession: () => boolean;
  /** @throws ProviderUnavailableError */
  buildSignInUrl: (redirectUri: string, secrets: AttemptSecrets) => Promise<URL>;
  /**
   * Exchanges the code in the provider's redirect URL, and validates the ID token: signature, issuer, audience, times
   * and nonce. @throws OpenIdRefusal, ProviderUnavailableError
   */
  redeem: (answer: URL, secrets: AttemptSecrets) => Promise<OpenIdClaims>;
  /** Undefined if the provider has no such address. @throws ProviderUnavailableError */
  buildSignOutUrl: (returnTo: string) => Promise<URL | undefined>;
  close: () => void;
}

// Loaded on demand: most processes never sign in a user.
const loadClient = async () => import("openid-client");

const createClientAuth = async (secret: string): Promise<ClientAuth> => {
  const { ClientSecretBasic, ClientSecretPost } = await loadClient();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) =>
    (server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? post : basic)(
      server,
      client,
      body,
      headers,
    );
};

const REQUIRED_ENDPOINTS = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** Returns whether an endpoint in the metadata is a URL that a browser, or this server, may open. */
const isEndpoint = (value: unknown, isPlain: boolean): boolean => {
  const protocol = typeof value === "string" ? URL.parse(value)?.protocol : undefined;
  return protocol === "https:" || (isPlain && protocol === "http:");
};

/** Creates the client of a provider. It makes no request before the first sign-in. */
export const createOpenIdProvider = (
  settings: OpenIdSettings,
  destinations = createProviderDestinations(settings.issuer),
  fetchFromProvider = createProviderFetch(destinations),
): OpenIdProvider => {
  const { issuer, clientId, clientSecret } = settings;
  let discovering: { at: number; configuration: Promise<Configuration> } | undefined;
  let endsSessions = false;

  const discover = async (): Promise<Configuration> => {
    const client = await loadClient();
    const isPlain = issuer.startsWith("http:");
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      {},
      await createClientAuth(clientSecret),
      {
        [client.customFetch]: fetchFromProvider,
        timeout: TIMEOUT_S,
        // The settings allow http on this machine only.
        execute: [
          client.enableNonRepudiationChecks,
          ...(isPlain ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    const metadata = configuration.serverMetadata();
    if (metadata.issuer.includes("{")) throw new Error("the issuer stands for many tenants");
    // Later, each would end a request with an internal error, for as long as the metadata is kept.
    for (const name of REQUIRED_ENDPOINTS)
      if (!isEndpoint(metadata[name], isPlain))
        throw new Error(`the provider's metadata has no valid ${name}`);
    endsSessions = isEndpoint(metadata.end_session_endpoint, isPlain);
    return configuration;
  };

  const loadConfiguration = async (): Promise<Configuration> => {
    if (!discovering || performance.now() - discovering.at > MAX_METADATA_AGE_MS)
      discovering = { at: performance.now(), configuration: discover() };
    const current = discovering;
    try {
      return await current.configuration;
    } catch (error) {
      if (discovering === current) discovering = undefined;
      throw new ProviderUnavailableError(describeDiscoveryError(error), { cause: error });
    }
  };

  const redeem: OpenIdProvider["redeem"] = async (answer, { state, nonce, verifier }) => {
    const client = await loadClient();
    const configuration = await loadConfiguration();
    const metadata = configuration.serverMetadata();
    const iss = answer.searchParams.get("iss");
    if (iss !== null && iss !== metadata.issuer) throw new OpenIdRefusal("wrong_issuer");
    try {
      const tokens = await client.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      if (claims["email"] !== undefined || metadata.userinfo_endpoint === undefined) return claims;
      const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      throw toRefusal(error);
    }
  };

  return {
    settings,
    canEndSession: () => endsSessions,
    buildSignInUrl: async (redirectUri, { state, nonce, verifier }) => {
      const client = await loadClient();
      return client.buildAuthorizationUrl(await loadConfiguration(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    redeem,
    buildSignOutUrl: async (returnTo) => {
      const client = await loadClient();
      const configuration = await loadConfiguration();
      return endsSessions
        ? client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo })
        : undefined;
    },
    close: destinations.close,
  };
};
