import {
  CREATE,
  createClip,
  DELETE,
  FIND,
  LIST,
  OF_RECORDING,
  RENAME,
} from "../helpers/clips/clips.js";
import { refusalOf } from "../helpers/comments/comments.js";
import { test } from "../helpers/suite.js";

const transcript = [
  { speaker: "Rep", role: "rep", text: "Shall we start on Monday?", start: 0, end: 2_000 },
  { speaker: "Client", role: "client", text: "Yes, please.", start: 2_000, end: 4_000 },
  { speaker: "Rep", role: "rep", text: "Then sign here.", start: 4_000, end: 6_000 },
];

const titlesOf = ({ nodes }: { nodes: { title: string }[] }): string[] =>
  nodes.map(({ title }) => title);

test("a clip has the utterances wholly within it, and belongs to its author", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript, duration_ms: 6_000 });
  const clip = await createClip(org, id, { start: 1_999, end: 6_000 });
  t.like(clip, {
    title: "A good close",
    start: 1_999,
    end: 6_000,
    state: "without_audio",
    audioUrl: null,
    author: { email: "rep@example.com" },
    rep: { email: "rep@example.com" },
    recording: { id },
    sharedWith: { everyone: false, teams: [], users: [] },
    canChange: true,
  });
  t.deepEqual(
    clip.transcript.map(({ text }: { text: string }) => text),
    ["Yes, please.", "Then sign here."],
  );
  t.deepEqual((await org.graphql(FIND, { id: clip.id })).clip, clip);
  const { recording } = await org.graphql(OF_RECORDING, { id });
  t.deepEqual(recording.clips, [{ title: "A good close" }]);
});

const refused: Record<string, [fields: object, code: string, field: string | undefined]> = {
  "without a title": [{ title: " \n" }, "INVALID_FIELD", "title"],
  "with a title that is too long": [{ title: "x".repeat(1_025) }, "INVALID_FIELD", "title"],
  "without an author": [{ authorEmail: null }, "MISSING_REQUIRED_FIELD", "authorEmail"],
  "of an unknown author": [{ authorEmail: "no@example.com" }, "USER_NOT_FOUND", "authorEmail"],
  "that is too short": [{ end: 999 }, "INVALID_FIELD", "end"],
  "that is too long": [{ end: 600_001 }, "INVALID_FIELD", "end"],
  "that ends before it starts": [{ start: 5_000, end: 4_000 }, "INVALID_FIELD", "end"],
  "before the recording": [{ start: -1 }, "INVALID_FIELD", "start"],
  "after the recording": [{ start: 700_000, end: 701_000 }, "INVALID_FIELD", "start"],
  "that ends after the recording": [{ start: 699_000, end: 700_001 }, "INVALID_FIELD", "end"],
  "for an unknown team": [{ shareWith: { teamIds: ["no"] } }, "INVALID_FIELD", "teamIds.0"],
  "for an unknown user": [
    { shareWith: { userEmails: ["rep@example.com", "no@example.com"] } },
    "USER_NOT_FOUND",
    "userEmails.1",
  ],
};

for (const [name, [fields, code, field]] of Object.entries(refused))
  test(`a clip ${name} is refused, and none is made`, async (t) => {
    const { org } = t.context;
    const recordingId = await org.createProcessed({ duration_ms: 700_000 });
    const input = { recordingId, title: "A close", start: 0, end: 2_000 };
    const answer = await org.sendGraphql(CREATE, {
      input: { ...input, authorEmail: "rep@example.com", ...fields },
    });
    t.deepEqual(refusalOf(answer).slice(0, 2), [code, field]);
    t.deepEqual(titlesOf((await org.graphql(LIST)).clips), []);
  });

test("a recording that isn't processed, or that doesn't exist, has no clip", async (t) => {
  const { org } = t.context;
  const fields = { title: "A", start: 0, end: 1_000, authorEmail: "rep@example.com" };
  const recordingId = await org.ingestCall();
  const open = await org.sendGraphql(CREATE, { input: { recordingId, ...fields } });
  t.is(refusalOf(open)[0], "CONFLICT");
  const absent = await org.sendGraphql(CREATE, { input: { recordingId: "no", ...fields } });
  t.deepEqual(refusalOf(absent), ["NOT_FOUND", undefined, "Recording not found"]);
});

