import { accessGroups } from "../harness/access/groups.js";
import { listWords } from "../harness/access/group.js";
import {
  attackNames,
  buildNames,
  type NamedThings,
  type NarrowedCaller,
  withKey,
} from "../harness/access/changes-by-names.js";
import { ABSENT, createRep, type RepData } from "../harness/access/rep-data.js";
import { closedFields } from "../harness/access/viewer-queries.js";
import { finalRequests } from "../harness/isolation/base-values.js";
import { createTemplate } from "../harness/isolation/filled-organization.js";
import { buildChanges, buildRequests } from "../harness/isolation/requests.js";
import { listClosedFields } from "../helpers/graphql/closed-fields.js";
import { buildFullSelection } from "../helpers/graphql/full-selection.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { test } from "../helpers/own-suite.js";
import { getSchema } from "../helpers/graphql/schema.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const LEAD = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;

/** Reads everything that a caller sees of what changes can name. */
const buildReading = (without: ReadonlySet<string>): string => {
  const select = (type: string): string => buildFullSelection(getSchema(), type, 3, without);
  return `{
    recordings(first: 50) { nodes ${select("Recording")} }
    appointments(first: 50) { nodes ${select("Appointment")} }
    clients(first: 50) { nodes ${select("Client")} }
    comments(first: 50) { nodes ${select("Comment")} }
  }`;
};

/** Creates the callers of one team: keys, its lead and its rep. */
const createNarrowedCallers = async (
  server: TestServer,
  org: Tenant,
  own: RepData,
): Promise<NarrowedCaller[]> => {
  const lead = await org.createUser("lead@example.com");
  await org.graphql(LEAD, {
    input: { id: own.team, name: "North", members: [{ email: own.email }], leads: [lead] },
  });
  const createKey = async (scopes: string[]): Promise<string> =>
    (await createNamedKey(org, { scopes, teamIds: [own.team] })).key;
  const key = await createKey(["read", "ingest", "export"]);
  const closedToKeys = listClosedFields("key:read");
  const reading = buildReading(closedToKeys);
  const readByKey = async (): Promise<string> =>
    JSON.stringify(await org.sendGraphql(reading, {}, key));
  const endpoints = buildRequests().filter(
    ({ name, surface }) => surface === "rest" && !/^GET |:dialerToken/.test(name),
  );
  const sessionChanges = buildChanges("session", closedFields);
  const people: NarrowedCaller[] = [];
  for (const [role, email] of [
    ["manager", lead],
    ["rep", own.email],
  ] as const) {
    const page = await signInAs(server, org, email, role);
    const read = async (): Promise<string> => (await page.query(buildReading(closedFields))).text;
    people.push({ name: role, requests: sessionChanges, org, page, read });
  }
  return [
    {
      name: "a key of the team",
      requests: [...endpoints, ...buildChanges("key", closedToKeys)],
      org: withKey(server, org, key),
      page: undefined,
      read: readByKey,
    },
    {
      name: "a key of the team that only sends",
      requests: endpoints,
      org: withKey(server, org, await createKey(["ingest"])),
      page: undefined,
      read: readByKey,
    },
    ...people,
  ];
};

/** The names of tomorrow's data of the other team; its clients and calls have other ids. */
const FUTURE: RepData = { ...ABSENT, word: "canaryfuture", event: "canaryfuturexevent3" };

const listOwnOperations = (column: "manager" | "rep"): string[] =>
  accessGroups
    .filter((group) => group[column] !== undefined)
    .flatMap(({ operations }) => listWords(operations))
    .filter((name) => Object.hasOwn(getSchema().getMutationType()!.getFields(), name))
    .filter((name) => !finalRequests.has(name));

test.serial("a change that names what others have is answered as if it didn't exist", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const own = await createRep(server, org, "canaryown", template);
  const other = await createRep(server, org, "canaryother", template);
  let absents = 0;
  const names: NamedThings = {
    // A processed call stays as it is.
    own: { ...buildNames(own, template), callId: `${own.word}xopen` },
    other: buildNames(other, template),
    buildAbsent: () => {
      const word = `canaryabsent${(absents += 1)}`;
      const email = `${word}xrep@example.com`;
      return buildNames({ ...ABSENT, word, email, event: `${word}xevent3` }, template);
    },
    future: { ...buildNames(FUTURE, template), crmEntityId: "absent", callId: "absent" },
  };
  const callers = await createNarrowedCallers(server, org, own);
  const found: string[] = [];
  const allowed = new Map<string, string[]>();
  for (const caller of callers) {
    const result = await attackNames(server, caller, names, other.word);
    found.push(...result.problems);
    allowed.set(caller.name, result.allowed);
  }
  // What the callers named before it existed is the other team's all the same.
  const later = await createRep(server, org, FUTURE.word, template);
  const { body } = await org.get(`/v1/scheduled-tasks/${later.event}`);
  t.is(body.appointment.recordingId, later.recording);
  for (const { name, read } of callers) {
    const text = await read();
    t.true(text.includes(own.word), `${name} reads its own`);
    const at = text.indexOf(FUTURE.word);
    if (at >= 0) found.push(`${name} reads later: ${text.slice(Math.max(0, at - 200), at + 100)}`);
  }
  t.deepEqual(found.slice(0, 20), []);
  // Else nothing was tried.
  for (const column of ["manager", "rep"] as const)
    for (const operation of listOwnOperations(column))
      t.true(allowed.get(column)!.includes(operation), `${column}: ${operation}`);
  for (const operation of ["POST /v1/dialer", "PUT /v1/scheduled-tasks/:event_id", "ingestCall"])
    t.true(allowed.get("a key of the team")!.includes(operation), operation);
});
