import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { CALLBACK_URL, CLIENT, HOME } from "./openid-settings.js";

/** Claims of the provider's people by subject. */
type People = Map<string, Record<string, unknown>>;

export interface RealProvider {
  issuer: string;
  people: People;
  stop: () => Promise<void>;
}

const findPerson = (cookies = ""): string => /(?:^|; )person=([^;]+)/.exec(cookies)?.[1] ?? "";

/**
 * Starts a certified provider on this machine. Its people sign in by a cookie named `person` instead of a password;
 * claims other than the subject are at its userinfo endpoint only.
 */
export const startRealProvider = async (): Promise<RealProvider> => {
  const people: People = new Map();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [CALLBACK_URL],
        post_logout_redirect_uris: [`${HOME}/sign-in`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name", "groups"] },
    cookies: { keys: ["of a test"] },
    features: { devInteractions: { enabled: false } },
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
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url!.startsWith("/interaction/")) return void answer(request, response);
    const login = { accountId: findPerson(request.headers.cookie) };
    void provider.interactionFinished(request, response, { login });
  });
  return {
    issuer,
    people,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
