import type { Services } from "../../graph/context/context.js";
import type { MediaStorage } from "../../graph/core/ports.js";
import { createLog } from "../../src/base/log/log.js";
import { createMediaCheck } from "../../src/upkeep/jobs/media-checks.js";
import { createClip, DELETE, FIND } from "../helpers/clips/clips.js";
import { createCallWithAudio, cutClip, cutClips } from "../helpers/clips/clip-audio.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { CALL_WAV, listFiles, loadMediaRows, storeMedia } from "../helpers/recordings/media.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { test } from "../helpers/suite.js";

const silentLog = createLog("silent", { write: () => {} });
const play = async (
  { url }: SharedServer,
  id: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> => {
  const response = await fetch(`${url}/v1/clips/${id}/media`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};

const keyOf = ({ apiKey }: Tenant): Record<string, string> => ({ "x-api-key": apiKey });

/** The samples of CALL_WAV from `start` to `end` in milliseconds. */
const samples = (start: number, end: number): Buffer =>
  CALL_WAV.subarray(44 + start * 16, 44 + end * 16);

const stateOf = async (org: Tenant, id: string) => {
  const { state, problem } = (await org.graphql(FIND, { id })).clip;
  return [state, problem];
};

test("a clip is a file of its own with exactly its part of the audio", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  const { id, state } = await createClip(org, recording, { start: 500, end: 1_750 });
  t.is(state, "waiting");
  t.is((await play(server, id, keyOf(org))).status, 404);
  t.true(await cutClip(server, org));
  t.false(await cutClip(server, org));
  const { clip } = await org.graphql(FIND, { id });
  t.deepEqual(
    [clip.state, clip.audioUrl],
    ["ready", `${server.services.publicUrl}/v1/clips/${id}/media`],
  );
  const { status, headers, bytes } = await play(server, id, keyOf(org));
  t.deepEqual(
    [status, headers.get("content-type"), headers.get("content-disposition")],
    [200, "audio/wav", 'inline; filename="A good close.wav"'],
  );
  t.is(bytes.length, 44 + 1_250 * 16);
  t.true(bytes.subarray(44).equals(samples(500, 1_750)), "exactly the samples");
  const part = await play(server, id, { ...keyOf(org), range: "bytes=44-143" });
  t.deepEqual(
    [part.status, part.headers.get("content-range"), part.bytes],
    [206, `bytes 44-143/${bytes.length}`, samples(500, 1_750).subarray(0, 100)],
  );
});

test("a clip's audio is for those who see the clip", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  const other = await org.createUser(`other-${org.id}@example.com`);
  const { cookie } = await signInAs(server, org, other, "rep");
  const mine = await createClip(org, recording);
  const shared = await createClip(org, recording, { shareWith: { userEmails: [other] } });
  await cutClips(server, org);
  t.is((await play(server, shared.id, { cookie: cookie! })).status, 200);
  t.is((await play(server, mine.id, { cookie: cookie! })).status, 404);
  t.is((await play(server, shared.id, {})).status, 401);
  const stranger = await server.createTenant("Other");
  t.is((await play(server, shared.id, keyOf(stranger))).status, 404);
  const unknown = await org.get(`/v1/clips/${mine.id}/media?format=wav`);
  t.deepEqual([unknown.status, unknown.body.field], [400, "format"]);
  t.is((await org.get("/v1/clips/%00/media")).status, 404);
});

test("deleting a clip deletes its file, and erasing the recording deletes both files", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  const first = await createClip(org, recording);
  await createClip(org, recording);
  await cutClips(server, org);
  t.is((await listFiles(server, org)).length, 3);
  await org.graphql(DELETE, { id: first.id });
  t.is((await listFiles(server, org)).length, 2);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: recording });
  t.deepEqual(await listFiles(server, org), []);
});

test("a clip waits while redaction must check the audio, and has no sound that was silenced", async (t) => {
  const { server, org } = t.context;
  const set = "mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }";
  const CORRECT = `mutation ($id: ID!, $text: String!) {
    correctUtterance(recordingId: $id, index: 0, expectedText: "Hello", text: $text) { id } }`;
  const transcript = [{ speaker: "Customer", text: "Hello", start: 500, end: 1_000 }];
  await org.graphql(set);
  const recording = await createCallWithAudio(server, org, { transcript });
  const { id } = await createClip(org, recording, { start: 0, end: 2_000 });
  const check = async (): Promise<boolean> =>
    runAsProgram(() =>
      createMediaCheck({ services: server.services, log: silentLog })(
        org.id,
        new AbortController().signal,
      ),
    );
  t.false(await cutClip(server, org), "an unchecked file isn't cut");
  await check();
  t.true(await cutClip(server, org));
  const before = await play(server, id, keyOf(org));
  t.true(before.bytes.subarray(44 + 500 * 16, 44 + 1_000 * 16).some((byte) => byte !== 0));

  await org.graphql(CORRECT, { id: recording, text: "4111 1111 1111 1111" });
  t.deepEqual(await stateOf(org, id), ["waiting", null]);
  t.is((await play(server, id, keyOf(org))).status, 404);
  const [old] = await server.services.db("clips").where("organization_id", org.id).pluck("file");
  t.true(await check());
  t.false((await listFiles(server, org)).includes(old), "the clip with the number is deleted");
  t.true(await cutClip(server, org));
  const { bytes } = await play(server, id, keyOf(org));
  t.is(bytes.length, before.bytes.length);
  t.true(bytes.subarray(44 + 500 * 16, 44 + 1_000 * 16).every((byte) => byte === 0));
});

