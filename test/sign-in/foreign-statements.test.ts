import { PASSWORD } from "../helpers/sign-in/console-session.js";
import {
  createForeignOrganization,
  createUnknownNames,
  sendGraphqlAs,
} from "../helpers/organizations/foreign-organization.js";
import { createTemplate } from "../harness/isolation/filled-organization.js";
import { readAnswer } from "../harness/access/answers.js";
import { listKeyRequests } from "../harness/access/key-requests.js";
import { ABSENT, createRep, type RepData } from "../harness/access/rep-data.js";
import type { RouteRequest } from "../harness/access/route-requests.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { buildOperations } from "../helpers/graphql/operations.js";
import { recordStatements } from "../helpers/engine/record-statements.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

/** Returns the statements of each, where they differ. */
const findDifference = async (
  server: TestServer,
  foreign: () => Promise<unknown>,
  absent: () => Promise<unknown>,
): Promise<unknown> => {
  // The first use of a statement or a key may run others.
  await absent();
  await foreign();
  const statements = [
    await recordStatements(server, foreign),
    await recordStatements(server, absent),
  ];
  return String(statements[0]) === String(statements[1]) ? undefined : statements;
};

test.serial("another organization's ids cost the same statements as unknown ones", async (t) => {
  const { server, org } = t.context;
  const { names } = await createForeignOrganization(server);
  const unknowns = Object.values(buildOperations(createUnknownNames(server, names))).flat();
  let count = 0;
  for (const [index, operation] of Object.values(buildOperations(names)).flat().entries()) {
    if (operation === unknowns[index]) continue;
    count += 1;
    for (const kind of ["query", "mutation"])
      t.is(
        await findDifference(
          server,
          () => sendGraphqlAs(server, org, `${kind} { ${operation} }`),
          () => sendGraphqlAs(server, org, `${kind} { ${unknowns[index]} }`),
        ),
        undefined,
        operation,
      );
  }
  t.true(count > 15);
});

const createReps = async (server: TestServer, org: Tenant, suffix: string) => {
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  return {
    own: await createRep(server, org, `canaryown${suffix}`, template),
    other: await createRep(server, org, `canaryother${suffix}`, template),
  };
};

const JSON_TYPE = { "content-type": "application/json" };

