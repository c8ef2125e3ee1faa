import {
  buildDialerPath,
  createVendorUsers,
  listInboundCalls,
  postToDialer,
  vendorBodies,
  withChanges,
} from "../helpers/dialers/dialers.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const CDR = vendorBodies["freeswitch"]!;
/** FreeSWITCH puts this after any URL. */
const QUERY = "?uuid=86cfd6e2-dbda-45a3-b59d-f683ec368e8b";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const post = async (
  server: SharedServer,
  org: Tenant,
  body: string,
  headers: Record<string, string> = {},
) => postToDialer(server, buildDialerPath(org, "freeswitch", QUERY), body, headers);

const INBOUND = {
  "variables.user_name": undefined,
  "variables.sip_from_user": "%2B12025550142",
  "variables.sip_req_user": "%2B493012345",
  "variables.last_sent_callee_id_number": "204",
};

test("a CDR is read as JSON, as a form's field, and as JSON with a form's media type", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  const form = `cdr=${encodeURIComponent(CDR)}`;
  const answers = [
    await post(server, org, CDR),
    await post(server, org, form, FORM),
    await post(server, org, CDR, FORM),
  ];
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  t.is(new Set(answers.map(({ body }) => body.recording.id)).size, 1);
  const base64 = await post(server, org, `cdr=${btoa(CDR)}`, {
    "content-type": "application/x-www-form-base64-encoded",
  });
  t.like(base64.body, { code: "UNSUPPORTED_MEDIA_TYPE" });
});

test("of an inbound call the rep is the party that answered, and the customer the caller", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  const answer = await post(server, org, withChanges(CDR, INBOUND));
  t.is(answer.status, 200, answer.text);
  const [{ parsedCall }] = await listInboundCalls(org);
  t.like(parsedCall, {
    extension: "204",
    customerPhone: "+12025550142",
    customFields: {
      direction: "inbound",
      customer_number: "+12025550142",
      own_number: "+493012345",
    },
  });
});

test("values that FreeSWITCH has not encoded are read as they are", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  const body = withChanges(CDR, {
    "variables.sip_req_user": "+12025550142",
    "variables.hangup_cause": "100%",
  });
  t.is((await post(server, org, body)).status, 200);
  const [{ parsedCall }] = await listInboundCalls(org);
  t.like(parsedCall, {
    customerPhone: "+12025550142",
    customFields: { hangup_cause: "100%" },
  });
});

test("a call of an extension that no user has waits for one", async (t) => {
  const { server, org } = t.context;
  const answer = await post(server, org, withChanges(CDR, { "variables.user_name": "777" }));
  t.is(answer.status, 400);
  t.like(answer.body, {
    code: "USER_NOT_FOUND",
    field: "extension",
    message: "extension isn't an active user's; the call waits until it is",
  });
});

test("a call that names neither party's extension is refused", async (t) => {
  const { server, org } = t.context;
  const body = withChanges(CDR, {
    ...INBOUND,
    "variables.last_sent_callee_id_number": undefined,
  });
  t.like((await post(server, org, body)).body, { code: "USER_NOT_FOUND", field: "extension" });
});

/** Encodes like FreeSWITCH. Up to September 2026, it left `%` as it is before two hexadecimal digits. */
const encodeBody = (text: string, isOld: boolean): string =>
  encodeURIComponent(text).replaceAll(/%25(?=[0-9a-f]{2})/gi, isOld ? "%" : "%25");

const decode = (text: string): string =>
  /%[0-9a-f]{2}/i.test(text) ? decodeURIComponent(text) : text;

test("quotes in values are read with every pair of encodings", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  for (const value of [
    '"Kim Lee" <sip:204@pbx.example.com>;tag=1',
    'Kim "K, L" Lee',
    '"',
    '""',
    'a "b": c',
    String.raw`C:\Kim "x"\ `,
    'line "1"\nline 2',
  ]) {
    const parsed = JSON.parse(CDR) as { variables: Record<string, string> };
    const variables = { sip_full_from: value, ...parsed.variables, sip_full_to: value };
    const encoded = Object.fromEntries(
      Object.entries(variables).map(([name, text]) => [name, encodeURIComponent(decode(text))]),
    );
    for (const body of [
      encodeBody(JSON.stringify({ ...parsed, variables }), false),
      encodeBody(JSON.stringify({ ...parsed, variables: encoded }), false),
      encodeBody(JSON.stringify({ ...parsed, variables: encoded }), true),
    ]) {
      const { status, text } = await post(server, org, `cdr=${body}`, FORM);
      t.is(status, 200, `${value} ${text}`);
    }
  }
  const twice = '{"variables":{"uuid":"1","caller":"a","uuid":"2","caller_name":""Kim""}}';
  t.like(await post(server, org, `cdr=${encodeBody(twice, true)}`, FORM), { status: 400 });
});
