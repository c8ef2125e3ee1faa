import { createSchema } from "../../graph/schema.js";
import { buildFullSelection } from "../helpers/graphql/full-selection.js";
import { createFullData } from "../helpers/rest/contract-data.js";
import type { KnownIds } from "../helpers/rest/contract-expectations.js";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const schema = createSchema();
const select = (type: string, depth: number): string => buildFullSelection(schema, type, depth);

/** More repetitions than a document needs before it is compiled. */
const REPETITIONS = 4;

/** Repeats a document: the reference executor runs the first, compiled code the last. */
const repeatQuery = async (
  { fetch }: SharedServer,
  org: Tenant,
  query: string,
  variables: object,
): Promise<string[]> => {
  const texts: string[] = [];
  for (let time = 0; time < REPETITIONS; time += 1) {
    const { status, text } = await fetch("/graphql", {
      method: "POST",
      headers: {
        authorization: `Bearer ${org.internalToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ query, variables }),
    });
    texts.push(`${status} ${text}`);
  }
  return texts;
};

type Case = [query: string, variables?: (ids: KnownIds) => object];

const connections: Case[] = [
  ["recordings", "RecordingConnection", 4],
  ["clients", "ClientConnection", 4],
  ["deliveries", "DeliveryConnection", 4],
].map(([field, type, depth]) => [`{ ${field} ${select(String(type), Number(depth))} }`]);

const PAGE = `query ($n: Int = 2, $after: String, $with: Boolean = true, $filter: RecordingFilter) {
  page: recordings(first: $n, after: $after, filter: $filter) {
    nodes { id ...more @include(if: $with) called: name name @skip(if: $with) }
    ... @skip(if: $with) { nextCursor }
    ... on RecordingConnection { hasMore }
  }
}
fragment more on Recording { createdAt closed url tags user { email } appointment { eventId } }`;

const succeeding: Case[] = [
  ...connections,
  [
    `query ($id: ID!) { recording(id: $id) ${select("Recording", 3)} }`,
    (k) => ({ id: k.recordingId }),
  ],
  [`query ($id: ID!) { client(id: $id) { id } recording(id: $id) { id } }`, () => ({ id: "none" })],
  [`{ users(active: null) ${select("User", 2)} webhooks ${select("Webhook", 3)} }`],
  [
    `{ teams ${select("Team", 3)} templates ${select("Template", 3)} viewer ${select("Viewer", 3)} }`,
  ],
  [`{ a: users { email } b: users { email name } users { role } users { active } }`],
  [PAGE],
  [PAGE, () => ({ n: 1, with: false })],
  [PAGE, () => ({ n: null, after: null, filter: null })],
  [PAGE, () => ({ filter: { status: "processed", from: "2020-01-01" } })],
  [`{ recordings(first: 1, filter: { to: "2020-01-01", tag: "x" }) { nodes { id } hasMore } }`],
  [`{ ...both @skip(if: true) ...both } fragment both on Query { viewer { role } }`],
  [`{ viewer @skip(if: true) { ... { role } } viewer { organization { id } } }`],
  [`{ ... @include(if: false) { viewer { role } } viewer { organization { id } viewer: role } }`],
  [`query ($from: DateFrom) { recordings(filter: { from: $from }) { nodes { id } } }`],
];

/** Documents that fail or are never compiled. */
const failing: Case[] = [
  [PAGE, () => ({ n: 0 })],
  [PAGE, () => ({ n: "x" })],
  [PAGE, () => ({ after: "x" })],
  [PAGE, () => ({ filter: { status: "unknown" } })],
  [
    `{ users { email } recordings(first: 0) { hasMore } again: recordings(after: "x") { hasMore } }`,
  ],
  [`{ clients(after: "x") { hasMore } viewer { role } }`],
  [`query ($id: ID!) { client(id: $id) { id } }`, () => ({})],
  [`query a { viewer { role } } query b { users { email } }`],
  [`{ __schema { queryType { name } } __type(name: "Recording") { kind } __typename }`],
  [`{ nothing }`],
  [`{ viewer {`],
];

test("a repeated query always returns the same bytes", async (t) => {
  const { server, org } = t.context;
  const ids = await createFullData(server, org);
  for (const [query, variables = () => ({})] of [...succeeding, ...failing]) {
    const [first, ...repeated] = await repeatQuery(server, org, query, variables(ids));
    for (const repeatedAnswer of repeated) t.is(repeatedAnswer, first!, query);
  }
  for (const [query, variables = () => ({})] of succeeding)
    t.regex((await repeatQuery(server, org, query, variables(ids)))[0]!, /^200 {"data"/, query);
});

test("a repeated query reads current data of the caller's organization", async (t) => {
  const { server, org } = t.context;
  const query = `{ users { name } viewer { organization { id } } }`;
  await org.createUser("rep@example.com", { name: "Ann" });
  const before = (await repeatQuery(server, org, query, {})).at(-1)!;
  t.true(before.includes("Ann") && before.includes(org.id));
  await org.createUser("rep@example.com", { name: "Bea" });
  const after = (await repeatQuery(server, org, query, {}))[0]!;
  t.is(after, before.replace("Ann", "Bea"));
  const other = await server.createTenant();
  const otherAnswer = (await repeatQuery(server, other, query, {}))[0]!;
  t.true(
    otherAnswer.includes(other.id) && !otherAnswer.includes(org.id) && !otherAnswer.includes("Bea"),
  );
});

test("a repeated query checks the role every time", async (t) => {
  const { org } = t.context;
  const query = `{ recordings { nodes { id deliveries { nodes { id } } } } }`;
  const call = await org.createProcessed();
  for (let time = 0; time < REPETITIONS; time += 1)
    t.is((await org.sendGraphql(query)).data.recordings.nodes[0].id, call);
  const failing = await org.sendGraphql(query, {}, org.apiKey);
  t.is(failing.errors?.[0]?.extensions.code, "FORBIDDEN");
  t.is(failing.data, null);
});

test("a repeated document never finds a missing operation", async (t) => {
  const { org, server } = t.context;
  const body = { query: "query A { viewer { role } }", operationName: "B" };
  for (let time = 0; time < REPETITIONS; time += 1) {
    const answer = await postGraphql(server, org.internalToken, body);
    t.is(answer.body.errors?.[0].extensions.code, "OPERATION_RESOLUTION_FAILURE", `${time}`);
  }
});