/** Lists changes that name what belongs to a rep. */
const listKeyChanges = ({ event, email }: RepData): RouteRequest[] => {
  const path = `/v1/scheduled-tasks/${encodeURIComponent(event)}`;
  const call = { call_id: "new", user_email: email, started_at: "2026-03-02T10:00:00Z" };
  const appointment = { event_id: "new", user_email: email, start_time: "2026-03-02T10:00:00Z" };
  const buildPost = (path: string, body: object): RouteRequest => ({
    method: "POST",
    path,
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  return [
    { method: "PUT", path, headers: JSON_TYPE, body: '{"title":"Roof"}' },
    { method: "DELETE", path },
    buildPost("/v1/dialer", call),
    buildPost("/v1/scheduled-tasks", appointment),
  ];
};

const listAll = (rep: RepData): RouteRequest[] => [...listKeyRequests(rep), ...listKeyChanges(rep)];

test.serial("what a key of a team may not see costs the same statements as nothing", async (t) => {
  const { server, org } = t.context;
  const { own, other } = await createReps(server, org, "1");
  const scopes = ["read", "ingest", "mcp"];
  const { key } = await createNamedKey(org, { scopes, teamIds: [own.team] });
  const credential = { "x-api-key": key };
  const absent = listAll(ABSENT);
  const first = await recordStatements(server, () => readAnswer(server, credential, absent[0]!));
  t.true(first.length > 2, "statements are recorded");
  for (const [index, request] of listAll(other).entries())
    t.is(
      await findDifference(
        server,
        () => readAnswer(server, credential, request),
        () => readAnswer(server, credential, absent[index]!),
      ),
      undefined,
      JSON.stringify(request),
    );
});

/** Lists documents that name what belongs to a rep. */
const listDocuments = (
  rep: RepData,
  reviewer: string,
  keyId: string,
  ownRecording: string,
): string[] => [
  `{ recording(id: "${rep.recording}") { id transcript { text } client { id } } }`,
  `{ recording(id: "${rep.unprocessed}") { id } }`,
  `{ appointment(eventId: "${rep.event}") { id client { id } } }`,
  `{ client(id: "${rep.client}") { id recordings { hasMore } } }`,
  `{ analysisContent(recordingId: "${rep.recording}", version: 1) { version } }`,
  `{ originalTranscript(recordingId: "${rep.recording}") { text } }`,
  `{ recordings(filter: { userEmail: "${rep.email}" }) { nodes { id } } }`,
  `{ recordings(filter: { clientId: "${rep.client}" }) { nodes { id } } }`,
  `{ recordings(filter: { tag: "${rep.tag}" }) { nodes { id } } }`,
  `{ recordings(filter: { search: "${rep.word}xsaid" }) { nodes { id } } }`,
  `{ appointments(filter: { userEmail: "${rep.email}" }) { nodes { id } } }`,
  `{ clients(filter: { email: "${rep.word}xcustomer3@example.com" }) { nodes { id } } }`,
  `{ clients(filter: { crmEntityId: "${rep.word}xcustomer3" }) { nodes { id } } }`,
  `{ coverage(from: "2026-03-01", to: "2026-03-31", userEmail: "${rep.email}") { due } }`,
  `{ stats(groupBy: user, filter: { emails: ["${rep.email}"] }) { stats { name } } }`,
  `{ stats(groupBy: team, filter: { teamIds: ["${rep.team}"] }) { stats { name } } }`,
  `{ stats(filter: { emails: ["${rep.email}"], teamIds: ["${rep.team}"] }) { stats { totalRecordings } } }`,
  `mutation { addReview(recordingId: "${rep.recording}", reviewerEmail: "${reviewer}", durationMs: 1) { id } }`,
  `mutation { correctUtterance(
    recordingId: "${rep.recording}", index: 0, expectedText: "Hello", text: "Hi"
  ) { id } }`,
  `mutation { swapSides(recordingId: "${rep.recording}") { id } }`,
  `mutation { assignSpeaker(
    recordingId: "${rep.recording}", speaker: "Ann", currentRole: other, role: client
  ) { id } }`,
  `mutation { undoTranscriptCorrections(recordingId: "${rep.recording}") { id } }`,
  `mutation { reanalyze(recordingId: "${rep.recording}") { id } }`,
  `mutation { restoreAnalysis(recordingId: "${rep.recording}", version: 1) { id } }`,
  `mutation { linkAppointment(recordingId: "${rep.recording}", eventId: "${rep.event}") { id } }`,
  `mutation { linkAppointment(recordingId: "${ownRecording}", eventId: "${rep.event}") { id } }`,
  `mutation { unlinkAppointment(recordingId: "${rep.recording}") { id } }`,
  `mutation { setVerdict(recordingId: "${rep.recording}", questionId: "q", yes: true) { id } }`,
  `mutation { createNamedKey(input: {
    name: "A", scopes: [read], userEmail: "${rep.email}", currentPassword: "${PASSWORD}"
  }) { key } }`,
  `mutation { revokeNamedKey(id: "${keyId}") }`,
];

test.serial("what a rep or manager may not see costs the same statements as nothing", async (t) => {
  const { server, org } = t.context;
  const { own, other } = await createReps(server, org, "2");
  const { namedKey } = await createNamedKey(org, { userEmail: other.email });
  for (const role of ["rep", "manager"] as const) {
    const email = role === "rep" ? own.email : await org.createUser(`m@${org.id}.example.com`);
    const ownCall = await org.ingestCall({ call_id: email, user_email: email });
    const page = await signInAs(server, org, email, role);
    const absent = listDocuments(ABSENT, email, ABSENT.recording, ownCall);
    for (const [index, document] of listDocuments(other, email, namedKey.id, ownCall).entries()) {
      const answers: string[] = [];
      const ask = (query: string) => async () => {
        const { text } = await page.query(query);
        answers.push(text.replaceAll(/"value":"[^"]*"/g, ""));
      };
      t.is(await findDifference(server, ask(document), ask(absent[index]!)), undefined, document);
      t.is(new Set(answers).size, 1, document);
    }
  }
});