test("a clip whose file is lost is cut again, once someone plays it", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  const { id } = await createClip(org, recording);
  await cutClip(server, org);
  const [file] = await server.services.db("clips").where("organization_id", org.id).pluck("file");
  await server.services.media.remove(org.id, file);
  t.is((await play(server, id, keyOf(org))).status, 404);
  t.deepEqual(await stateOf(org, id), ["waiting", null]);
  t.true(await cutClip(server, org));
  t.is((await play(server, id, keyOf(org))).status, 200);
});

/** Makes the next attempt due now. */
const makeDue = async ({ services }: SharedServer, { id }: Tenant): Promise<void> => {
  await services
    .db("clips")
    .where("organization_id", id)
    .whereNotNull("cut_after")
    .update({ cut_after: 0 });
};

const failing = ({ services }: SharedServer, cutFile: MediaStorage["cut"]): Services => ({
  ...services,
  media: { ...services.media, cut: cutFile },
});

test("a clip that the decoder refuses twice has failed; other failures are tried again", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  const { id } = await createClip(org, recording);
  const broken = failing(server, async () => {
    throw new Error("the disk is slow");
  });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    t.true(await cutClip({ services: broken }, org));
    t.false(await cutClip({ services: broken }, org), "not at once");
    const problem = "The server couldn't read or write the audio; its log has the reason";
    t.deepEqual(await stateOf(org, id), ["waiting", problem]);
    await makeDue(server, org);
  }
  const refusing = failing(server, async () => ({ reason: "It is damaged" }));
  await cutClip({ services: refusing }, org);
  await makeDue(server, org);
  await cutClip({ services: refusing }, org);
  t.deepEqual(await stateOf(org, id), ["failed", "It is damaged"]);
  await makeDue(server, org);
  t.false(await cutClip(server, org));
});

test("a file that was cut meanwhile deleted or replaced is no clip's, and removed", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  const { id } = await createClip(org, recording);
  const whileCutting = (change: () => Promise<unknown>): Services =>
    failing(server, async (...args) => {
      const file = await server.services.media.cut(...args);
      await change();
      return file;
    });
  const media = server.services.db("media").where("organization_id", org.id);
  const [{ file }] = await loadMediaRows(server, org);
  for (const [changed, before] of [
    [{ unchecked: 1 }, { unchecked: 0 }],
    [{ file: "f".repeat(32) }, { file }],
  ] as const) {
    const replace = async () => media.clone().update(changed);
    t.true(await cutClip({ services: whileCutting(replace) }, org));
    t.deepEqual(await listFiles(server, org), [file]);
    await media.clone().update(before);
  }
  const remove = async () => org.graphql(DELETE, { id });
  t.true(await cutClip({ services: whileCutting(remove) }, org));
  t.deepEqual(await listFiles(server, org), [(await loadMediaRows(server, org))[0].file]);
});

test("a refusal of a file that was replaced meanwhile doesn't end the cuts of the next one", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  const { id } = await createClip(org, recording);
  const media = server.services.db("media").where("organization_id", org.id);
  const [{ file }] = await loadMediaRows(server, org);
  const refusing = failing(server, async () => {
    await media.clone().update({ file: "f".repeat(32) });
    return { reason: "It is damaged" };
  });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await cutClip({ services: refusing }, org);
    await media.clone().update({ file });
  }
  t.deepEqual(await stateOf(org, id), ["waiting", null]);
  t.true(await cutClip(server, org));
  t.deepEqual(await stateOf(org, id), ["ready", null]);
});

test("a call without a file has no clip to cut, until it gets one", async (t) => {
  const { server, org } = t.context;
  const recording = await org.createProcessed({ call_id: "call-1", duration_ms: 3_000 });
  const { id } = await createClip(org, recording);
  const due = async (): Promise<unknown[]> =>
    server.services.db("clips").where("organization_id", org.id).pluck("cut_after");
  t.deepEqual(await due(), [null]);
  t.deepEqual(await stateOf(org, id), ["without_audio", null]);
  await storeMedia(server, org, recording);
  t.deepEqual((await due()).map(Number), [0]);
  t.true(await cutClip(server, org));
  t.deepEqual(await stateOf(org, id), ["ready", null]);
});

test("the sweep keeps the files of clips", async (t) => {
  const { server, org } = t.context;
  const recording = await createCallWithAudio(server, org);
  await createClip(org, recording);
  await cutClip(server, org);
  const { loadReferencedFiles } = await import("../../db/recordings/media.js");
  const files = await listFiles(server, org);
  t.is(files.length, 2);
  const referenced = await loadReferencedFiles(server.services.db, org.id, files);
  t.deepEqual(referenced.toSorted(), files.toSorted());
});
