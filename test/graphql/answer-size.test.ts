import { sendMutations } from "../helpers/recordings/bulk-recordings.js";
import { countStatements } from "../helpers/engine/count-statements.js";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-paused-suite.js";

/** The first uses run in the reference executor, the last ones as compiled code. */
const REPETITIONS = 4;
const METADATA_BYTES = 16 * 1024;
const MESSAGE = "The response has more than 16 MiB: request smaller pages or fewer fields";

/** Creates appointments with the largest metadata. */
const createLargeAppointments = async (org: Tenant, count: number): Promise<void> => {
  const text = "x".repeat(METADATA_BYTES - 20);
  await sendMutations(
    org,
    Array.from(
      { length: count },
      (_, index) => `upsertAppointment(input: {
        eventId: "e-${index}", userEmail: "rep@example.com", startTime: "2026-03-03T10:00:00Z"
        metadata: { note: "${text}" }
      }) { id }`,
    ),
  );
};

const buildAliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(" ");

const errorsOf = ({ body }: Answer): [message: string, code: string][] =>
  body.errors.map((error: { message: string; extensions: { code: string } }) => [
    error.message,
    error.extensions.code,
  ]);

test.serial("an answer above 16 MiB is one clear error, also from compiled code", async (t) => {
  const { org, server } = t.context;
  await createLargeAppointments(org, 100);
  const query = `{
    one: appointments(first: 100) { nodes { ...F } }
    two: appointments(first: 100) { nodes { ...F } }
  } fragment F on Appointment { eventId ${buildAliases(49, "metadata")} }`;
  for (let time = 0; time < REPETITIONS; time += 1) {
    const answer = await postGraphql(server, org.internalToken, { query });
    t.is(answer.status, 400);
    t.deepEqual(errorsOf(answer), [[MESSAGE, "GRAPHQL_VALIDATION_FAILED"]]);
    t.false("data" in answer.body);
  }
  const small = `{ one: appointments(first: 100) { nodes { eventId metadata again: metadata } } }`;
  for (let time = 0; time < REPETITIONS; time += 1) {
    const answer = await postGraphql(server, org.internalToken, { query: small });
    t.is(answer.body.data.one.nodes.length, 100);
    t.true(answer.text.length > 2 * 100 * (METADATA_BYTES - 20));
  }
});

test.serial("an operation stops before it loads more than 64 MiB", async (t) => {
  const { org, server } = t.context;
  await createLargeAppointments(org, 100);
  const query = `{ ${buildAliases(100, "appointments(first: 100) { nodes { metadata } }")} }`;
  const { count, result } = await countStatements(server, () =>
    postGraphql(server, org.internalToken, { query }),
  );
  t.deepEqual(errorsOf(result), [[MESSAGE, "GRAPHQL_VALIDATION_FAILED"]]);
  // A page has 1.6 MB.
  t.true(count > 40 && count < 50, `${count} statements`);
});

test.serial("aliases count where their fragment is spread", async (t) => {
  const { org, server } = t.context;
  const send = async (spreads: number): Promise<Answer> =>
    postGraphql(server, org.internalToken, {
      query: `{ ${"viewer { ...F } ".repeat(spreads)} } fragment F on Viewer { ${buildAliases(50, "role")} }`,
    });
  t.is((await send(2)).status, 200);
  const refused = await send(3);
  t.is(refused.status, 400);
  t.deepEqual(errorsOf(refused), [
    [
      "The operation has 150 aliases with its fragments expanded, more than the maximum of 100",
      "GRAPHQL_VALIDATION_FAILED",
    ],
  ]);
});

test.serial("a name has at most 256 characters", async (t) => {
  const { org, server } = t.context;
  const send = async (length: number): Promise<Answer> =>
    postGraphql(server, org.internalToken, { query: `{ ${"a".repeat(length)}: viewer { role } }` });
  t.is((await send(256)).status, 200);
  const long = "a".repeat(257);
  for (const query of [
    `{ ${long}: viewer { role } }`,
    `# a comment\r{ ${long} }`,
    `query ($${long}: Int) { viewer { role } }`,
    `{ appointment(eventId: """\\"""${long}""") { id } ${long} }`,
  ]) {
    const refused = await postGraphql(server, org.internalToken, { query });
    t.is(refused.status, 400, query);
    t.deepEqual(errorsOf(refused), [
      ["A name in the query has more than 256 characters", "GRAPHQL_VALIDATION_FAILED"],
    ]);
  }
  for (const query of [
    `{ appointment(eventId: "\\"${long}") { id } }`,
    `{ appointment(eventId: """${long}""") { id } } # ${long}`,
  ])
    t.deepEqual((await postGraphql(server, org.internalToken, { query })).body, {
      data: { appointment: null },
    });
});

test.serial("a document may scan ten lists, but not more", async (t) => {
  const { org, server } = t.context;
  const filter = `{ updatedSince: "2026-01-01", clientId: "none" }`;
  const send = async (count: number, variables?: object): Promise<Answer> =>
    postGraphql(server, org.internalToken, {
      query: variables
        ? `query ($filter: RecordingFilter) { ${buildAliases(count, "recordings(first: 1, filter: $filter) { hasMore }")} }`
        : `{ ${buildAliases(count, `recordings(first: 1, filter: ${filter}) { hasMore }`)} }`,
      variables,
    });
  t.is((await send(10)).status, 200);
  t.is((await send(11)).status, 400);
  t.is((await send(90, { filter: { clientId: "none" } })).status, 200);
  const refused = await send(90, { filter: { clientId: "none", tag: "x" } });
  t.is(refused.status, 400);
  t.regex(errorsOf(refused)[0]![0], /^The operation could read 225\d{3} rows, more than/);
  t.is((await send(90, { filter: { clientId: "none", tag: null } })).status, 200);
});
