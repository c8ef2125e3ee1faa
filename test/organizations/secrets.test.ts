import { readFileSync } from "node:fs";
import { PASSWORD, SIGN_IN } from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/server/first-start-suite.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { findSecrets, readStoredBytes } from "./find-secrets.js";

const EMAIL = "ada@example.com";
const NEW_PASSWORD = "another horse battery staple";
const WRONG = "wrong zebra charger clip";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const parseDialerToken = (dialerUrl: string): string => dialerUrl.split("/").at(-1)!;
const json = (body: unknown, headers: Record<string, string>): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url }) { webhook { id } signingSecret }
}`;
const ROTATE = "mutation ($id: ID!) { rotateWebhookSecret(id: $id) { signingSecret } }";
const DIALER_SECRET = `mutation ($secret: String!) {
  setDialerSecret(adapter: "aircall", secret: $secret) { adapter }
}`;
const RECORDING_LOGIN = `mutation ($secret: String!) {
  setDialerMediaCredential(adapter: "aircall", input: {
    host: "a.example.com", kind: bearer, secret: $secret
  }) { adapter }
}`;
const SET_UP = `mutation ($token: String!, $password: String!) {
  redeemSetupLink(token: $token, name: "Ada", email: "${EMAIL}", password: $password) { role }
}`;
const CHANGE = "mutation ($a: String!, $b: String!) { changePassword(current: $a, new: $b) }";

test("the scanner finds a secret in every encoding", (t) => {
  const secret = "whsec_kZ0/+abcdefghijklmnopqrstuvwxyz012345678901==";
  const bare = secret.slice(6);
  for (const text of [
    secret,
    `"${bare}"`,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("hex"),
    Buffer.from(bare, "base64").toString("hex").toUpperCase(),
    ...["", "a", "ab", "abc"].flatMap((before) => [
      Buffer.from(`${before}${secret}z`).toString("base64"),
      Buffer.from(`${before}${secret}z`).toString("base64url"),
    ]),
  ])
    t.deepEqual(findSecrets(`x${text}x`, { secret }), ["secret"], text);
  t.deepEqual(findSecrets(bare.slice(1), { secret }), []);
});

test("the database, log, metrics, responses and exports contain no secret in clear", async (t) => {
  const { program, file } = t.context;
  const receiver = await startWebhookReceiver(t);
  const env = { LOG_LEVEL: "trace", DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8" };
  const serving = await program.serve(env);
  const { url } = serving;
  const secrets: Record<string, string> = {};
  const keep = (name: string, secret: string): string => (secrets[name] = secret);
  const answers: string[] = [];

  /** Sends a request and keeps its answer, unless the answer is meant to show a secret. */
  const send = async (path: string, init: RequestInit, showsSecret = false): Promise<Response> => {
    const response = await fetch(url + path, init);
    const text = await response.clone().text();
    if (!showsSecret) answers.push(JSON.stringify([...response.headers]), text);
    return response;
  };
  const ask = async (
    query: string,
    variables: object,
    headers: Record<string, string>,
    showsSecret = false,
    // oxlint-disable-next-line typescript/no-explicit-any
  ): Promise<any> => {
    const response = await send("/graphql", json({ query, variables }, headers), showsSecret);
    return { ...((await response.json()) as object), cookie: response.headers.getSetCookie()[0] };
  };

  const first = JSON.parse(readFileSync(file, "utf8"));
  keep("key", first.apiKey);
  keep("signing secret", first.signingSecret);
  keep("internal token", first.internalToken);
  keep("dialer token", parseDialerToken(first.dialerUrl));
  keep("password", PASSWORD);
  keep("new password", NEW_PASSWORD);
  keep("wrong password", WRONG);
  const link = /^set up the console: (\S+)$/m.exec(serving.stderr())![1]!;
  keep("set-up token", new URL(link).hash.slice(1));

  const page = { origin: url };
  const cookieOf = (cookie: string): { cookie: string; origin: string } => ({
    ...page,
    cookie: cookie.split(";")[0]!,
  });
  const redeemed = await ask(
    SET_UP,
    { token: secrets["set-up token"], password: PASSWORD },
    page,
    true,
  );
  t.is(redeemed.data.redeemSetupLink.role, "internal");
  keep("first session", cookieOf(redeemed.cookie).cookie.split("=")[1]!);
  const signedIn = await ask(SIGN_IN, { email: EMAIL, password: PASSWORD }, page, true);
  const session = cookieOf(signedIn.cookie);
  keep("session", session.cookie.split("=")[1]!);
  t.true((await ask(CHANGE, { a: PASSWORD, b: NEW_PASSWORD }, session)).data.changePassword);
  t.truthy((await ask(CHANGE, { a: WRONG, b: WRONG }, session)).errors);
  t.truthy((await ask(CHANGE, { a: NEW_PASSWORD, b: EMAIL }, session)).errors);

  const internal = bearer(first.internalToken);
  const { createWebhook } = (await ask(WEBHOOK, { url: receiver.url }, internal, true)).data;
  keep("webhook secret", createWebhook.signingSecret);
  const { rotateWebhookSecret } = (
    await ask(ROTATE, { id: createWebhook.webhook.id }, internal, true)
  ).data;
  keep("rotated secret", rotateWebhookSecret.signingSecret);
  const dialerSecret = keep("dialer secret", "0123456789abcdef-of-aircall");
  await ask(DIALER_SECRET, { secret: dialerSecret }, internal);
  const recordingLogin = keep("recording login", "canary-of-a-recording-login");
  await ask(RECORDING_LOGIN, { secret: recordingLogin }, internal);

  await ask(
    'mutation { upsertUser(input: { email: "rep@example.com", name: "R" }) { email } }',
    {},
    internal,
  );
  const call = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };
  const ingested = await send(`/v1/dialer/${secrets["dialer token"]}`, json(call, {}));
  const { recording } = (await ingested.json()) as { recording: { id: string } };
  const ended = { event: "call.ended", data: { id: 1, recording: "https://a.example.com/1" } };
  for (const token of [dialerSecret, "wrong"])
    await send(`/v1/dialer/${secrets["dialer token"]}/aircall`, json({ ...ended, token }, {}));
  await ask("{ inboundCalls { nodes { payload } } dialers { secret secretSetAt } }", {}, internal);
  await ask(
    'mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "S" }) { id } }',
    { id: recording.id },
    internal,
  );
  await receiver.waitFor(1);

  const { refreshApiKey } = (
    await ask("mutation { refreshApiKey { apiKey signingSecret dialerUrl } }", {}, internal, true)
  ).data;
  keep("next key", refreshApiKey.apiKey);
  keep("next signing secret", refreshApiKey.signingSecret);
  keep("next dialer token", parseDialerToken(refreshApiKey.dialerUrl));

  // Old secrets, and valid ones in the wrong place.
  const wrongKey = keep("wrong key", `dbk_${"w7Q".repeat(16)}x`);
  for (const secret of [first.apiKey, wrongKey, refreshApiKey.signingSecret, WRONG])
    for (const headers of [{ "x-api-key": secret }, bearer(secret)])
      for (const path of ["/v1/users", "/v1/recordings/x", "/graphql"])
        await send(path, { headers });
  for (const token of [secrets["dialer token"]!, wrongKey, first.internalToken, "%00"])
    await send(`/v1/dialer/${token}`, json({}, {}));
  await send(`/v1/dialer/${secrets["next dialer token"]}`, json("{", {}));
  await ask(SIGN_IN, { email: EMAIL, password: WRONG }, page);
  await ask(SIGN_IN, { email: "nobody@example.com", password: NEW_PASSWORD }, page);
  await ask(SET_UP, { token: secrets["set-up token"], password: NEW_PASSWORD }, page);
  await ask("{ viewer { role } }", {}, { ...page, cookie: `debrief=${secrets["first session"]}` });
  await send("/graphql", { ...json("{", internal), body: `{"query":"${first.internalToken}` });
  await ask(
    "{ auditLog { nodes { action subject fields ipAddress email } } sessions { id userAgent } apiKey: organization { apiKey { prefix } } webhooks { id url } deliveries { nodes { payload responseBody error } } }",
    {},
    cookieOf((await ask(SIGN_IN, { email: EMAIL, password: NEW_PASSWORD }, page, true)).cookie),
  );
  await send("/metrics", {});

  const org = ["--org", first.organization.name];
  const [operator, exported, withSecrets, ...commands] = await program.runAll(
    ["token", "create", "--operator"],
    ["export", ...org],
    ["export", ...org, "--with-secrets"],
    ["webhook", "list", ...org, "--json"],
    ["admin", "list"],
    ["doctor"],
  );
  keep("operator token", operator!.stdout.trim());
  await ask("{ viewer { role } }", {}, bearer(secrets["operator token"]!));
  const database = await readStoredBytes(program);
  const { stdout, stderr } = await serving.stop();
  const places: Record<string, string> = {
    database,
    "database, closed": await readStoredBytes(program),
    log: stdout + stderr.replace(link, ""),
    answers: answers.join("\n"),
    export: exported!.stdout + exported!.stderr,
    commands: commands.map((one) => one.stdout + one.stderr).join("\n"),
    receiver: receiver.received.map(({ headers, body }) => JSON.stringify(headers) + body).join(),
  };
  for (const [place, text] of Object.entries(places)) {
    t.true(text.length > 100, place);
    t.deepEqual(findSecrets(text, secrets), [], place);
  }
  // The scanner finds them where they belong.
  const expected = ["key", "signing secret", "internal token", "dialer token"];
  t.deepEqual(findSecrets(readFileSync(file, "utf8"), secrets), expected);
  t.deepEqual(findSecrets(withSecrets!.stdout, secrets), [
    "webhook secret",
    "rotated secret",
    "dialer secret",
    "recording login",
    "next signing secret",
  ]);
});
