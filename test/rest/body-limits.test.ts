import { checkJsonLimits } from "../../graph/arguments/body-limits.js";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const DIALER = "/v1/dialer";
const CALL = '"call_id":"c-1","user_email":"rep@example.com","started_at":"2026-03-02T10:00:00Z"';

const buildFields = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",");

/** JSON above each limit, as the value of an unknown field, with the limit in the message. */
const refused: [value: string, limit: string][] = [
  [`{${buildFields(20_001)}}`, "20000 different field names"],
  [
    `[${Array.from({ length: 20_001 }, (_, index) => `{"k${index}":0}`).join(",")}]`,
    "20000 different field names",
  ],
  [`[${"0,".repeat(500_000)}0]`, "500000 values"],
  [`[${"{},".repeat(300_000)}{}]`, "500000 values"],
  ["[".repeat(100) + "]".repeat(100), "100 levels"],
  [`{"${"k".repeat(16_384)}":0}`, "16384 characters in a field name"],
];

const allowed: string[] = [
  `{${buildFields(19_990)}}`,
  `[${"0,".repeat(499_900)}0]`,
  "[".repeat(98) + "]".repeat(98),
  `{"${"k".repeat(16_383)}":0}`,
  JSON.stringify(`{"${"[".repeat(100)}\\"${"{".repeat(100)}`),
];

test("a body above a limit is refused with the limit, on every surface", async (t) => {
  const { org, server } = t.context;
  for (const [value, limit] of refused) {
    const message = `The body has more than ${limit}`;
    const call = await org.send("POST", DIALER, `{${CALL},"unknown":${value}}`);
    t.is(call.status, 400, limit);
    t.deepEqual(call.body, { message, code: "INVALID_JSON" });
    const query = `{"query":"{ viewer { role } }","variables":{"unknown":${value}}}`;
    const answer = await postGraphql(server, org.internalToken, query);
    t.is(answer.status, 400, limit);
    t.deepEqual(answer.body.errors, [{ message, extensions: { code: "INVALID_JSON" } }]);
  }
});

test("a body within the limits is accepted, and unknown fields are ignored", async (t) => {
  const { org } = t.context;
  for (const value of allowed) {
    const answer = await org.send("POST", DIALER, `{${CALL},"unknown":${value}}`);
    t.is(answer.status, 200, value.slice(0, 30));
  }
});

const sendVendorBody = async (org: Tenant, adapter: string, type: string, body: string) =>
  org.send("POST", `${new URL(org.dialerUrl).pathname}/${adapter}`, body, { "content-type": type });

test("bodies of phone systems have the same limits", async (t) => {
  const { org } = t.context;
  const json = await sendVendorBody(
    org,
    "aircall",
    "application/json",
    `{"unknown":${refused[0]![0]}}`,
  );
  t.is(json.status, 400);
  t.deepEqual(json.body, {
    message: "The body has more than 20000 different field names",
    code: "INVALID_JSON",
  });
  const form = await sendVendorBody(
    org,
    "twilio",
    "application/x-www-form-urlencoded",
    "a=1&".repeat(20_000),
  );
  t.is(form.status, 400);
  t.is(form.body.message, "The body has more than 20000 fields");
});

test("a transcript of 50,000 utterances is within the limits", (t) => {
  const utterance = { speaker: "A", role: "rep", text: "x", start: 0, end: 1, confidence: 0.9 };
  const transcript = Array.from({ length: 50_000 }, () => utterance);
  t.notThrows(() => checkJsonLimits(JSON.stringify({ transcript })));
});
