import "reflect-metadata";
import { createMediaCheck } from "../../src/upkeep/jobs/media-checks.js";
import { createLog } from "../../src/base/log/log.js";
import { sweepMedia } from "../../src/media/media-sweep.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import {
  CALL_WAV,
  isStored,
  loadMediaRows,
  storeMedia,
  uploadForm,
} from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";
import { setHeartbeats } from "../helpers/retention/retention.js";
import type { TestServer } from "../helpers/server.js";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

// Serial and alone in the file: sweeps concern all organizations.
const sweepAt = async (server: TestServer, time: number) => {
  await setHeartbeats(server, time);
  return sweepMedia(server.services, time);
};

test.serial("a swept file stays in the trash for seven days", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const file = await storeMedia(server, org);
  const sweptAt = Date.now() + 2 * HOUR_MS;
  t.deepEqual(await sweepAt(server, sweptAt), { recovered: 0, discarded: 1, purged: 0 });
  t.deepEqual(await media.listDiscarded(org.id), [file]);
  await sweepAt(server, sweptAt + 7 * DAY_MS);
  t.deepEqual(await media.listDiscarded(org.id), [file]);
  t.deepEqual(await sweepAt(server, sweptAt + 9 * DAY_MS), {
    recovered: 0,
    discarded: 0,
    purged: 1,
  });
  t.deepEqual(await media.listDiscarded(org.id), []);
  t.false(await media.recover(org.id, file));
});

test.serial("by a clock that is behind, an original leaves the trash no earlier", async (t) => {
  const { server, org } = t.context;
  const { clock, services } = server;
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  const transcript = [{ speaker: "Customer", text: "4111 1111 1111 1111", start: 0, end: 400 }];
  const { status } = await uploadForm(server, org, { transcript });
  t.is(status, 200);
  const [{ file: original }] = await loadMediaRows(server, org);
  const sweptAt = Date.now() + 2 * HOUR_MS;
  await setHeartbeats(server, sweptAt);
  clock.time = sweptAt - 40 * DAY_MS;
  const check = createMediaCheck({ services, log: createLog("silent", { write: () => {} }) });
  t.true(await runAsProgram(() => check(org.id, new AbortController().signal)));
  const [{ file, unchecked }] = await loadMediaRows(server, org);
  t.is(Number(unchecked), 0);
  t.not(file, original);
  await sweepAt(server, sweptAt);
  t.deepEqual(await services.media.listDiscarded(org.id), [original]);
});

test.serial("a file whose row is back leaves the trash, when it is read or swept", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const files = [];
  const id = await org.ingestCall();
  for (const recordingId of [id, await org.ingestCall()]) {
    const file = await storeMedia(server, org, recordingId);
    await media.discard(org.id, file, Date.now());
    t.false(await isStored(server, org, file));
    files.push(file);
  }
  const answer = await org.get(`/v1/recordings/${id}/media`);
  t.is(answer.status, 200);
  t.is(Number(answer.headers.get("content-length")), CALL_WAV.length);
  t.is((await media.listDiscarded(org.id)).length, 1);
  t.like(await sweepAt(server, Date.now()), { recovered: 1, discarded: 0 });
  for (const file of files) t.true(await isStored(server, org, file));
});

test.serial("readers at the same time, and the sweep, all find a file in the trash", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const file = await storeMedia(server, org, await org.ingestCall());
  for (let round = 0; round < 10; round += 1) {
    await media.discard(org.id, file, Date.now());
    const readers = Array.from({ length: 4 }, async () => media.open(org.id, file));
    const [, ...streams] = await Promise.all([media.recover(org.id, file), ...readers]);
    for (const stream of streams) stream?.destroy();
    t.deepEqual(
      streams.map((stream) => stream !== undefined),
      [true, true, true, true],
    );
  }
});

test.serial("an erasure deletes the file in the trash at once", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const id = await org.ingestCall();
  const file = await storeMedia(server, org, id);
  await media.discard(org.id, file, Date.now());
  t.deepEqual(await media.listDiscarded(org.id), [file]);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  t.deepEqual(await media.listDiscarded(org.id), []);
  t.false(await media.recover(org.id, file));
});

test.serial("a sweep of a restored database only moves files back", async (t) => {
  const { server, org } = t.context;
  const orphan = await storeMedia(server, org);
  const now = Date.now() + 2 * HOUR_MS;
  await setHeartbeats(server, now);
  const counts = await sweepMedia(server.services, now, { isRestored: true });
  t.deepEqual(counts, { recovered: 0, discarded: 0, purged: 0 });
  t.true(await isStored(server, org, orphan));
});
