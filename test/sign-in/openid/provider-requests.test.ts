import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import test from "ava";
import { createOpenIdProvider } from "../../../src/api/openid/provider.js";
import { createSettings } from "../../helpers/sign-in/openid-settings.js";

const SECRETS = { state: "s", nonce: "n", verifier: "v".repeat(43) };

/** Serves the metadata of an issuer, changed by `answer`, and returns why signing in there fails. */
const findProblem = async (
  answer: (issuer: string) => RequestListener,
  host = "127.0.0.1",
): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  server.on("request", answer(issuer));
  const provider = createOpenIdProvider(createSettings(issuer));
  try {
    const url = await provider.buildSignInUrl("https://debrief.example.com/", SECRETS);
    return `asked ${url.origin}`;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  } finally {
    provider.close();
    server.closeAllConnections();
    server.close();
  }
};

const sendJson =
  (value: object): RequestListener =>
  (_request, response) =>
    void response.setHeader("content-type", "application/json").end(JSON.stringify(value));

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
});

test("a provider that the operator names may be on this machine or in a private network", async (t) => {
  for (const host of ["127.0.0.1", "localhost"])
    t.regex(
      await findProblem((issuer) => sendJson(metadataOf(issuer)), host),
      /^asked http:\/\/(127\.0\.0\.1|localhost):\d+$/,
    );
});

test("metadata of another issuer, or of many tenants, is refused", async (t) => {
  const other = sendJson(metadataOf("https://evil.example.com"));
  t.regex(await findProblem(() => other), /does not match the expected issuer/);
});

test("an answer of more than a megabyte, and a redirect, are no metadata", async (t) => {
  const large = await findProblem((issuer) =>
    sendJson({ ...metadataOf(issuer), padding: "x".repeat(1_000_001) }),
  );
  t.is(large, "Error: the provider's response is larger than 1 MB");
  const moved = await findProblem((issuer) => (_request, response) => {
    response.writeHead(302, { location: `${issuer}/elsewhere` }).end();
  });
  t.regex(moved, /unexpected HTTP response status code/);
});

test("metadata without a usable endpoint is refused", async (t) => {
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"])
    for (const value of [
      undefined,
      5,
      "",
      "/relative",
      "javascript:alert(1)",
      "file:///etc/passwd",
    ])
      t.is(
        await findProblem((issuer) => sendJson({ ...metadataOf(issuer), [name]: value })),
        `Error: the provider's metadata has no valid ${name}`,
      );
});

test("a sign-out endpoint that isn't a URL counts as none", async (t) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", sendJson({ ...metadataOf(issuer), end_session_endpoint: "javascript:1" }));
  const provider = createOpenIdProvider(createSettings(issuer));
  t.teardown(() => {
    provider.close();
    server.close();
  });
  t.is(await provider.buildSignOutUrl("https://debrief.example.com/sign-in"), undefined);
  t.false(provider.canEndSession());
});
