import test from "ava";
import { createInstallation } from "../../helpers/server/program.js";

test("a server starts while its provider is down, and the sign-in page says where to go", async (t) => {
  const installation = await createInstallation();
  t.teardown(installation.remove);
  const server = await installation.serve({
    // Nothing listens there.
    DEBRIEF_OIDC_ISSUER: "http://127.0.0.1:9",
    DEBRIEF_OIDC_CLIENT_ID: "debrief",
    DEBRIEF_OIDC_CLIENT_SECRET: "secret-of-the-client",
    DEBRIEF_OIDC_NAME: 'Birch "SSO" <x>',
  });
  const page = await (await fetch(`${server.url}/sign-in`)).text();
  t.true(page.includes('<meta name="sign-in-provider" content="Birch &quot;SSO&quot; &lt;x>" />'));
  const started = await fetch(`${server.url}/openid/start?to=/`, { redirect: "manual" });
  t.is(started.status, 303);
  t.is(started.headers.get("location"), `${server.url}/sign-in?problem=provider_unavailable`);
  t.is((await server.stop()).code, 0);
  t.regex(server.stderr(), /the sign-in provider is unavailable/);
  t.false(server.stderr().includes("secret-of-the-client"));
});

test("without a provider, the server has none of its addresses", async (t) => {
  const installation = await createInstallation();
  t.teardown(installation.remove);
  const server = await installation.serve();
  for (const path of ["start?to=/", "callback?code=x&state=y", "sign-out"])
    t.is((await fetch(`${server.url}/openid/${path}`)).status, 404);
  t.true((await (await fetch(`${server.url}/sign-in`)).text()).includes('provider" content=""'));
});
