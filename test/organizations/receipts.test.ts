import { getNamedType, type GraphQLObjectType, isLeafType, isObjectType } from "graphql";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { getSchema } from "../helpers/graphql/schema.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const CANARY = "albatross";
const START = "2026-03-02T10:00:00Z";

const CHANGES: Record<string, string> = {
  ingestCall: `ingestCall(input: {
    callId: "c-1", userEmail: "rep@example.com", startedAt: "${START}" })`,
  upsertAppointment: `upsertAppointment(input: {
    eventId: "e-1", userEmail: "rep@example.com", startTime: "${START}" })`,
  updateAppointment: 'updateAppointment(eventId: "e-1", input: {})',
};

/** Creates a processed call with its appointment and client, whose texts all have the canary. */
const createCall = async (org: Tenant): Promise<void> => {
  const customer = {
    id: "crm-1",
    name: CANARY,
    email: `${CANARY}@example.com`,
    location: CANARY,
  };
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: START,
    title: CANARY,
    customer,
    metadata: { note: CANARY },
  });
  const transcript = [{ speaker: CANARY, role: "client", text: CANARY, start: 0, end: 1_000 }];
  await org.createProcessed(
    { call_id: "c-1", event_id: "e-1", started_at: START, customer, transcript },
    { summary: CANARY, notes: CANARY, coaching: CANARY, tags: [CANARY] },
  );
};

/** Selects a field with all below it that aren't objects; undefined where it needs arguments. */
const selectField = (
  { args, name, type }: ReturnType<GraphQLObjectType["getFields"]>[string],
  depth: number,
): string | undefined => {
  if (args.some((arg) => String(arg.type).endsWith("!") && arg.defaultValue === undefined))
    return undefined;
  const named = getNamedType(type);
  if (isLeafType(named)) return name;
  if (!isObjectType(named) || depth === 0) return undefined;
  const below = Object.values(named.getFields()).flatMap((f) => selectField(f, depth - 1) ?? []);
  return below.length > 0 ? `${name} { ${below.join(" ")} }` : undefined;
};

const listSelections = (change: string): string[] => {
  const type = getNamedType(getSchema().getMutationType()!.getFields()[change]!.type);
  return Object.values((type as GraphQLObjectType).getFields()).flatMap(
    (field) => selectField(field, 2) ?? [],
  );
};

test("a key that may only send gets ids, states and times from its changes, and no content", async (t) => {
  const { org } = t.context;
  await createCall(org);
  const { key } = await createNamedKey(org, { scopes: ["ingest"] });
  for (const [change, call] of Object.entries(CHANGES)) {
    const outcomes = { answered: [] as string[], refused: 0 };
    for (const selection of listSelections(change)) {
      const answer = await org.sendGraphql(`mutation { ${call} { ${selection} } }`, {}, key);
      const code = answer.errors?.[0]?.extensions.code;
      if (code === undefined) outcomes.answered.push(selection);
      else outcomes.refused += 1;
      t.true(code === undefined || code === "FORBIDDEN", `${selection}: ${code}`);
      t.false(JSON.stringify(answer).includes(CANARY), `${change}: ${selection}`);
    }
    t.true(outcomes.answered.includes("id") && outcomes.answered.includes("status"), change);
    t.true(outcomes.refused > 5, change);
  }
});

test("a refused change of a key without read changes nothing, and names the field", async (t) => {
  const { org } = t.context;
  const { key } = await createNamedKey(org, { scopes: ["ingest"] });
  const send = async (document: string) => org.sendGraphql(document, {}, key);
  const { errors } = await send(`mutation { ${CHANGES["ingestCall"]} { id ...call } }
    fragment call on Recording { ... { summary } }`);
  t.is(errors?.[0]?.message, "The key lacks the scope read, which Recording.summary needs");
  t.deepEqual((await org.get("/v1/recordings")).body.recordings, []);
  const { recordings } = await org.graphql(
    "{ recordings(filter: { status: received }) { nodes { id } } }",
  );
  t.deepEqual(recordings.nodes, []);
  t.is((await send(`mutation { ${CHANGES["ingestCall"]} { __typename id } }`)).errors, undefined);
});

test("keys for people and webhooks read what they manage, as over /v1", async (t) => {
  const { org } = t.context;
  const people = await createNamedKey(org, { scopes: ["people"] });
  const user = await org.sendGraphql(
    `mutation { upsertUser(input: { email: "new@example.com", name: "New" }) {
      email name role active phones extensions lastRecordedAt } }`,
    {},
    people.key,
  );
  t.is(user.errors, undefined);
  const webhooks = await createNamedKey(org, { scopes: ["webhooks"] });
  const webhook = await org.sendGraphql(
    `mutation { upsertWebhook(input: { url: "https://hooks.example.com/a" }) {
      webhook { id url active trigger events } signingSecret } }`,
    {},
    webhooks.key,
  );
  t.is(webhook.errors, undefined);
});

test("a key with read gets from its changes what it could query", async (t) => {
  const { org } = t.context;
  await createCall(org);
  const { key } = await createNamedKey(org, { scopes: ["ingest", "read"] });
  const { errors, data } = await org.sendGraphql(
    `mutation { ${CHANGES["ingestCall"]} { summary transcript { text } } }`,
    {},
    key,
  );
  t.is(errors, undefined);
  t.is(data.ingestCall.summary, CANARY);
});
