import { CREATE, CREATE_LINK, createClip, FIND, OF_RECORDING } from "../helpers/clips/clips.js";
import { createCallWithAudio, cutClip } from "../helpers/clips/clip-audio.js";
import { CALL_WAV, storeMedia } from "../helpers/recordings/media.js";
import { createTeam } from "../helpers/sign-in/team.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import type { SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const WHOLE = { start: null, end: null };

const play = async (server: SharedServer, path: string, page: ConsoleSession) =>
  fetch(server.url + path, { headers: { cookie: page.cookie! } });

/** Returns the codes of what a person gets of a call besides what is shared. */
const listSeen = async (page: ConsoleSession, id: string): Promise<unknown[]> => {
  const { recording, recordings, comments, actionItems } = (
    await page.query(
      `query ($id: ID!) {
        recording(id: $id) { id } recordings { nodes { id } } comments { nodes { id } }
        actionItems { nodes { id } }
      }`,
      { id },
    )
  ).body.data;
  return [recording, recordings.nodes, comments.nodes, actionItems.nodes];
};

test("a shared call is heard and read by those with whom it is shared, and nothing around it is", async (t) => {
  const { server, org } = t.context;
  const { emails, rep, other, lead } = await createTeam(server, org);
  const transcript = [
    { speaker: "Rep", role: "rep", text: "Shall we start?", start: 0, end: 1_000 },
    { speaker: "Ann", role: "client", text: "Yes, on Monday.", start: 1_000, end: 3_000 },
  ];
  const call = await createCallWithAudio(server, org, { user_email: emails.rep, transcript });
  const unshared = await createCallWithAudio(server, org, {
    call_id: "call-2",
    user_email: emails.rep,
  });
  const input = { recordingId: call, title: "A good close", shareWith: { everyone: true } };
  const { body } = await lead.query(CREATE, { input });
  t.is(body.errors, undefined);
  const { id } = body.data.clip;
  t.false(await cutClip(server, org), "it has no file of its own");
  const { clip } = (await other.query(FIND, { id })).body.data;
  t.like(clip, {
    start: 0,
    // The file is longer than its words.
    end: 3_070,
    state: "ready",
    recording: null,
    sharedWith: null,
    transcript: [{ text: "Shall we start?" }, { text: "Yes, on Monday." }],
  });
  const heard = await play(server, `/v1/clips/${id}/media`, other);
  t.deepEqual(Buffer.from(await heard.arrayBuffer()).subarray(44), CALL_WAV.subarray(44));
  t.is((await play(server, `/v1/recordings/${call}/media`, other)).status, 404);
  t.deepEqual(await listSeen(other, call), [null, [], [], []]);
  t.deepEqual(await listSeen(other, unshared), [null, [], [], []]);
  t.deepEqual((await rep.query(OF_RECORDING, { id: call })).body.data.recording.clips, [
    { title: "A good close" },
  ]);
});

test("a shared call plays the file that its recording has, and without one has only words", async (t) => {
  const { server, org } = t.context;
  const call = await org.createProcessed({ call_id: "call-1", duration_ms: 3_000 });
  const { id, state } = await createClip(org, call, WHOLE);
  t.is(state, "without_audio");
  await storeMedia(server, org, call);
  t.false(await cutClip(server, org));
  t.is((await org.graphql(FIND, { id })).clip.state, "ready");
  await server.services.db("media").where("organization_id", org.id).update({ unchecked: 1 });
  t.is((await org.graphql(FIND, { id })).clip.state, "waiting");
  t.is((await org.get(`/v1/clips/${id}/media`)).status, 404);
});

test("a whole call has both times or none, counts in no limit of files, and has no links", async (t) => {
  const { org } = t.context;
  const call = await org.createProcessed({ duration_ms: 3 * 60 * 60_000 });
  for (const [times, field] of [
    [{ start: 0, end: null }, "end"],
    [{ start: null, end: 2_000 }, "start"],
  ] as const) {
    const input = { recordingId: call, title: "A part", authorEmail: "rep@example.com", ...times };
    const { extensions } = (await org.sendGraphql(CREATE, { input })).errors![0]!;
    t.deepEqual([extensions.code, extensions.field], ["MISSING_REQUIRED_FIELD", field]);
  }
  const { id, end } = await createClip(org, call, WHOLE);
  t.is(end, 3 * 60 * 60_000);
  for (let part = 0; part < 6; part += 1)
    await createClip(org, call, { start: 0, end: 10 * 60_000 });
  const variables = { clipId: id, authorEmail: "rep@example.com" };
  t.is((await org.sendGraphql(CREATE_LINK, variables)).errors![0]!.extensions.field, "clipId");
});
