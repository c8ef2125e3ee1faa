import "reflect-metadata";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { getSchema } from "../helpers/graphql/schema.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { retryWhileBusy } from "../helpers/tenant.js";
import { test } from "../helpers/own-suite.js";
import {
  buildOperations,
  createSampleData,
  operationNameOf,
} from "../helpers/graphql/operations.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { createTemplate } from "../harness/isolation/filled-organization.js";
import { createTracker, searchTrackers } from "../helpers/trackers/trackers.js";
import { buildQueries } from "../harness/access/viewer-queries.js";
import { ABSENT, createRep, type RepData } from "../harness/access/rep-data.js";

const LEAD = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { leads { email } } }`;

// An e-mail can sign in to one organization only.
let suffix = "";

/** Creates three reps in a team each, and a manager who leads the team of the first. */
const createTeams = async (server: TestServer, org: Tenant) => {
  suffix += "z";
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  await createTracker(org, ["canary*"]);
  const led = await createRep(server, org, `canaryled${suffix}`, template);
  const own = await createRep(server, org, `canaryown${suffix}`, template);
  const other = await createRep(server, org, `canaryother${suffix}`, template);
  const input = {
    id: led.team,
    name: `${led.word}xteam`,
    members: [{ email: led.email }],
    leads: [own.email],
  };
  await org.graphql(LEAD, { input });
  await searchTrackers(server, org);
  return { led, own, other };
};

const ask = async (page: ConsoleSession, query: string): Promise<string> => {
  const { status, text, body } = await retryWhileBusy(
    () => page.query(query),
    (answer) => answer.body,
  );
  if (status !== 200 || body.errors)
    throw new Error(`${query.slice(0, 100)}\n${status} ${text.slice(0, 500)}`);
  return text;
};

/** Asks all queries with the names of each rep. Returns the first query whose answer has a word, by word. */
const findSeenWords = async (
  page: ConsoleSession,
  reps: readonly RepData[],
): Promise<Map<string, string>> => {
  const seen = new Map<string, string>();
  for (const rep of [...reps, ABSENT])
    for (const query of buildQueries(rep)) {
      const answer = await ask(page, query);
      for (const { word } of reps) {
        // stats repeats unknown e-mails.
        const isEcho = word === rep.word && /"email_not_found"/.test(answer);
        if (
          !seen.has(word) &&
          answer.replaceAll(isEcho ? /"value":"[^"]*"/g : /$^/g, "").includes(word)
        )
          seen.set(
            word,
            `${query.slice(0, 100)}: ${answer.slice(answer.indexOf(word) - 80, answer.indexOf(word) + 40)}`,
          );
      }
    }
  return seen;
};

test.serial("everybody sees exactly what is theirs, also after an admin has asked", async (t) => {
  const { server, org } = t.context;
  const { led, own, other } = await createTeams(server, org);
  const reps = [led, own, other];
  const admin = await signInAs(server, org, await org.createUser("admin@example.com"), "admin");
  const see = async (page: ConsoleSession, expected: readonly RepData[]): Promise<void> => {
    const seen = await findSeenWords(page, reps);
    for (const rep of reps)
      if (expected.includes(rep)) t.true(seen.has(rep.word), rep.word);
      else t.is(seen.get(rep.word), undefined);
  };
  await see(admin, reps);
  await see(await signInAs(server, org, own.email, "manager"), [led, own]);
  await see(await signInAs(server, org, other.email, "rep"), [other]);
});

const review = (id: string, email: string): string =>
  `mutation { addReview(recordingId: "${id}", reviewerEmail: "${email}", durationMs: 1) { id } }`;

test.serial("media, reviews and names of others do not exist for a rep", async (t) => {
  const { server, org } = t.context;
  const { led, own } = await createTeams(server, org);
  const rep = await signInAs(server, org, led.email, "rep");
  const codeOf = async (query: string): Promise<unknown> =>
    (await rep.query(query)).body.errors?.[0].extensions.code;
  t.is(await codeOf(review(led.recording, led.email)), undefined);
  t.is(await codeOf(review(led.recording, own.email)), "FORBIDDEN");
  t.is(await codeOf(review(own.recording, led.email)), "NOT_FOUND");
  t.is(await codeOf(review(ABSENT.recording, led.email)), "NOT_FOUND");
  const play = async (id: string): Promise<unknown> =>
    (await server.fetch(`/v1/recordings/${id}/media`, { headers: { cookie: rep.cookie! } })).body;
  t.deepEqual(await play(own.recording), await play(ABSENT.recording));
});

test.serial(
  "a manager who no longer leads a team sees no more of it from the next request on",
  async (t) => {
    const { server, org } = t.context;
    const { led, own } = await createTeams(server, org);
    const manager = await signInAs(server, org, own.email, "manager");
    const find = async (): Promise<unknown> =>
      (await manager.query(`{ recording(id: "${led.recording}") { id } }`)).body.data.recording;
    t.deepEqual(await find(), { id: led.recording });
    const members = [{ email: led.email }];
    await org.graphql(LEAD, { input: { id: led.team, name: "North", members } });
    t.deepEqual(await find(), { id: led.recording }, "leads that aren't sent stay");
    await org.graphql(LEAD, { input: { id: led.team, name: "North", members, leads: [] } });
    t.is(await find(), null);
  },
);

test.serial("a rep who leads a team sees nothing of it, and a label grants nothing", async (t) => {
  const { server, org } = t.context;
  const { led, own, other } = await createTeams(server, org);
  await org.createUser(own.email, { role: "admin" });
  const rep = await signInAs(server, org, own.email, "rep");
  t.deepEqual([...(await findSeenWords(rep, [led, own, other])).keys()], [own.word]);
});

const MEMBER_OPERATIONS = new Set(
  [
    "viewer organization recordings recording appointments appointment coverage clients client stats teamMiddle winRates",
    "teams users templates analysisContent originalTranscript recordingViewers addReview setVerdict verdictAgreement",
    "trackers readyTrackers trackedCalls meaningSearch sentences",
    "namedKeys createNamedKey revokeNamedKey",
    "savedViews saveView deleteView playlists playlist clips clip createClip renameClip shareClip unshareClip deleteClip",
    "actionItems addActionItem updateActionItem deleteActionItem ingestCall",
    "correctUtterance assignSpeaker swapSides restoreHeardWords undoTranscriptCorrections",
    "comments comment addComment replyToComment editComment shareComment resolveComment deleteComment",
  ].flatMap((names) => names.split(" ")),
);

const MANAGER_OPERATIONS = new Set([
  ...MEMBER_OPERATIONS,
  "addTag",
  "removeTag",
  "upsertTemplate",
  "tryTemplate",
  "setTargets",
  "createPlaylist",
  "renamePlaylist",
  "deletePlaylist",
  "addToPlaylist",
  "removeFromPlaylist",
  "createClipLink",
  "endClipLink",
  "reanalyze",
  "restoreAnalysis",
  "linkAppointment",
  "unlinkAppointment",
  "inviteUser",
  "createPasswordLink",
  "revokeInvitation",
]);

test.serial("all other operations are forbidden for managers and reps", async (t) => {
  const { server, org } = t.context;
  const operations = buildOperations(await createSampleData(server, org));
  const mutations = getSchema().getMutationType()!.getFields();
  const manager = await org.createUser("manager@example.com");
  const pages = [
    ["rep@example.com", await signInAs(server, org, "rep@example.com", "rep"), MEMBER_OPERATIONS],
    [manager, await signInAs(server, org, manager, "manager"), MANAGER_OPERATIONS],
  ] as const;
  for (const operation of [
    ...operations.integration,
    ...operations.internal,
    ...operations.operator,
  ]) {
    const name = operationNameOf(operation);
    const kind = Object.hasOwn(mutations, name) ? "mutation" : "query";
    for (const [email, page, open] of pages) {
      // People write in their own name only.
      const own = operation.replace(/authorEmail: "[^"]*"/, `authorEmail: "${email}"`);
      const { errors } = (await page.query(`${kind} { ${own} }`)).body;
      t.is(errors?.[0].extensions.code === "FORBIDDEN", !open.has(name), operation);
    }
  }
});
