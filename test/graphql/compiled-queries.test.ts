import { createSchema } from "../../graph/schema.js";
import { buildFullSelection } from "../helpers/full-selection.js";
import { createFullData } from "../helpers/contract-data.js";
import type { KnownIds } from "../helpers/contract-expectations.js";
import { postGraphql } from "../helpers/post-graphql.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const schema = createSchema();
const all = (type: string, depth: number): string => buildFullSelection(schema, type, depth);

/** One more than a document must have come to be compiled. */
const TIMES = 4;

/** The answers to a document that repeats: the first by the reference executor, the last compiled. */
const answers = async (
  { fetch }: SharedServer,
  org: Tenant,
  query: string,
  variables: object,
): Promise<string[]> => {
  const texts: string[] = [];
  for (let time = 0; time < TIMES; time += 1) {
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

type Case = [query: string, variables?: (known: KnownIds) => object];

const connections: Case[] = [
  ["recordings", "RecordingConnection", 4],
  ["clients", "ClientConnection", 4],
  ["deliveries", "DeliveryConnection", 4],
].map(([field, type, depth]) => [`{ ${field} ${all(String(type), Number(depth))} }`]);

const PAGE = `query ($n: Int = 2, $after: String, $with: Boolean = true, $filter: RecordingFilter) {
  page: recordings(first: $n, after: $after, filter: $filter) {
    nodes { id ...more @include(if: $with) called: name name @skip(if: $with) }
    ... @skip(if: $with) { nextCursor }
    ... on RecordingConnection { hasMore }
  }
}
fragment more on Recording { createdAt closed url tags user { email } appointment { eventId } }`;

const answered: Case[] = [
  ...connections,
  [
    `query ($id: ID!) { recording(id: $id) ${all("Recording", 3)} }`,
    (k) => ({ id: k.recordingId }),
  ],
  [`query ($id: ID!) { client(id: $id) { id } recording(id: $id) { id } }`, () => ({ id: "none" })],
  [`{ users(active: null) ${all("User", 2)} webhooks ${all("Webhook", 3)} }`],
  [`{ teams ${all("Team", 3)} templates ${all("Template", 3)} viewer ${all("Viewer", 3)} }`],
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

/** What cannot be had, and what is never compiled. */
const refused: Case[] = [
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

test("a query is answered in the same bytes however often it comes", async (t) => {
  const { server, org } = t.context;
  const known = await createFullData(server, org);
  for (const [query, variables = () => ({})] of [...answered, ...refused]) {
    const [first, ...repeated] = await answers(server, org, query, variables(known));
    for (const again of repeated) t.is(again, first!, query);
  }
  for (const [query, variables = () => ({})] of answered)
    t.regex((await answers(server, org, query, variables(known)))[0]!, /^200 {"data"/, query);
});

test("a query that repeats reads anew each time, and for each organization its own", async (t) => {
  const { server, org } = t.context;
  const query = `{ users { name } viewer { organization { id } } }`;
  await org.createUser("rep@example.com", { name: "Ann" });
  const before = (await answers(server, org, query, {})).at(-1)!;
  t.true(before.includes("Ann") && before.includes(org.id));
  await org.createUser("rep@example.com", { name: "Bea" });
  const after = (await answers(server, org, query, {}))[0]!;
  t.is(after, before.replace("Ann", "Bea"));
  const other = await server.createTenant();
  const others = (await answers(server, other, query, {}))[0]!;
  t.true(others.includes(other.id) && !others.includes(org.id) && !others.includes("Bea"));
});

test("the role is asked for each time", async (t) => {
  const { org } = t.context;
  const query = `{ recordings { nodes { id deliveries { nodes { id } } } } }`;
  const call = await org.createProcessed();
  for (let time = 0; time < TIMES; time += 1)
    t.is((await org.sendGraphql(query)).data.recordings.nodes[0].id, call);
  const refused = await org.sendGraphql(query, {}, org.apiKey);
  t.is(refused.errors?.[0]?.extensions.code, "FORBIDDEN");
  t.is(refused.data, null);
});

test("an operation that a document does not have is not there, however often it is asked for", async (t) => {
  const { org, server } = t.context;
  const body = { query: "query A { viewer { role } }", operationName: "B" };
  for (let time = 0; time < TIMES; time += 1) {
    const answer = await postGraphql(server, org.internalToken, body);
    t.is(answer.body.errors?.[0].extensions.code, "OPERATION_RESOLUTION_FAILURE", `${time}`);
  }
});
