import "reflect-metadata";
import { createMediaCheck } from "../../src/jobs/media-checks.js";
import { createLog } from "../../src/log/log.js";
import { runAsProgram } from "../helpers/guard-statements.js";
import { CALL_WAV, isStored, listFiles, loadMediaRows, uploadForm } from "../helpers/media.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const SET =
  "mutation ($on: Boolean!) { setRedaction(input: { cardNumbers: $on }) { cardNumbers } }";
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { media { type bytes unchecked } } }`;
const CORRECT = `mutation ($id: ID!, $text: String!) {
  correctUtterance(recordingId: $id, index: 0, expectedText: "Hello", text: $text) { id } }`;

const CARD = "4111 1111 1111 1111";
const say = (text: string, start: number, end: number): object => ({
  speaker: "Customer",
  text,
  start,
  end,
});

const silentLog = createLog("silent", { write: () => {} });

const check = async ({ services }: SharedServer, { id }: Tenant): Promise<void> =>
  runAsProgram(() =>
    createMediaCheck({ services, log: silentLog })(id, new AbortController().signal),
  );

const upload = async (
  server: SharedServer,
  org: Tenant,
  fields: object = {},
  file: Uint8Array<ArrayBuffer> = CALL_WAV,
): Promise<string> => {
  const { body } = await uploadForm(server, org, fields, file);
  return body.recording.id;
};

const play = async (server: SharedServer, org: Tenant, id: string) => {
  const response = await fetch(`${server.url}/v1/recordings/${id}/media`, {
    headers: { "x-api-key": org.apiKey },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** Reads a WAV file with 16-bit PCM, and returns the loudest sample from `from` to `to` in milliseconds. */
const findPeak = (wav: Buffer, from: number, to: number): number => {
  const rate = wav.readUInt32LE(24);
  let peak = 0;
  for (let at = Math.floor((from * rate) / 1000); at < Math.floor((to * rate) / 1000); at += 1) {
    const place = 44 + at * 2 * wav.readUInt16LE(22);
    if (place + 2 <= wav.length) peak = Math.max(peak, Math.abs(wav.readInt16LE(place)));
  }
  return peak;
};

test("what is replaced in a transcript is silenced in the audio, and the original is deleted", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const transcript = [say("Hello", 0, 400), say(CARD, 800, 1_200)];
  const id = await upload(server, org, { transcript });
  const [before] = await loadMediaRows(server, org);
  await org.graphql(COMPLETE, { id, input: { summary: "" } });
  t.is((await play(server, org, id)).status, 404);
  await check(server, org);
  const { status, bytes } = await play(server, org, id);
  t.is(status, 200);
  t.is(findPeak(bytes, 500, 1_500), 0);
  t.true(findPeak(bytes, 0, 500) > 0);
  t.true(findPeak(bytes, 1_500, 2_500) > 0);
  t.false(await isStored(server, org, before.file));
  t.is((await listFiles(server, org)).length, 1);
});

test("an uploaded file waits until there is a transcript, which is in no other form then", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org);
  await check(server, org);
  t.is((await play(server, org, id)).status, 404);
  const { completeAnalysis } = await org.graphql(COMPLETE, {
    id,
    input: { summary: "", transcript: [say("Hello", 0, 9)] },
  });
  t.true(completeAnalysis.media.unchecked);
  await check(server, org);
  t.deepEqual((await play(server, org, id)).bytes, CALL_WAV);
});

test("a file of an organization that doesn't redact is served at once", async (t) => {
  const { server, org } = t.context;
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  await check(server, org);
  t.deepEqual((await play(server, org, id)).bytes, CALL_WAV);
});

test("a file that waits is not served once redaction is off, but checked", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  await org.graphql(SET, { on: false });
  t.is((await play(server, org, id)).status, 404);
  await check(server, org);
  t.is(findPeak((await play(server, org, id)).bytes, 0, 400), 0);
});

test("a correction that has a card's number makes the file wait again", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say("Hello", 0, 400)] });
  await org.graphql(COMPLETE, { id, input: { summary: "" } });
  await check(server, org);
  t.is((await play(server, org, id)).status, 200);
  await org.graphql(CORRECT, { id, text: CARD });
  t.is((await play(server, org, id)).status, 404);
  await check(server, org);
  t.is(findPeak((await play(server, org, id)).bytes, 0, 400), 0);
});

test("an utterance without a length is silenced until the next one begins", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const transcript = [say(CARD, 0, 0), say("Hello", 1_000, 1_000)];
  const id = await upload(server, org, { transcript });
  await check(server, org);
  const { bytes } = await play(server, org, id);
  t.is(findPeak(bytes, 0, 1_200), 0);
  t.true(findPeak(bytes, 1_400, 2_500) > 0);
});

test("a file that can't be decoded is removed", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const head = CALL_WAV.subarray(0, 64);
  // An unknown codec.
  const damaged = Buffer.concat([head, CALL_WAV.subarray(64, 5_000)]);
  damaged.writeUInt16LE(0x1234, 20);
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] }, damaged);
  await check(server, org);
  t.is((await play(server, org, id)).status, 404);
  t.deepEqual(await listFiles(server, org), []);
  t.deepEqual(await loadMediaRows(server, org), []);
});
