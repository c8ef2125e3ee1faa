import {
  DAY_MS,
  runRetentionOnce,
  setRetentionDays,
  createRecordingWithMedia,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { computeNextNightlyTime } from "../../graph/retention/nightly.js";
import type { Tenant } from "../helpers/server.js";

const SET = `mutation ($input: RetentionInput!) { setRetention(input: $input) { mediaDays } }`;
const READ = "{ organization { retention { mediaDays transcriptDays payloadDays } } }";
const PREVIEW = "{ days cutoff count bytes deferred oldestKept }";
const REPORT = `query ($days: RetentionInput) { retentionReport(days: $days) {
  nextRunAt lastRunAt media ${PREVIEW} transcripts ${PREVIEW} payloads ${PREVIEW}
  runs { startedAt endedAt media mediaBytes transcripts payloads }
} }`;
const AUDIT = `{ auditLog(first: 3) { nodes { action actor subject fields } } }`;

const iso = (ms: number): string => new Date(ms).toISOString();

const report = async (org: Tenant, days?: object) =>
  (await org.graphql(REPORT, { days })).retentionReport;

test.serial("everything is kept forever until an admin sets days", async (t) => {
  const { org, server } = t.context;
  const none = { mediaDays: null, transcriptDays: null, payloadDays: null };
  t.deepEqual((await org.graphql(READ)).organization.retention, none);
  const { id } = await createRecordingWithMedia(server, org);
  const { createdAt } = (await org.get(`/v1/recordings/${id}`)).body.recording;
  const unlimited = {
    days: null,
    cutoff: null,
    count: 0,
    bytes: 0,
    deferred: 0,
    oldestKept: createdAt,
  };
  t.deepEqual(await report(org), {
    nextRunAt: null,
    lastRunAt: null,
    media: unlimited,
    transcripts: unlimited,
    payloads: unlimited,
    runs: [],
  });
});

test.serial(
  "each kind's days can be set alone, and the audit log names the changed field",
  async (t) => {
    const { org } = t.context;
    const first = { mediaDays: 30, transcriptDays: null, payloadDays: 7 };
    t.deepEqual(await setRetentionDays(org, { mediaDays: 30, payloadDays: 7 }), first);
    const second = { mediaDays: 30, transcriptDays: 90, payloadDays: null };
    t.deepEqual(await setRetentionDays(org, { transcriptDays: 90, payloadDays: null }), second);
    t.deepEqual(await setRetentionDays(org, {}), second, "an empty change has no audit entry");
    t.deepEqual((await org.graphql(READ)).organization.retention, second);
    const entry = { action: "retention.updated", actor: "internal_token", subject: null };
    t.deepEqual((await org.graphql(AUDIT)).auditLog.nodes.slice(0, 2), [
      { ...entry, fields: ["transcriptDays", "payloadDays"] },
      { ...entry, fields: ["mediaDays", "payloadDays"] },
    ]);
  },
);

test.serial("invalid days are refused by field, and nothing is set", async (t) => {
  const { org } = t.context;
  await setRetentionDays(org, { mediaDays: 1, payloadDays: 36_500 });
  for (const days of [0, -1, 36_501]) {
    const { errors } = await org.sendGraphql(SET, {
      input: { mediaDays: 5, transcriptDays: days },
    });
    t.like(errors?.[0], {
      message: "transcriptDays must be from 1 to 36500 days, or null to keep forever",
      extensions: { code: "INVALID_FIELD", field: "transcriptDays" },
    });
  }
  for (const days of [1.5, "7", 1e10]) {
    const { errors } = await org.sendGraphql(SET, { input: { payloadDays: days } });
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "payloadDays" });
  }
  const { errors } = await org.sendGraphql(REPORT, { days: { mediaDays: 0 } });
  t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "days.mediaDays" });
  t.deepEqual((await org.graphql(READ)).organization.retention, {
    mediaDays: 1,
    transcriptDays: null,
    payloadDays: 36_500,
  });
});

test.serial(
  "the report shows what the next run removes, and afterwards what it removed",
  async (t) => {
    const { org, server } = t.context;
    const [a, b] = [
      await createRecordingWithMedia(server, org),
      await createRecordingWithMedia(server, org),
    ];
    server.clock.time += DAY_MS;
    const waiting = await org.ingestCall({ recording_url: "https://dialer.example.com/b.wav" });
    const [waitsAt, at] = [server.clock.time, server.clock.time - DAY_MS];
    server.clock.time += 10 * DAY_MS;
    await createRecordingWithMedia(server, org);
    const recentAt = server.clock.time;
    t.is(
      (await report(org, { transcriptDays: 8 })).transcripts.count,
      2,
      "a preview of these days",
    );
    t.deepEqual((await report(org)).transcripts.days, null);
    await setRetentionDays(org, { mediaDays: 8, payloadDays: 8 });
    const before = await report(org);
    const night = computeNextNightlyTime(server.clock.time);
    t.is(before.nextRunAt, iso(night));
    t.is(before.lastRunAt, null);
    const media = { days: 8, cutoff: iso(night - 8 * DAY_MS), count: 2, bytes: 2 * 49_164 };
    t.deepEqual(before.media, { ...media, deferred: 1, oldestKept: iso(waitsAt) });
    t.like(before.transcripts, { days: null, count: 0, oldestKept: iso(at) });
    t.like(before.payloads, { days: 8, count: 2, deferred: 0, oldestKept: iso(recentAt) });
    t.true(before.payloads.bytes > 400);

    server.clock.time = night;
    await runRetentionOnce(server, org);
    const after = await report(org);
    const ran = iso(night);
    t.deepEqual(after.runs, [
      {
        startedAt: ran,
        endedAt: ran,
        media: 2,
        mediaBytes: media.bytes,
        transcripts: 0,
        payloads: 2,
      },
    ]);
    t.like(after, { lastRunAt: ran, nextRunAt: iso(computeNextNightlyTime(night)) });
    for (const kind of ["media", "transcripts", "payloads"]) t.is(after[kind].count, 0, kind);
    t.is((await org.get("/v1/recordings")).body.recordings.length, 3, `${a.id} ${b.id} ${waiting}`);
    const [entry] = (await org.graphql(AUDIT)).auditLog.nodes;
    t.like(entry, { action: "retention.applied", actor: "program", fields: ["media", "payloads"] });
    await runRetentionOnce(server, org);
    t.is(
      (await org.graphql(AUDIT)).auditLog.nodes[0].subject,
      entry.subject,
      "a run that removed nothing has no audit entry",
    );
  },
);
