import { formatQuery } from "../helpers/graphql/format-query.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const MAX_LENGTH = 1024;

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

/** Builds text of `count` characters. Each is two UTF-16 units and four bytes, and few repeat. */
const buildEmoji = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(0x1f300 + ((index * 7919 + count) % 0x2d0)),
  ).join("");

const buildLetters = (count: number): string => "x".repeat(count);

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code, body.field];

const invalidField = (field: string): unknown[] => [400, "INVALID_FIELD", field];

const postTask = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", { ...TASK, ...fields });
const putTask = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("PUT", "/v1/scheduled-tasks/e-1", fields);
const postCall = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("POST", "/v1/dialer", { ...CALL, ...fields });

type Send = (org: Tenant, text: string) => Promise<Answer>;

/** The name, title and ID fields of each body. */
const sent: [string, (org: Tenant, fields: object) => Promise<Answer>, string[]][] = [
  ["POST", postTask, ["event_id", "title"]],
  ["PUT", putTask, ["title"]],
  ["the dialer", postCall, ["call_id", "name", "event_id"]],
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

const sendSpeaker: Send = (org, name) =>
  postCall(org, { transcript: [{ speaker: name, text: "Hello", start: 0, end: 1 }] });

for (const [what, field, send] of [
  ...texts,
  ["the dialer", "transcript.0.speaker", sendSpeaker] as const,
])
  test(`${field} may have 1,024 characters in ${what}, whatever their size in bytes`, async (t) => {
    const { org } = t.context;
    await postTask(org, {});
    for (const text of [
      buildLetters(MAX_LENGTH),
      buildEmoji(MAX_LENGTH),
      buildEmoji(MAX_LENGTH - 1),
    ]) {
      const answer = await send(org, text);
      t.is(answer.status, 200, answer.text);
      t.is((await send(org, text)).status, 200, "the same text a second time");
    }
    for (const text of [
      buildLetters(MAX_LENGTH + 1),
      buildEmoji(MAX_LENGTH + 1),
      buildLetters(100_000),
    ])
      t.deepEqual(outcome(await send(org, text)), invalidField(field));
  });

test("long texts are stored completely and found by their IDs", async (t) => {
  const { org } = t.context;
  const customer = {
    id: buildEmoji(1024),
    name: buildEmoji(1023),
    email: buildEmoji(1022),
    location: buildEmoji(1021),
  };
  const event_id = buildEmoji(1020);
  const { body } = await postTask(org, { event_id, customer, title: buildEmoji(1019) });
  t.deepEqual(body.appointment.client, customer);
  t.is(body.appointment.title, buildEmoji(1019));
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

test("a user_email may have 1,024 characters, but not more", async (t) => {
  const { org } = t.context;
  await postTask(org, {});
  for (const send of [postTask, putTask, postCall]) {
    const longest = await send(org, { user_email: buildLetters(MAX_LENGTH) });
    t.deepEqual(outcome(longest), [400, "USER_NOT_FOUND", "user_email"]);
    const longer = await send(org, { user_email: buildLetters(MAX_LENGTH + 1) });
    t.deepEqual(outcome(longer), invalidField("user_email"));
  }
});

test("parameters and path segments may have 1,024 characters", async (t) => {
  const { org } = t.context;
  for (const [path, name] of [
    ["/v1/scheduled-tasks", "user_email"],
    ["/v1/clients", "crmEntityId"],
    ["/v1/clients", "email"],
  ] as const) {
    const load = (text: string): Promise<Answer> =>
      org.get(`${path}?${formatQuery({ [name]: text })}`);
    t.is((await load(buildLetters(MAX_LENGTH))).status, 200);
    t.is((await load(buildEmoji(MAX_LENGTH))).status, 200);
    t.deepEqual(outcome(await load(buildLetters(MAX_LENGTH + 1))), invalidField(name));
    t.deepEqual(outcome(await load(buildEmoji(MAX_LENGTH + 1))), invalidField(name));
  }
  for (const [path, field] of [
    ["/v1/scheduled-tasks", "event_id"],
    ["/v1/clients", "id"],
    ["/v1/recordings", "id"],
  ] as const) {
    const load = (text: string): Promise<Answer> => org.get(`${path}/${encodeURIComponent(text)}`);
    t.is((await load(buildLetters(MAX_LENGTH))).status, 404);
    t.is((await load(buildEmoji(MAX_LENGTH))).status, 404);
    t.deepEqual(outcome(await load(buildLetters(MAX_LENGTH + 1))), invalidField(field));
  }
});

test("names, e-mails and tags may have 1,024 characters", async (t) => {
  const { org } = t.context;
  const name = buildEmoji(MAX_LENGTH);
  const email = `${buildEmoji(MAX_LENGTH - 2)}@x`;
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
