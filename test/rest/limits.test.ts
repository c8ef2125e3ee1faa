import { formatQuery } from "../helpers/format-query.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const MOST = 1024;

const TASK = {
  event_id: "e-1",
  user_email: "rep@example.com",
  start_time: "2026-03-03T10:00:00Z",
};
const CALL = {
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

/** So many characters, of which each is two units of JavaScript's and four bytes, and few are alike. */
const emoji = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 7919 + count) % 0x2d0)),
  ).join("");

const letters = (count: number): string => "x".repeat(count);

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code, body.field];

const invalid = (field: string): unknown[] => [400, "INVALID_FIELD", field];

const post = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", { ...TASK, ...fields });
const put = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("PUT", "/v1/scheduled-tasks/e-1", fields);
const dial = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("POST", "/v1/dialer", { ...CALL, ...fields });

type Send = (org: Tenant, text: string) => Promise<Answer>;

/** The fields of a body that are names, titles or ids, by how they are sent. */
const sent: [string, (org: Tenant, fields: object) => Promise<Answer>, string[]][] = [
  ["POST", post, ["event_id", "title"]],
  ["PUT", put, ["title"]],
  ["the dialer", dial, ["call_id", "name", "event_id"]],
];

const texts: [string, string, Send][] = sent.flatMap(([what, send, fields]) => [
  ...fields.map((field): [string, string, Send] => [
    what,
    field,
    (org, text) => send(org, { [field]: text }),
  ]),
  ...["id", "name", "email", "location"].map((name): [string, string, Send] => [
    what,
    `customer.${name}`,
    (org, text) => send(org, { customer: { [name]: text } }),
  ]),
]);

const speaker: Send = (org, name) =>
  dial(org, { transcript: [{ speaker: name, text: "Hello", start: 0, end: 1 }] });

for (const [what, field, send] of [
  ...texts,
  ["the dialer", "transcript.0.speaker", speaker] as const,
])
  test(`${field} may have 1,024 characters by ${what}, whatever their bytes`, async (t) => {
    const { org } = t.context;
    await post(org, {});
    for (const text of [letters(MOST), emoji(MOST), emoji(MOST - 1)]) {
      const answer = await send(org, text);
      t.is(answer.status, 200, answer.text);
      t.is((await send(org, text)).status, 200, "and again");
    }
    for (const text of [letters(MOST + 1), emoji(MOST + 1), letters(100_000)])
      t.deepEqual(outcome(await send(org, text)), invalid(field));
  });

test("long texts are kept whole, and found again by their ids", async (t) => {
  const { org } = t.context;
  const customer = {
    id: emoji(1024),
    name: emoji(1023),
    email: emoji(1022),
    location: emoji(1021),
  };
  const event_id = emoji(1020);
  const { body } = await post(org, { event_id, customer, title: emoji(1019) });
  t.deepEqual(body.appointment.client, customer);
  t.is(body.appointment.title, emoji(1019));
  const path = `/v1/scheduled-tasks/${encodeURIComponent(event_id)}`;
  t.is((await org.get(path)).body.appointment.event_id, event_id);
  for (const [name, text] of [
    ["crmEntityId", customer.id],
    ["email", customer.email],
  ] as const) {
    const found = (await org.get(`/v1/clients?${formatQuery({ [name]: text })}`)).body.clients;
    t.like(found[0], { name: customer.name, address: customer.location });
  }
});

test("an e-mail of 1,024 characters is looked for, a longer one is refused", async (t) => {
  const { org } = t.context;
  await post(org, {});
  for (const send of [post, put, dial]) {
    const known = await send(org, { user_email: letters(MOST) });
    t.deepEqual(outcome(known), [400, "USER_NOT_FOUND", "user_email"]);
    const longer = await send(org, { user_email: letters(MOST + 1) });
    t.deepEqual(outcome(longer), invalid("user_email"));
  }
});

test("a parameter and a path may have 1,024 characters", async (t) => {
  const { org } = t.context;
  for (const [path, name] of [
    ["/v1/scheduled-tasks", "user_email"],
    ["/v1/clients", "crmEntityId"],
    ["/v1/clients", "email"],
  ] as const) {
    const ask = (text: string): Promise<Answer> =>
      org.get(`${path}?${formatQuery({ [name]: text })}`);
    t.is((await ask(letters(MOST))).status, 200);
    t.is((await ask(emoji(MOST))).status, 200);
    t.deepEqual(outcome(await ask(letters(MOST + 1))), invalid(name));
    t.deepEqual(outcome(await ask(emoji(MOST + 1))), invalid(name));
  }
  for (const [path, field] of [
    ["/v1/scheduled-tasks", "event_id"],
    ["/v1/clients", "id"],
    ["/v1/recordings", "id"],
  ] as const) {
    const ask = (text: string): Promise<Answer> => org.get(`${path}/${encodeURIComponent(text)}`);
    t.is((await ask(letters(MOST))).status, 404);
    t.is((await ask(emoji(MOST))).status, 404);
    t.deepEqual(outcome(await ask(letters(MOST + 1))), invalid(field));
  }
});

test("the names and e-mails of users, teams, templates and tags may have 1,024 characters", async (t) => {
  const { org } = t.context;
  const name = emoji(MOST);
  const email = `${emoji(MOST - 2)}@x`;
  await org.createUser(email, { name, role: name });
  t.like((await org.get("/v1/users")).body.users.at(-1), { name, email });
  await org.graphql(`mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`, {
    input: { name, members: [{ email, role: name }] },
  });
  t.like((await org.get("/v1/teams")).body.teams[0], {
    name,
    members: [{ email, name, role: name }],
  });
  const template = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { name } }`;
  await org.graphql(template, { input: { name, questions: [{ question: name }] } });
  const id = await org.createProcessed({}, { tags: [name] });
  t.deepEqual((await org.get(`/v1/recordings/${id}`)).body.recording.tags, [name]);
});
