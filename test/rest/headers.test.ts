import { createSecurityHeaders } from "../../src/api/http/security-headers.js";
import { createConsoleSession, SIGN_IN } from "../helpers/sign-in/console-session.js";
import { exchangeText } from "../helpers/rest/raw-request.js";
import { test } from "../helpers/suite.js";

test("every response has nosniff and HSTS headers", async (t) => {
  const { org, server } = t.context;
  const signIn = createConsoleSession(server).query(SIGN_IN, {
    email: "x@example.com",
    password: "x",
  });
  const answers = await Promise.all([
    org.get("/v1/users"),
    org.get("/v1/recordings/none"),
    org.send("POST", "/v1/dialer", "{"),
    org.send("DELETE", "/v1/users"),
    server.fetch("/v1/users"),
    server.fetch("/graphql", { method: "POST" }),
    signIn,
    ...["/", "/nothing", "/livez", "/readyz", "/metrics"].map((path) => server.fetch(path)),
  ]);
  for (const status of [200, 400, 401, 404, 405])
    t.true(
      answers.some((answer) => answer.status === status),
      `${status}`,
    );
  for (const { headers } of answers) {
    t.is(headers.get("x-content-type-options"), "nosniff");
    t.is(headers.get("strict-transport-security"), "max-age=31536000");
  }
  t.regex(await exchangeText(server, "hello\r\n\r\n"), /\r\nx-content-type-options: nosniff\r\n/i);
});

test("responses of /graphql are never cached", async (t) => {
  const { org, server } = t.context;
  const headers = { "x-api-key": org.apiKey, "apollo-require-preflight": "true" };
  for (const init of [{ headers }, {}])
    t.is(
      (await server.fetch("/graphql?query={viewer{role}}", init)).headers.get("cache-control"),
      "no-store",
    );
});

test("a server with a plain http PUBLIC_URL sends no HSTS header", (t) => {
  const createHeaders = createSecurityHeaders({ publicUrl: "http://127.0.0.1:8480" });
  t.deepEqual(createHeaders(), { "x-content-type-options": "nosniff" });
});
