import { write } from "../../db/engine/write.js";
import { updateRecording } from "../../db/recordings/recording.js";
import {
  createClip,
  CREATE,
  DELETE,
  FIND,
  LIST,
  RENAME,
  SHARE,
  UNSHARE,
} from "../helpers/clips/clips.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { createTeam as createPeople } from "../helpers/sign-in/team.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const AUDIT = `{ auditLog { nodes { action subject fields email } } }`;

/** Creates a team, a call of its rep, and the team South, in which only the other rep is. */
const createTeam = async (server: SharedServer, org: Tenant) => {
  const team = await createPeople(server, org);
  const input = { name: "South", members: [{ email: team.emails.other }] };
  const call = await org.createProcessed({ user_email: team.emails.rep, duration_ms: 60_000 });
  return { ...team, south: (await org.graphql(TEAM, { input })).upsertTeam.id as string, call };
};

const ask = async (page: ConsoleSession, query: string, variables: object) =>
  (await page.query(query, variables)).body;

const codeOf = async (page: ConsoleSession, query: string, variables: object) =>
  (await ask(page, query, variables)).errors?.[0].extensions.code;

const clipOf = async (page: ConsoleSession, id: string) =>
  (await ask(page, FIND, { id })).data.clip;

const sees = async (page: ConsoleSession, id: string): Promise<boolean> => {
  const clip = await clipOf(page, id);
  const { nodes } = (await ask(page, LIST, {})).data.clips;
  if ((clip !== null) !== nodes.length > 0) throw new Error("the list disagrees");
  return clip !== null;
};

const CLIP = { title: "A good close", start: 0, end: 2_000 };

test("a clip is seen by those who see the recording, and by those with whom it is shared", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { ...CLIP, recordingId: team.call };
  const { id } = (await ask(team.lead, CREATE, { input })).data.clip;
  for (const page of [team.lead, team.rep, team.admin]) t.true(await sees(page, id));
  t.false(await sees(team.other, id));

  const audiences = [
    { everyone: true },
    { teamIds: [team.south] },
    { userEmails: [team.emails.other] },
  ];
  for (const audience of audiences) {
    const shared = await ask(team.admin, SHARE, { id, with: audience });
    t.is(shared.errors, undefined, JSON.stringify(audience));
    t.true(await sees(team.other, id), JSON.stringify(audience));
    t.is((await ask(team.admin, UNSHARE, { id, with: audience })).errors, undefined);
    t.false(await sees(team.other, id), JSON.stringify(audience));
  }
});

test("who has only the clip sees its words, and nothing else of the recording", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const transcript = [
    { speaker: "Rep", role: "rep", text: "Shall we start?", start: 0, end: 2_000 },
    { speaker: "Rep", role: "rep", text: "It is a secret.", start: 2_000, end: 4_000 },
  ];
  const call = await org.createProcessed({
    call_id: "call-2",
    user_email: team.emails.rep,
    transcript,
  });
  const { id } = await createClip(org, call, { shareWith: { teamIds: [team.south] } });
  const clip = await clipOf(team.other, id);
  t.like(clip, {
    recording: null,
    sharedWith: null,
    canChange: false,
    rep: { email: team.emails.rep },
    transcript: [{ text: "Shall we start?" }],
  });
  t.false(JSON.stringify(clip).includes("secret"));
  const recording = `query ($id: ID!) { recording(id: $id) { id } }`;
  t.is((await ask(team.other, recording, { id: call })).data.recording, null);
  for (const [query, variables] of [
    [RENAME, { id, title: "Mine" }],
    [SHARE, { id, with: { teamIds: [team.south] } }],
    [UNSHARE, { id, with: { teamIds: [team.south] } }],
    [DELETE, { id }],
  ] as const)
    t.is(await codeOf(team.other, query, variables), "NOT_FOUND");
});

