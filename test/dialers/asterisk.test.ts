import {
  buildDialerPath,
  contentTypeOf,
  createVendorUsers,
  listInboundCalls,
  postToDialer,
} from "../helpers/dialers/dialers.js";
import { uploadForm } from "../helpers/recordings/media.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const BASE = { uniqueid: "1795445793.14", start: "1795445796.251", billsec: "20" };

const post = async (server: SharedServer, org: Tenant, fields: Record<string, string>) =>
  postToDialer(
    server,
    buildDialerPath(org, "asterisk"),
    new URLSearchParams({ ...BASE, ...fields }).toString(),
    { "content-type": contentTypeOf("asterisk") },
  );

/** Details of two calls as CDR() has them: a user of 204 calls out, and a customer calls in. */
const OUT = {
  src: "204",
  dst: "+12025550142",
  channel: "PJSIP/204-00000000",
  dstchannel: "PJSIP/trunk-00000001",
};
const IN = {
  src: "+12025550142",
  dst: "493012345",
  channel: "PJSIP/trunk-00000000",
  dstchannel: "PJSIP/204-00000001",
};

const OUT_CALL = {
  extension: "204",
  customerPhone: "+12025550142",
  customFields: { direction: "outbound", extension: "204", customer_number: "+12025550142" },
};
const IN_CALL = {
  extension: "204",
  customerPhone: "+12025550142",
  customFields: {
    direction: "inbound",
    extension: "204",
    customer_number: "+12025550142",
    own_number: "493012345",
  },
};

const cases: [name: string, fields: Record<string, string>, parsed: object][] = [
  ["a call out", { ...OUT, direction: "out" }, OUT_CALL],
  ["a call in", { ...IN, direction: "in" }, IN_CALL],
  ["a call out without a direction", OUT, OUT_CALL],
  ["a call in without a direction", IN, IN_CALL],
  ["another technology", { ...OUT, channel: "SIP/204-0a1b2c" }, OUT_CALL],
  ["a hidden extension", { ...OUT, src: "4930", direction: "outbound" }, OUT_CALL],
  ["a name with a hyphen", { ...IN, dstchannel: "PJSIP/a-1-00000001" }, { extension: "a-1" }],
  ["a local channel", { ...IN, dstchannel: "Local/204@phones-00000001;1" }, IN_CALL],
  ["an extension of its own", { ...IN, extension: "205" }, { extension: "205" }],
  ["a customer of its own", { ...IN, customer: "+1999" }, { customerPhone: "+1999" }],
];

for (const [name, fields, parsed] of cases)
  test(`the rep and the customer are found in ${name}`, async (t) => {
    const { server, org } = t.context;
    await createVendorUsers(org);
    await post(server, org, fields);
    const [entry] = await listInboundCalls(org);
    t.like(entry.parsedCall, {
      callId: "asterisk:1795445793.14",
      startedAt: "2026-11-23T14:56:36.251Z",
      duration: 20_000,
      ...parsed,
    });
  });

test("invalid details are refused by the sender's names", async (t) => {
  const { server, org } = t.context;
  for (const [fields, code, field] of [
    [{ ...IN, direction: "up" }, "INVALID_FIELD", "direction"],
    [{ ...IN, start: "2026-11-23 14:56:36" }, "INVALID_FIELD", "start"],
    [{ ...IN, start: "" }, "MISSING_REQUIRED_FIELD", "start"],
    [{ ...IN, uniqueid: "" }, "MISSING_REQUIRED_FIELD", "uniqueid"],
    [{ ...IN, billsec: "-1" }, "INVALID_FIELD", "billsec"],
    [{ src: "1", dst: "2", channel: "x" }, "USER_NOT_FOUND", "extension"],
    [IN, "USER_NOT_FOUND", "extension"],
  ] as const)
    t.like((await post(server, org, fields)).body, { code, field }, JSON.stringify(fields));
});

test("a call's details and its file become one recording", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  const { body } = await post(server, org, IN);
  const answer = await uploadForm(server, org, {
    call_id: "asterisk:1795445793.14",
    user_email: undefined,
    extension: "204",
    started_at: "2026-11-23T14:56:36Z",
  });
  t.is(answer.body.recording.id, body.recording.id);
});
