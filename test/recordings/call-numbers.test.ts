import { phoneSpellings, unreadablePhones } from "../helpers/people/phone-spellings.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const UPSERT = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const SET_COUNTRY = `mutation ($country: String) { setCountry(country: $country) { country } }`;
const RECORDING = `query ($id: ID!) {
  recording(id: $id) { user { email } client { crmEntityId phones } }
}`;

const upsertUser = async (org: Tenant, name: string, fields: object): Promise<string> => {
  const email = `${name.toLowerCase()}@example.com`;
  await org.graphql(UPSERT, { input: { email, name, ...fields } });
  return email;
};

const changeLastDigit = (phone: string): string =>
  phone.slice(0, -1) + ((Number(phone.at(-1)) + 1) % 10);

let calls = 0;
const push = async (org: Tenant, fields: object) => {
  const call = { call_id: `n-${(calls += 1)}`, started_at: "2026-03-02T10:00:00Z", ...fields };
  const { status, body } = await org.send("POST", "/v1/dialer", call);
  const { id } = body.recording ?? {};
  const recording = id && (await org.graphql(RECORDING, { id })).recording;
  return { status, body, id, recording };
};

test("a call without anyone names user_email, after call_id and before started_at", async (t) => {
  const { org } = t.context;
  const call = { call_id: "c-0", started_at: "2026-03-02T10:00:00Z" };
  for (const [body, field] of [
    [{}, "call_id"],
    [{ call_id: "c-0" }, "user_email"],
    [{ ...call, user_email: null, extension: null }, "user_email"],
    [{ call_id: "c-0", extension: "204" }, "started_at"],
  ] as const) {
    const answer = await org.send("POST", "/v1/dialer", body);
    t.is(answer.status, 400);
    t.like(answer.body, { code: "MISSING_REQUIRED_FIELD", field }, JSON.stringify(body));
  }
  const { errors } = await org.sendGraphql(
    `mutation { ingestCall(input: { callId: "c-0", startedAt: "2026-03-02T10:00:00Z" }) { id } }`,
  );
  t.like(errors![0]!.extensions, { code: "MISSING_REQUIRED_FIELD", field: "userEmail" });
});

test("a call names its user by e-mail, else by extension, else by phone", async (t) => {
  const { org } = t.context;
  const ann = await upsertUser(org, "Ann", { extensions: ["204"] });
  const bob = await upsertUser(org, "Bob", { phones: ["+4930123456"] });
  const eve = await upsertUser(org, "Eve", {});
  for (const [fields, email] of [
    [{ extension: "204" }, ann],
    [{ user_phone: "+49 30 123456" }, bob],
    [{ extension: "204", user_phone: "+49 30 123456" }, ann],
    [{ user_email: eve, extension: "204", user_phone: "unknown" }, eve],
  ] as const)
    t.is((await push(org, fields)).recording.user.email, email, JSON.stringify(fields));
});

test("every spelling of a phone finds its user and its client, and no other", async (t) => {
  const { org } = t.context;
  let count = 0;
  for (const [country, phone, spellings] of phoneSpellings) {
    await org.graphql(SET_COUNTRY, { country });
    const rep = await upsertUser(org, `Rep-${country}`, { phones: [phone] });
    await upsertUser(org, `Neighbour-${country}`, { phones: [changeLastDigit(phone)] });
    const customer = { id: `client-${country}`, phone };
    await push(org, { user_email: rep, customer });
    await push(org, {
      user_email: rep,
      customer: { id: `other-${country}`, phone: changeLastDigit(phone) },
    });
    for (const spelling of spellings) {
      count += 1;
      const { recording, body } = await push(org, {
        user_phone: spelling,
        customer: { phone: spelling },
      });
      t.is(recording?.user.email, rep.toLowerCase(), `${country} ${spelling} ${body.message}`);
      t.deepEqual(
        recording?.client,
        { crmEntityId: `client-${country}`, phones: [phone] },
        `${country} ${spelling}`,
      );
    }
  }
  t.is(count, 200);
});

test("marks that programs put around a number don't count", async (t) => {
  const { org } = t.context;
  const phone = "+12127365000";
  const rep = await upsertUser(org, "Rep", { phones: [phone] });
  for (const spelling of [
    "(+1) 212 736-5000",
    "( +1 )212-736-5000",
    "\u202A+1 212 736 5000\u202C",
    "\u2068+12127365000\u2069",
    "\u200E(+1) 212 736 5000",
    "tel:\u202A+12127365000\u202C",
    "sip:+12127365000@pbx.example.com",
  ]) {
    const { recording } = await push(org, { call_id: spelling, user_phone: spelling });
    t.is(recording?.user.email, rep.toLowerCase(), spelling);
  }
});

test("an unreadable phone finds no user and no client", async (t) => {
  const { org } = t.context;
  await org.graphql(SET_COUNTRY, { country: "US" });
  const rep = await upsertUser(org, "Rep", { phones: ["+12125550123", "+12125550124"] });
  await push(org, { user_email: rep, customer: { id: "c-1", phone: "+12125550123" } });
  for (const phone of unreadablePhones) {
    if (phone !== "")
      t.like(
        (await push(org, { user_phone: phone })).body,
        { code: "USER_NOT_FOUND", field: "user_phone" },
        phone,
      );
    const { recording } = await push(org, { user_email: rep, customer: { phone } });
    t.is(recording.client, null, phone);
  }
});

test("a phone that several clients have assigns none, and a later send keeps the client", async (t) => {
  const { org } = t.context;
  const rep = await upsertUser(org, "Rep", {});
  const phone = "+49 30 123456";
  await push(org, { user_email: rep, customer: { id: "c-1", phone } });
  const only = await push(org, { call_id: "kept", user_email: rep, customer: { phone } });
  t.is(only.recording.client.crmEntityId, "c-1");
  await push(org, { user_email: rep, customer: { id: "c-2", phone } });
  t.is((await push(org, { user_email: rep, customer: { phone } })).recording.client, null);
  const again = await push(org, { call_id: "kept", user_email: rep, customer: { phone } });
  t.is(again.recording.client.crmEntityId, "c-1");
});

test("an appointment ignores its customer's phone, whatever it is", async (t) => {
  const { org } = t.context;
  const rep = await upsertUser(org, "Rep", {});
  await push(org, { user_email: rep, customer: { id: "c-1", phone: "+4930123456" } });
  const { status, body } = await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    start_time: "2026-03-02T10:00:00Z",
    end_time: "2026-03-02T11:00:00Z",
    user_email: rep,
    customer: { name: "Ann", phone: 5 },
  });
  t.is(status, 200, JSON.stringify(body));
  t.is(body.appointment.client.id ?? null, null);
});
