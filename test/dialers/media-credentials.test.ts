import "reflect-metadata";
import {
  buildFetchOptions,
  loadMediaState,
  runFetch,
} from "../helpers/recordings/media-fetches.js";
import { startMediaVendor } from "../helpers/recordings/media-vendor.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant } from "../helpers/server.js";

const SET = `mutation ($adapter: String!, $input: DialerMediaCredentialInput) {
  setDialerMediaCredential(adapter: $adapter, input: $input) { adapter host kind setAt }
}`;
const LIST = "{ dialerMediaCredentials { adapter host kind setAt } }";
const SECRET = "canary-0123456789";

const set = async (org: Tenant, input: object | null, adapter = "own") =>
  (await org.graphql(SET, { adapter, input })).setDialerMediaCredential;

test.beforeEach((t) => {
  t.context.server.services.fetchesMedia = true;
});

const KINDS = [
  {
    kind: "basic",
    name: "AC1",
    sent: ["authorization", `Basic ${Buffer.from(`AC1:${SECRET}`).toString("base64")}`],
  },
  { kind: "bearer", name: null, sent: ["authorization", `Bearer ${SECRET}`] },
  { kind: "header", name: "X-Api-Key", sent: ["x-api-key", SECRET] },
] as const;

for (const { kind, name, sent } of KINDS)
  test.serial(`a login of the kind ${kind} is sent to its host only`, async (t) => {
    const { server, org } = t.context;
    const own = await startMediaVendor(t, { tls: true });
    const other = await startMediaVendor(t, { tls: true });
    const { host } = new URL(own.url);
    t.like(await set(org, { host, kind, name, secret: SECRET }), { adapter: "own", host, kind });
    own.answers.push({ status: 302, headers: { location: `${other.url}/file` } });
    other.answers.push({ status: 307, headers: { location: `${own.url}/file` } });
    const lines: string[] = [];
    const id = await org.ingestCall({ recording_url: `${own.url}/call` });
    await runFetch(buildFetchOptions(t, server, lines), org, id);
    t.truthy((await loadMediaState(org, id)).media);
    const [header, value] = sent;
    t.deepEqual(
      own.requests.map(({ headers }) => headers[header]),
      [value, value],
    );
    t.deepEqual(
      other.requests.map(({ headers }) => headers[header]),
      [undefined],
    );
  });

test.serial("a login is in no log, no failure and no answer", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t, { tls: true });
  const { host } = new URL(vendor.url);
  await set(org, { host, kind: "bearer", secret: SECRET });
  const lines: string[] = [];
  const options = buildFetchOptions(t, server, lines);
  for (const answer of [{ status: 500 }, "no answer", "cut off", { status: 401 }] as const) {
    vendor.answers.push(answer);
    const id = await org.ingestCall({ recording_url: `${vendor.url}/?token=signed-url` });
    await runFetch(options, org, id);
    lines.push((await loadMediaState(org, id)).mediaFailure);
  }
  lines.push(JSON.stringify(await org.graphql(LIST)), JSON.stringify(server.log));
  t.is(vendor.requests.filter(({ headers }) => headers.authorization).length, 4);
  t.true(lines.length >= 10);
  for (const line of lines) {
    t.false(line.includes(SECRET), line);
    t.false(line.includes("signed-url"), line);
  }
  const stored = await server.services.db("dialer_media_credentials");
  t.false(JSON.stringify(stored).includes(SECRET));
});

test.serial(
  "a login is sent for calls of its phone system only, and never over http",
  async (t) => {
    const { server, org } = t.context;
    const vendor = await startMediaVendor(t, { tls: true });
    const plain = await startMediaVendor(t);
    const options = buildFetchOptions(t, server);
    await set(org, { host: new URL(vendor.url).host, kind: "bearer", secret: SECRET }, "twilio");
    await set(org, { host: new URL(plain.url).host, kind: "bearer", secret: SECRET });
    for (const { url } of [vendor, plain])
      await runFetch(options, org, await org.ingestCall({ recording_url: url }));
    for (const { requests } of [vendor, plain])
      t.deepEqual(
        requests.map(({ headers }) => headers.authorization),
        [undefined],
      );
    const form = {
      RecordingSid: "RE1",
      RecordingStatus: "completed",
      RecordingUrl: `${vendor.url}/twilio`,
      RecordingStartTime: "Mon, 02 Mar 2026 10:00:00 +0000",
      RecordingDuration: "2",
      CallSid: "CA1",
      AccountSid: "AC1",
    };
    const { recording } = (
      await org.graphql(
        `mutation ($payload: JSON!) { ingestDialerCall(adapter: "twilio", payload: $payload,
        userEmail: "rep@example.com") { recording { id } } }`,
        { payload: form },
      )
    ).ingestDialerCall;
    await runFetch(options, org, recording.id);
    t.is(vendor.requests[1]!.headers.authorization, `Bearer ${SECRET}`);
  },
);

test.serial("a login is replaced, listed without its secret, and removed", async (t) => {
  const { org } = t.context;
  await set(org, { host: "API.Example.com:443", kind: "bearer", secret: SECRET });
  await set(org, { host: "api.example.com", kind: "basic", name: "ann", secret: SECRET });
  const { dialerMediaCredentials } = await org.graphql(LIST);
  t.like(dialerMediaCredentials, [{ adapter: "own", host: "api.example.com", kind: "basic" }]);
  t.is(await set(org, null), null);
  t.deepEqual((await org.graphql(LIST)).dialerMediaCredentials, []);
  const { auditLog } = await org.graphql("{ auditLog(first: 3) { nodes { action subject } } }");
  t.deepEqual(auditLog.nodes, [
    { action: "dialer.media_credential_cleared", subject: "own" },
    { action: "dialer.media_credential_set", subject: "own" },
    { action: "dialer.media_credential_set", subject: "own" },
  ]);
});

for (const [field, input] of [
  ["host", { host: "https://api.example.com/", kind: "bearer" }],
  ["host", { host: "user@api.example.com", kind: "bearer" }],
  ["name", { host: "a.example", kind: "bearer", name: "ann" }],
  ["name", { host: "a.example", kind: "basic" }],
  ["name", { host: "a.example", kind: "basic", name: "a:b" }],
  ["name", { host: "a.example", kind: "header", name: "Host" }],
  ["name", { host: "a.example", kind: "header", name: "x y" }],
  ["secret", { host: "a.example", kind: "bearer", secret: "a\r\nb: c" }],
] as const)
  test.serial(
    `a login with an invalid ${field} is refused: ${JSON.stringify(input)}`,
    async (t) => {
      const { org } = t.context;
      const error = await t.throwsAsync(set(org, { secret: SECRET, ...input }));
      t.regex(error.message, new RegExp(field));
    },
  );