test("clips are listed newest first, in pages, and by author, rep and audience", async (t) => {
  const { org } = t.context;
  const lead = await org.createUser("lead@example.com");
  const first = await org.createProcessed({ duration_ms: 60_000 });
  const second = await org.createProcessed({
    call_id: "call-2",
    duration_ms: 60_000,
    user_email: lead,
  });
  await createClip(org, first, { title: "one" });
  await createClip(org, second, { title: "two", authorEmail: lead });
  await createClip(org, first, {
    title: "three",
    authorEmail: lead,
    shareWith: { everyone: true },
  });
  const list = async (variables: object): Promise<string[]> =>
    titlesOf((await org.graphql(LIST, variables)).clips);
  t.deepEqual(await list({}), ["three", "two", "one"]);
  const { clips } = await org.graphql(LIST, { first: 2 });
  t.deepEqual([titlesOf(clips), clips.hasMore], [["three", "two"], true]);
  t.deepEqual(await list({ after: clips.nextCursor }), ["one"]);
  t.deepEqual(await list({ filter: { authorEmail: "LEAD@example.com" } }), ["three", "two"]);
  t.deepEqual(await list({ filter: { userEmail: lead } }), ["two"]);
  t.deepEqual(await list({ filter: { shared: true } }), ["three"]);
  t.deepEqual(await list({ filter: { shared: false } }), ["two", "one"]);
  t.deepEqual(await list({ filter: { authorEmail: "no@example.com" } }), []);
});

test("a clip can be renamed and deleted, and the recording stays", async (t) => {
  const { org } = t.context;
  const recording = await org.createProcessed({ duration_ms: 60_000 });
  const { id } = await createClip(org, recording);
  t.is((await org.graphql(RENAME, { id, title: "The best" })).clip.title, "The best");
  t.is(refusalOf(await org.sendGraphql(RENAME, { id, title: "" }))[1], "title");
  t.true((await org.graphql(DELETE, { id })).deleteClip);
  t.is((await org.graphql(FIND, { id })).clip, null);
  t.is(refusalOf(await org.sendGraphql(DELETE, { id }))[2], "Clip not found");
  t.is((await org.get(`/v1/recordings/${recording}`)).status, 200);
});

test("a recording has at most 100 clips", async (t) => {
  const { org } = t.context;
  const recordingId = await org.createProcessed({ duration_ms: 60_000 });
  for (let made = 0; made < 100; made += 1) await createClip(org, recordingId);
  const input = { recordingId, title: "A", start: 0, end: 1_000, authorEmail: "rep@example.com" };
  t.is(refusalOf(await org.sendGraphql(CREATE, { input }))[0], "CONFLICT");
});

test("the clips of a recording have at most an hour in all", async (t) => {
  const { org } = t.context;
  const recordingId = await org.createProcessed({ duration_ms: 700_000 });
  for (let made = 0; made < 6; made += 1) await createClip(org, recordingId, { end: 600_000 });
  const input = { recordingId, title: "A", start: 0, end: 1_000, authorEmail: "rep@example.com" };
  t.deepEqual(refusalOf(await org.sendGraphql(CREATE, { input })).slice(0, 2), [
    "CONFLICT",
    "recordingId",
  ]);
});

test("a clip of a page has only its own words, also with others of its call", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript, duration_ms: 6_000 });
  for (const start of [0, 2_000, 4_000]) await createClip(org, id, { start, end: start + 2_000 });
  const query = `query ($id: ID!) { recording(id: $id) { clips { transcript { text } } } }`;
  const { recording } = await org.graphql(query, { id });
  t.deepEqual(
    recording.clips.map(({ transcript: [line] }: { transcript: { text: string }[] }) => line!.text),
    transcript.map(({ text }) => text),
  );
});

test("erasing a recording or its client erases its clips", async (t) => {
  const { org, server } = t.context;
  const recording = await org.createProcessed({ duration_ms: 60_000 });
  const other = await org.createProcessed({
    call_id: "call-2",
    duration_ms: 60_000,
    customer: { id: "c-1" },
  });
  for (const id of [recording, other]) await createClip(org, id, { shareWith: { everyone: true } });
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: recording });
  const { body } = await org.get("/v1/clients?crmEntityId=c-1");
  await org.graphql("mutation ($id: ID!) { deleteClient(id: $id) }", { id: body.clients[0].id });
  t.deepEqual(await server.services.db("clips").where("organization_id", org.id), []);
});
