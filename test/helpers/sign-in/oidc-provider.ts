import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { CLIENT, HOME } from "./openid-settings.js";

/** The claims of the provider's users, by subject. */
type People = Map<string, Record<string, unknown>>;

export interface RealProvider {
  issuer: string;
  /** The URL that it sends browsers back to; read at the first request. */
  home: string;
  people: People;
  stop: () => Promise<void>;
}

const LIFE_S = 600;

const findPerson = (cookies = ""): string => /(?:^|; )person=([^;]+)/.exec(cookies)?.[1] ?? "";

const createProvider = ({ issuer, home, people }: RealProvider): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${home}/openid/callback`],
        post_logout_redirect_uris: [`${home}/sign-in`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name", "groups"] },
    cookies: { keys: ["of a test"] },
    features: {
      devInteractions: { enabled: false },
      // Its own page loads a font from elsewhere.
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html><title>Sign out</title><link rel="icon" href="data:,">${form}
            <button form="op.logoutForm" name="logout" value="yes">Yes, sign out</button>`;
        },
      },
    },
    ttl: {
      Interaction: LIFE_S,
      Grant: LIFE_S,
      Session: LIFE_S,
      AccessToken: LIFE_S,
      IdToken: LIFE_S,
    },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: CLIENT.clientId,
        accountId: ctx.oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });

/**
 * Starts a certified provider on this machine. Its users sign in with a cookie named `person` instead of a password;
 * only its userinfo endpoint returns claims other than the subject.
 */
export const startRealProvider = async (host = "127.0.0.1"): Promise<RealProvider> => {
  const people: People = new Map();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  let provider: Provider | undefined;
  server.on("request", (request, response) => {
    provider ??= createProvider(real);
    if (!request.url!.startsWith("/interaction/"))
      return void provider.callback()(request, response);
    const login = { accountId: findPerson(request.headers.cookie) };
    void provider.interactionFinished(request, response, { login });
  });
  const real: RealProvider = {
    issuer,
    home: HOME,
    people,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return real;
};
