import "reflect-metadata";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Services } from "../../graph/context/context.js";
import { Failure } from "../../graph/core/errors.js";
import type { MediaStorage } from "../../graph/core/ports.js";
import { createMediaCheck } from "../../src/upkeep/jobs/media-checks.js";
import { createLog } from "../../src/base/log/log.js";
import { startProcess } from "../../src/base/workers/process.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import {
  CALL_WAV,
  isStored,
  listFiles,
  loadMediaRows,
  uploadForm,
} from "../helpers/recordings/media.js";
import { dialect } from "../helpers/engine/database.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const SET =
  "mutation ($on: Boolean!) { setRedaction(input: { cardNumbers: $on }) { cardNumbers } }";
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { media { type bytes unchecked } } }`;
const CORRECT = `mutation ($id: ID!, $text: String!) {
  correctUtterance(recordingId: $id, index: 0, expectedText: "Hello", text: $text) { id } }`;

const MEDIA = "query ($id: ID!) { recording(id: $id) { media { unchecked checkProblem } } }";

const CARD = "4111 1111 1111 1111";
const say = (text: string, start: number, end: number): object => ({
  speaker: "Customer",
  text,
  start,
  end,
});

const silentLog = createLog("silent", { write: () => {} });

const check = async ({ services }: { services: Services }, { id }: Tenant): Promise<boolean> =>
  runAsProgram(() =>
    createMediaCheck({ services, log: silentLog })(id, new AbortController().signal),
  );

/** Makes the next attempt of each failed check due now, unless there is none. */
const makeDue = async ({ services }: SharedServer, { id }: Tenant): Promise<void> => {
  await services
    .db("media")
    .where("organization_id", id)
    .whereNotNull("check_after")
    .update({ check_after: 0 });
};

const listTrash = async ({ services }: SharedServer, { id }: Tenant): Promise<string[]> =>
  services.media.listDiscarded(id);

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

test("what is replaced in a transcript is silenced in the audio, and the original is in the trash", async (t) => {
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
  t.deepEqual(await listTrash(server, org), [before.file]);
  t.false(server.services.erasures.has(org.id, { kind: "media", id: before.file }));
});

test("an erasure deletes the silenced file and its originals in the trash", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400), say("Hi", 500, 900)] });
  await org.graphql(COMPLETE, { id, input: { summary: "" } });
  await check(server, org);
  const text = CARD;
  await org.graphql(CORRECT.replace("index: 0", "index: 1").replace('"Hello"', '"Hi"'), {
    id,
    text,
  });
  await check(server, org);
  t.is((await listTrash(server, org)).length, 2);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  t.deepEqual(await listFiles(server, org), []);
  t.deepEqual(await listTrash(server, org), []);
});

/** A media store whose silencing fails in this way. */
const failing = ({ services }: SharedServer, silence: MediaStorage["silence"]): Services => ({
  ...services,
  media: { ...services.media, silence },
});

test("a process that ends early loses nothing: the file waits, and is silenced later", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  const [before] = await loadMediaRows(server, org);
  const services = failing(server, async () => {
    throw new Error("the silencing process ended early (SIGTERM)");
  });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await check({ services }, org);
    t.is((await play(server, org, id)).status, 404);
    t.true(await isStored(server, org, before.file));
    await makeDue(server, org);
  }
  const { recording } = await org.graphql(MEDIA, { id });
  t.deepEqual(recording.media, {
    unchecked: true,
    checkProblem: "the silencing process ended early (SIGTERM)",
  });
  await check(server, org);
  t.is(findPeak((await play(server, org, id)).bytes, 0, 400), 0);
  const after = await org.graphql(MEDIA, { id });
  t.deepEqual(after.recording.media, { unchecked: false, checkProblem: null });
});

/** Makes each change of an organization's media rows fail, until it is called. */
const failChanges = async (
  { services: { db } }: SharedServer,
  { id }: Tenant,
): Promise<() => Promise<unknown>> => {
  const name = `full_${id.replaceAll("-", "")}`;
  if (dialect === "sqlite") {
    await db.raw(
      `CREATE TRIGGER ${name} BEFORE UPDATE ON media WHEN NEW.organization_id = '${id}'
       BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
    );
    return async () => db.raw(`DROP TRIGGER ${name}`);
  }
  await db.raw(
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN RAISE EXCEPTION ''the disk is full''; END'`,
  );
  await db.raw(
    `CREATE TRIGGER ${name} BEFORE UPDATE ON media FOR EACH ROW
     WHEN (NEW.organization_id = '${id}') EXECUTE FUNCTION ${name}()`,
  );
  return async () => db.raw(`DROP FUNCTION ${name} CASCADE`);
};

test("a change that fails after the silencing is tried again with the same file", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  await upload(server, org, { call_id: "other", transcript: [say(CARD, 0, 400)] });
  const originals: string[] = (await loadMediaRows(server, org)).map(({ file }) => file);
  let silenced = 0;
  const services = failing(server, async (...args) => {
    silenced += 1;
    return server.services.media.silence(...args);
  });
  const run = createMediaCheck({ services, log: silentLog });
  const attempt = async (): Promise<boolean> =>
    runAsProgram(() => run(org.id, new AbortController().signal));
  const endFailure = await failChanges(server, org);
  try {
    for (let count = 0; count < 3; count += 1) {
      await t.throwsAsync(attempt, { message: /the disk is full/ });
      t.is((await play(server, org, id)).status, 404);
      for (const file of originals) t.true(await isStored(server, org, file));
    }
    t.is(silenced, 1);
    t.is((await listFiles(server, org)).length, 3);
  } finally {
    await endFailure();
  }
  t.true(await attempt());
  t.is(silenced, 1);
  t.true(await attempt());
  t.false(await attempt());
  t.is(findPeak((await play(server, org, id)).bytes, 0, 400), 0);
  t.is((await listFiles(server, org)).length, 2);
  t.deepEqual((await listTrash(server, org)).toSorted(), originals.toSorted());
});

