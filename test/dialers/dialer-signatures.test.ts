import { createHmac } from "node:crypto";
import { request } from "node:http";
import { dialpad } from "../../graph/dialers/adapters/dialpad.js";
import { callrail } from "../../graph/dialers/adapters/callrail.js";
import { twilio } from "../../graph/dialers/adapters/twilio.js";
import {
  createVendorUsers,
  vendorBodies,
  listInboundCalls,
  buildDialerPath,
  postToDialer,
  setDialerSecret,
  signJwt,
  contentTypeOf,
} from "../helpers/dialers/dialers.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const REP = "?user_email=rep%40example.com";
const SECRET = "072e77e426f92738a72fe23c4d1953b4";

const buildRequest = (header: string, body: string, url = "") => ({
  body,
  header: () => header,
  url,
});

test("signatures published by vendors are valid, and changed ones aren't", (t) => {
  const rail = "UZAHbUdfm3GqL7qzilGozGzWV64=";
  const body = vendorBodies["callrail"]!;
  t.true(callrail.isSigned(SECRET, buildRequest(rail, body), {}));
  t.false(callrail.isSigned(SECRET, buildRequest(rail, `${body} `), {}));
  t.false(callrail.isSigned(`${SECRET}0`, buildRequest(rail, body), {}));

  const form =
    "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212";
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const plain = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";
  const vectors: [signature: string, url: string, form: string][] = [
    [plain, url, form],
    [plain, url.replace(".com", ".com:1234"), form],
    [
      "Zmvh+3yNM1Phv2jhDCwEM3q5ebU=",
      url.replace("https", "http").replace(".com", ".com:1234"),
      form,
    ],
    ["kvajT1Ptam85bY51eRf/AJRuM3w=", url, form],
    ["0ZXoZLH/DfblKGATFgpif+LLRf4=", url.replace("https", "http"), form],
    ["dsq4Ehbj6cs+KdTkpF5sSSplOWw=", `${url}&Body=It's+amazing`, form],
    [
      "IK+Dwps556ElfBT0I3Rgjkr1wJU=",
      url,
      "Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234",
    ],
  ];
  for (const [signature, signedUrl, fields] of vectors) {
    t.true(twilio.isSigned("12345", buildRequest(signature, fields, signedUrl), {}), signedUrl);
    t.false(twilio.isSigned("12346", buildRequest(signature, fields, signedUrl), {}));
    t.false(twilio.isSigned("12345", buildRequest(signature, `${fields}&x=1`, signedUrl), {}));
    t.false(twilio.isSigned("12345", buildRequest(signature, fields, `${signedUrl}1`), {}));
  }
});

test("the sender of a JWT can't choose how it is verified", (t) => {
  const payload = vendorBodies["dialpad"]!;
  const isSigned = (body: string) => dialpad.isSigned(SECRET, buildRequest("", body), {});
  t.true(isSigned(signJwt(payload, SECRET)));
  t.true(isSigned(`"${signJwt(payload, SECRET)}"`));
  t.false(isSigned(signJwt(payload, "another")));
  for (const alg of ["none", "HS512", "RS256", "hs256"])
    t.false(isSigned(signJwt(payload, SECRET, alg)));
  const [head, , signature] = signJwt(payload, SECRET).split(".");
  t.false(isSigned(`${head}.${Buffer.from("{}").toString("base64url")}.${signature}`));
  t.false(isSigned(`${head}.${Buffer.from(payload).toString("base64url")}.`));
  t.false(isSigned(payload));
});

const buildUrl = (org: Tenant, adapter: string) =>
  `https://debrief.example.com${buildDialerPath(org, adapter, REP)}`;

const twilioSignature = (address: string, secret: string): string => {
  const fields = new URLSearchParams(vendorBodies["twilio"]);
  const names = [...fields.keys()].toSorted();
  const text = names.map((name) => name + fields.get(name)!).join("");
  return createHmac("sha1", secret)
    .update(address + text)
    .digest("base64");
};

type SignedRequest = [body: string, headers: Record<string, string>];

/** What each phone system sends if it has the secret. */
const signers: Record<string, (body: string, secret: string, org: Tenant) => SignedRequest> = {
  aircall: (body, secret) => [JSON.stringify({ ...JSON.parse(body), token: secret }), {}],
  asterisk: (body, secret) => [body, { authorization: `Basic ${btoa(secret)}` }],
  callrail: (body, secret) => [
    body,
    { signature: createHmac("sha1", secret).update(body).digest("base64") },
  ],
  dialpad: (body, secret) => [signJwt(body, secret), { "content-type": "application/jwt" }],
  freeswitch: (body, secret) => [body, { authorization: `Basic ${btoa(secret)}` }],
  ringcentral: (body, secret) => [body, { "verification-token": secret }],
  twilio: (body, secret, org) => [
    body,
    { "x-twilio-signature": twilioSignature(buildUrl(org, "twilio"), secret) },
  ],
};

const buildSigned = (org: Tenant, adapter: string, secret: string): SignedRequest =>
  signers[adapter]!(vendorBodies[adapter]!, secret, org);

test("every adapter has a signer in this test", (t) => {
  t.deepEqual(Object.keys(signers).toSorted(), Object.keys(vendorBodies).toSorted());
});

