import {
  ALL_CONTENT,
  createRecordingWithMedia,
  DAY_MS,
  listRemainingContent,
  runRetentionOnce,
  setRetentionDays,
  summarizeRemoved,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import type { Tenant } from "../helpers/server.js";

const PREVIEW = `{ retentionReport {
  media { count deferred oldestKept } transcripts { count deferred oldestKept }
} }`;

const preview = async (org: Tenant) => (await org.graphql(PREVIEW)).retentionReport;

const YEAR_AGO = "2025-03-02T10:00:00.000Z";

test.serial("a backfilled recording keeps its content for 30 days after its arrival", async (t) => {
  const { org, server } = t.context;
  const old = await createRecordingWithMedia(server, org, { created_at: YEAR_AGO });
  await setRetentionDays(org, { mediaDays: 7, transcriptDays: 7 });
  const kept = { count: 0, deferred: 1, oldestKept: YEAR_AGO };

  const arrivedAt = server.clock.time;
  for (const days of [0, 8, 29]) {
    server.clock.time = arrivedAt + days * DAY_MS;
    t.deepEqual(await preview(org), { media: kept, transcripts: kept }, `${days} days`);
    t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
    t.deepEqual(await listRemainingContent(server, org, old), ALL_CONTENT);
  }
});

test.serial("after 30 days its own age decides", async (t) => {
  const { org, server } = t.context;
  const arrivedAt = server.clock.time;
  await createRecordingWithMedia(server, org, { created_at: YEAR_AGO });
  const recent = new Date(arrivedAt - DAY_MS).toISOString();
  const young = await createRecordingWithMedia(server, org, { created_at: recent });
  await setRetentionDays(org, { mediaDays: 60, transcriptDays: 60 });
  server.clock.time = arrivedAt + 30 * DAY_MS;
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
  server.clock.time += 1;
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [1, 1, 0]);
  t.deepEqual(await listRemainingContent(server, org, young), ALL_CONTENT);
});

test.serial("a live recording of the same age isn't spared", async (t) => {
  const { org, server } = t.context;
  await createRecordingWithMedia(server, org);
  await setRetentionDays(org, { mediaDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [1, 0, 0]);
});
