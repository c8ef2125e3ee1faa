import "reflect-metadata";
import { setTimeout } from "node:timers/promises";
import { storePeaks } from "../../graph/recordings/waveforms.js";
import { createLog } from "../../src/base/log/log.js";
import type { MediaStore } from "../../src/media/media-store.js";
import { ProcessEndError } from "../../src/base/workers/process-pool.js";
import { startWaveformJob, type WaveformJob } from "../../src/upkeep/jobs/waveforms.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { CALL_WAV, loadMediaRows, storeMedia, uploadForm } from "../helpers/recordings/media.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const QUERY = "query ($id: ID!) { recording(id: $id) { media { peaks } } }";
const PEAKS = ["AP8=", "gAA="];

const loadMedia = async (org: Tenant, id: string): Promise<{ peaks: string[] | null } | null> =>
  (await org.graphql(QUERY, { id })).recording.media;

test("peaks belong to a file and are stored once", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall();
  const file = await storeMedia(server, org, id);
  t.deepEqual(await loadMedia(org, id), { peaks: null });
  await storePeaks(server.services.db, org.id, file, PEAKS);
  await storePeaks(server.services.db, org.id, file, ["AAAA"]);
  t.deepEqual(await loadMedia(org, id), { peaks: PEAKS });
});

test("another file of the recording has no peaks yet", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  const { id } = (await uploadForm(server, org)).body.recording;
  const { db } = server.services;
  const [{ file }] = await db("media").where("recording_id", id);
  await storePeaks(db, org.id, file, PEAKS);
  await uploadForm(server, org);
  t.deepEqual(await loadMedia(org, id), { peaks: null });
  await storePeaks(db, org.id, file, PEAKS);
  t.deepEqual(await loadMedia(org, id), { peaks: null });
  t.deepEqual(await db("waveforms").where("organization_id", org.id), []);
});

test("an erasure deletes the peaks", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const id = await org.ingestCall();
  await storePeaks(db, org.id, await storeMedia(server, org, id), PEAKS);
  t.is((await db("waveforms").where("organization_id", org.id)).length, 1);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  t.deepEqual(await db("waveforms").where("organization_id", org.id), []);
});

test("a list shows each recording's own peaks, and no other organization's", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const other = await server.createTenant();
  await other.createUser();
  for (const [tenant, peaks] of [
    [org, "AQ=="],
    [org, "Ag=="],
    [other, "Aw=="],
  ] as const) {
    const id = await tenant.ingestCall({ call_id: peaks });
    await storePeaks(db, tenant.id, await storeMedia(server, tenant, id), [peaks]);
  }
  const { recordings } = await org.graphql(
    "{ recordings(filter: { status: received }) { nodes { media { peaks } } } }",
  );
  t.deepEqual(
    recordings.nodes.map(({ media }: { media: { peaks: string[] } }) => media.peaks[0]).toSorted(),
    ["AQ==", "Ag=="],
  );
});

/** The job of each organization: the tests share a server. */
const jobs = new Map<string, WaveformJob>();

/** Sends a query for peaks as if the program made missing ones. */
const askFor = async (
  { services }: SharedServer,
  org: Tenant,
  id: string,
  job: WaveformJob,
): Promise<string[] | null> => {
  jobs.set(org.id, job);
  services.onPeaksMissing = (organizationId, file) =>
    jobs.get(organizationId)?.request(organizationId, file);
  return (await loadMedia(org, id))!.peaks;
};

const startJob = ({ services }: SharedServer, readPeaks?: MediaStore["readPeaks"]) => {
  let reads = 0;
  const { media } = services;
  const job = startWaveformJob({
    services,
    log: createLog("silent"),
    media: {
      readPeaks: async (...args) => {
        reads += 1;
        return (readPeaks ?? media.readPeaks)(...args);
      },
    },
  });
  return { job, countReads: () => reads };
};

const waitFor = async (org: Tenant, id: string): Promise<string[]> => {
  for (;;) {
    const { peaks } = (await loadMedia(org, id))!;
    if (peaks) return peaks;
    await setTimeout(50);
  }
};

const GSM = Buffer.concat(Array.from({ length: 150 }, () => Buffer.alloc(33, 0xd2)));
const AMR = Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(100)]);

test("whoever asks for a missing waveform has it made, once", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  const { job, countReads } = startJob(server);
  t.teardown(job.stop);
  for (const [name, file, channels] of [
    ["call.wav", CALL_WAV, 1],
    ["call.gsm", GSM, 1],
    ["call.amr", AMR, 0],
  ] as const) {
    const fields = { call_id: name };
    const { recording } = (await uploadForm(server, org, fields, new Uint8Array(file), name)).body;
    t.is(await askFor(server, org, recording.id, job), null);
    // It may be made already.
    await askFor(server, org, recording.id, job);
    const peaks = await waitFor(org, recording.id);
    t.is(peaks.length, channels, name);
    t.deepEqual(await askFor(server, org, recording.id, job), peaks);
  }
  t.is(countReads(), 3);
});

test("a file whose decoder was killed is left until the next start, and a missing one too", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall();
  await storeMedia(server, org, id);
  const { job, countReads } = startJob(server, async () => {
    throw new ProcessEndError("the process ended with SIGKILL");
  });
  for (let look = 0; look < 3; look += 1) await askFor(server, org, id, job);
  await job.stop();
  t.is(countReads(), 1);
  const [row] = await loadMediaRows(server, org);
  await server.services.media.remove(org.id, row.file);
  const later = startJob(server);
  await askFor(server, org, id, later.job);
  while (later.countReads() === 0) await setTimeout(10);
  await later.job.stop();
  t.deepEqual(await loadMedia(org, id), { peaks: null });
});

test("a stop ends the decoding, and an unchecked file has no waveform", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall();
  await storeMedia(server, org, id);
  const { job, countReads } = startJob(server);
  await askFor(server, org, id, job);
  await job.stop();
  job.request(org.id, (await loadMediaRows(server, org))[0]);
  t.is(countReads(), 1);
  const { db } = server.services;
  await runAsProgram(() => db("media").where("organization_id", org.id).update({ unchecked: 1 }));
  await db("waveforms").where("organization_id", org.id).delete();
  const later = startJob(server);
  t.teardown(later.job.stop);
  t.is(await askFor(server, org, id, later.job), null);
  t.is(later.countReads(), 0);
});