for (const adapter of Object.keys(vendorBodies))
  test(`with a secret set, only calls of ${adapter} signed with it are ingested`, async (t) => {
    const { server, org } = t.context;
    await createVendorUsers(org);
    t.not(await setDialerSecret(org, adapter, SECRET), null);
    const send = ([body, headers]: SignedRequest) =>
      postToDialer(server, buildDialerPath(org, adapter, REP), body, {
        "content-type": contentTypeOf(adapter),
        ...headers,
      });
    for (const unsigned of [
      [vendorBodies[adapter]!, {}],
      buildSigned(org, adapter, `${SECRET}0`),
    ] as const) {
      const answer = await send(unsigned as SignedRequest);
      t.is(answer.status, 401);
      t.deepEqual(answer.body, { message: "Invalid Api Key" });
    }
    const accepted = await send(buildSigned(org, adapter, SECRET));
    t.is(accepted.status, 200, accepted.text);
    t.truthy(accepted.body.recording);
    const entries = await listInboundCalls(org);
    t.deepEqual(
      entries.map(({ outcome, code, replayable }) => [outcome, code, replayable]),
      [
        ["ingested", null, true],
        ["refused", "UNAUTHENTICATED", false],
        ["refused", "UNAUTHENTICATED", false],
      ],
    );
    t.deepEqual(
      [entries[1].payload, entries[2].payload],
      ["", ""],
      "an unverified payload isn't stored",
    );
    t.false(JSON.stringify(entries).includes(SECRET), "the log contains no secret");

    t.is(await setDialerSecret(org, adapter, null), null);
    t.is((await send([vendorBodies[adapter]!, {}])).status, 200);
  });

test("a dialer secret is write-only, audited and set per organization", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant();
  await setDialerSecret(org, "aircall", SECRET);
  await setDialerSecret(org, "aircall", `${SECRET}1`);
  await setDialerSecret(org, "aircall", null);
  await setDialerSecret(org, "aircall", null);
  const { auditLog } = await org.graphql(
    `{ auditLog(filter: { subject: "aircall" }) { nodes { action fields } } }`,
  );
  t.deepEqual(
    auditLog.nodes.map(({ action }: { action: string }) => action),
    ["dialer.secret_cleared", "dialer.secret_set", "dialer.secret_set"],
  );
  await setDialerSecret(org, "twilio", SECRET);
  const rows = await server.services.db("dialer_secrets").where("organization_id", org.id);
  t.is(rows.length, 1);
  t.false(JSON.stringify(rows).includes(SECRET));
  const DIALERS = "{ dialers { adapter title secretDescription sendsUserEmail secretSetAt } }";
  const { dialers } = await org.graphql(DIALERS);
  t.deepEqual(
    dialers.map((one: { adapter: string; sendsUserEmail: boolean; secretSetAt: string | null }) => [
      one.adapter,
      one.sendsUserEmail,
      one.secretSetAt !== null,
    ]),
    [
      ["aircall", true, false],
      ["asterisk", true, false],
      ["callrail", true, false],
      ["dialpad", true, false],
      ["freeswitch", true, false],
      ["ringcentral", false, false],
      ["twilio", false, true],
    ],
  );
  t.true(
    (await other.graphql(DIALERS)).dialers.every((one: { secretSetAt: null }) => !one.secretSetAt),
  );
  const setSecret = (adapter: string, secret: string) =>
    org.sendGraphql(
      `mutation ($a: String!, $s: String) { setDialerSecret(adapter: $a, secret: $s) { adapter } }`,
      {
        a: adapter,
        s: secret,
      },
    );
  t.like((await setSecret("aircall", "")).errors?.[0], {
    extensions: { code: "INVALID_FIELD", field: "secret" },
  });
  t.regex(
    (await setSecret("__proto__", "x")).errors![0]!.message,
    /there are aircall, asterisk, callrail, dialpad/,
  );
});

test("RingCentral's validation request gets an answer within its size limit", async (t) => {
  const { server, org } = t.context;
  await setDialerSecret(org, "ringcentral", SECRET);
  const received = await new Promise<{ status?: number; raw: string[]; body: string }>(
    (resolve) => {
      const validation = request(
        server.url + buildDialerPath(org, "ringcentral"),
        { method: "POST", headers: { "validation-token": "c0ffee-1", "content-length": 0 } },
        (answer) => {
          let body = "";
          answer.on("data", (part: Buffer) => (body += part.toString()));
          answer.on("end", () =>
            resolve({ status: answer.statusCode!, raw: answer.rawHeaders, body }),
          );
        },
      );
      validation.end();
    },
  );
  t.is(received.status, 200);
  t.is(JSON.parse(received.body).recording, null);
  const names = received.raw.map((name) => name.toLowerCase());
  t.is(received.raw[names.indexOf("validation-token") + 1], "c0ffee-1");
  t.is(received.raw[names.indexOf("content-type") + 1], "application/json; charset=utf-8");
  t.true(
    received.raw.join(": \r\n").length + received.body.length < 1024,
    `${received.raw.join(": ").length} bytes`,
  );
  t.like((await listInboundCalls(org))[0], { channel: "ringcentral", outcome: "ignored" });
  t.is((await postToDialer(server, buildDialerPath(org, "ringcentral"), "")).status, 400);
  t.is(
    (await postToDialer(server, buildDialerPath(org, "aircall"), "", { "validation-token": "x" }))
      .status,
    400,
  );
});