test("a rep shares clips of own calls with own teams; managers with everyone and their people", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { ...CLIP, recordingId: team.call };
  const { id } = (await ask(team.rep, CREATE, { input })).data.clip;
  const share = async (page: ConsoleSession, audience: object) =>
    codeOf(page, SHARE, { id, with: audience });
  t.is(await share(team.rep, { everyone: true }), "FORBIDDEN");
  t.is(await share(team.rep, { teamIds: [team.south] }), "INVALID_FIELD");
  t.is(await share(team.rep, { userEmails: [team.emails.other] }), "USER_NOT_FOUND");
  t.is(await share(team.rep, { teamIds: [team.id], userEmails: [team.emails.lead] }), undefined);
  t.is(await share(team.lead, { teamIds: [team.south] }), "INVALID_FIELD");
  t.is(await share(team.lead, { userEmails: [team.emails.other] }), "USER_NOT_FOUND");
  t.is(await share(team.lead, { userEmails: [team.emails.rep] }), undefined);
  t.is(await share(team.lead, { everyone: true }), undefined);
  t.is(await share(team.admin, { teamIds: [team.south] }), undefined);
  const { sharedWith } = await clipOf(team.rep, id);
  t.deepEqual(
    [sharedWith.everyone, sharedWith.teams.length, sharedWith.users.length],
    [true, 2, 2],
  );
});

test("the author, managers of the rep and admins change a clip; others who see the call don't", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { ...CLIP, recordingId: team.call };
  const { id } = (await ask(team.lead, CREATE, { input })).data.clip;
  t.false((await clipOf(team.rep, id)).canChange);
  t.is(await codeOf(team.rep, RENAME, { id, title: "Mine" }), "FORBIDDEN");
  t.is(await codeOf(team.rep, DELETE, { id }), "FORBIDDEN");
  for (const page of [team.lead, team.admin]) {
    t.true((await clipOf(page, id)).canChange);
    t.is(await codeOf(page, RENAME, { id, title: "Ours" }), undefined);
  }
  t.is(await codeOf(team.other, CREATE, { input }), "NOT_FOUND");
  t.is(await codeOf(team.lead, UNSHARE, { id, with: { teamIds: [team.id] } }), "INVALID_FIELD");
  const unshare = { id, with: { userEmails: [team.emails.rep] } };
  t.is(await codeOf(team.lead, UNSHARE, unshare), "INVALID_FIELD");
});

test("a key of a team has the clips of its members' calls, and none that are shared with the team", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const { id } = await createClip(org, team.call, {
    shareWith: { everyone: true, teamIds: [team.south] },
  });
  const find = async (teamIds: string[]) => {
    const { key } = await createNamedKey(org, { name: teamIds[0]!, teamIds });
    const answer = await server.fetch("/graphql", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({
        query: "query ($id: ID!) { clip(id: $id) { id } }",
        variables: { id },
      }),
    });
    return answer.body.data.clip;
  };
  t.deepEqual(await find([team.id]), { id });
  t.is(await find([team.south]), null);
});

test("a clip of a call that its customer refused is hidden from all but admins", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const { id } = await createClip(org, team.call, { shareWith: { everyone: true } });
  await write(server.services.db, org.id, (trx) =>
    updateRecording(trx, org.id, team.call, { refusal: "hidden" }, 1),
  );
  for (const page of [team.lead, team.rep, team.other]) t.false(await sees(page, id));
  t.true(await sees(team.admin, id));
});

test("a user whom the clip is shared with by team loses it with the team", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const { id } = await createClip(org, team.call, { shareWith: { teamIds: [team.south] } });
  t.true(await sees(team.other, id));
  await org.graphql("mutation ($id: ID!) { deleteTeam(id: $id) }", { id: team.south });
  t.false(await sees(team.other, id));
  t.deepEqual((await clipOf(team.admin, id)).sharedWith.teams, []);
});

test("the audit log shows who made, shared, took back and deleted a clip", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { ...CLIP, recordingId: team.call, shareWith: { everyone: true } };
  const { id } = (await ask(team.lead, CREATE, { input })).data.clip;
  await ask(team.lead, SHARE, { id, with: { teamIds: [team.id] } });
  await ask(team.lead, UNSHARE, { id, with: { everyone: true } });
  await ask(team.lead, DELETE, { id });
  const { nodes } = (await org.graphql(AUDIT)).auditLog;
  const ofClips = nodes.filter(({ action }: { action: string }) => action.startsWith("clip."));
  t.deepEqual(
    ofClips.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields]),
    [
      ["clip.deleted", []],
      ["clip.unshared", ["everyone"]],
      ["clip.shared", ["teamIds"]],
      ["clip.shared", ["everyone"]],
      ["clip.created", []],
    ],
  );
  t.true(ofClips.every(({ subject }: { subject: string }) => subject === id));
});