test("a recording that is erased before its silenced file is stored leaves no file", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  const run = createMediaCheck({ services: server.services, log: silentLog });
  const attempt = async (): Promise<boolean> =>
    runAsProgram(() => run(org.id, new AbortController().signal));
  const endFailure = await failChanges(server, org);
  try {
    await t.throwsAsync(attempt, { message: /the disk is full/ });
  } finally {
    await endFailure();
  }
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  t.is((await listFiles(server, org)).length, 1);
  await attempt();
  t.deepEqual(await listFiles(server, org), []);
  t.deepEqual(await listTrash(server, org), []);
});

test("a file is kept whose change was committed although its commit seemed to fail", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  let hasFailed = false;
  const { media } = server.services;
  // After the commit, like a connection that ends before its answer.
  const discard: MediaStorage["discard"] = async (...args) => {
    if (hasFailed) return media.discard(...args);
    hasFailed = true;
    throw new Error("Connection terminated unexpectedly");
  };
  const services: Services = { ...server.services, media: { ...media, discard } };
  const run = createMediaCheck({ services, log: silentLog });
  const attempt = async (): Promise<boolean> =>
    runAsProgram(() => run(org.id, new AbortController().signal));
  await t.throwsAsync(attempt, { message: "Connection terminated unexpectedly" });
  await attempt();
  t.is(findPeak((await play(server, org, id)).bytes, 0, 400), 0);
  const [row] = await loadMediaRows(server, org);
  t.is(row.unchecked, 0);
  t.true((await listFiles(server, org)).includes(row.file));
});

test("a server that stops ends the silencing, which is no failure of the file", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  const stopping = new AbortController();
  const running = runAsProgram(() =>
    createMediaCheck({ services: server.services, log: silentLog })(org.id, stopping.signal),
  );
  const files = await listFiles(server, org);
  setImmediate(() => stopping.abort());
  await running;
  t.deepEqual((await org.graphql(MEDIA, { id })).recording.media, {
    unchecked: true,
    checkProblem: null,
  });
  t.deepEqual(await listFiles(server, org), files);
  await check(server, org);
  t.is((await play(server, org, id)).status, 200);
});

test("a run silences one file, so that the next organization has its turn", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  for (const call_id of ["one", "two"]) {
    const id = await upload(server, org, { call_id });
    await org.graphql(COMPLETE, { id, input: { summary: "", transcript: [say(CARD, 0, 900)] } });
  }
  const countWaiting = async (): Promise<number> =>
    (await loadMediaRows(server, org)).filter(({ unchecked }) => unchecked === 1).length;
  t.is(await countWaiting(), 2);
  t.true(await check(server, org));
  t.is(await countWaiting(), 1);
  t.true(await check(server, org));
  t.is(await countWaiting(), 0);
  t.false(await check(server, org));
});

test("however long the disk was full, a file is tried again within minutes", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  const readPause = async (error: Error): Promise<number> => {
    await server.services
      .db("media")
      .where("organization_id", org.id)
      .update({ check_failures: 9 });
    await makeDue(server, org);
    const services = failing(server, async () => {
      throw error;
    });
    await check({ services }, org);
    const [row] = await loadMediaRows(server, org);
    return Math.round((Number(row.check_after) - server.services.now()) / 60_000);
  };
  t.is(await readPause(new Failure("UNAVAILABLE", "The disk of the server is almost full")), 5);
  t.is(await readPause(new Error("the silencing process ended early (SIGTERM)")), 6 * 60);
});

test("a failed check isn't tried again before its time", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  await upload(server, org, { transcript: [say(CARD, 0, 400)] });
  let attempts = 0;
  const services = failing(server, async () => {
    attempts += 1;
    throw new Error("no memory");
  });
  await check({ services }, org);
  await check({ services }, org);
  t.is(attempts, 1);
});

test("signals don't end a child that silences", async (t) => {
  const child = startProcess(new URL("../../src/media/wav-process.js", import.meta.url), {
    heapMib: 96,
  });
  t.teardown(() => child.kill("SIGKILL"));
  const missing = { source: "/nonexistent", type: "audio/wav", target: "/nonexistent", spans: [] };
  // Its answer shows that it runs, and listens to signals.
  child.send(missing);
  await once(child, "message");
  child.kill("SIGINT");
  child.kill("SIGTERM");
  child.send({ ...missing });
  await setTimeout(200);
  t.is(child.exitCode, null);
  t.is(child.signalCode, null);
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

test("a file that can't be decoded stays, isn't served, and is tried twice", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { on: true });
  const head = CALL_WAV.subarray(0, 64);
  // An unknown codec.
  const damaged = Buffer.concat([head, CALL_WAV.subarray(64, 5_000)]);
  damaged.writeUInt16LE(0x1234, 20);
  const id = await upload(server, org, { transcript: [say(CARD, 0, 400)] }, damaged);
  for (const checkFailures of [1, 2, 2]) {
    await check(server, org);
    t.is((await play(server, org, id)).status, 404);
    t.is((await listFiles(server, org)).length, 1);
    const [row] = await loadMediaRows(server, org);
    t.is(Number(row.check_failures), checkFailures);
    await makeDue(server, org);
  }
  const { recording } = await org.graphql(MEDIA, { id });
  t.regex(recording.media.checkProblem, /can't be read/);
});
