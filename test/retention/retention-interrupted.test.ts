import { createOwner, retireOwner } from "../../src/base/workers/owner.js";
import {
  DAY_MS,
  summarizeRemoved,
  runRetentionOnce,
  setRetentionDays,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const COUNT = 40;
const MINUTE_MS = 60_000;

/** Creates calls that are older than their transcripts and payloads are kept. */
const createOldCalls = async ({ clock }: TestServer, org: Tenant): Promise<void> => {
  for (let count = 0; count < COUNT; count += 1)
    await org.createProcessed({ transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }] });
  await setRetentionDays(org, { transcriptDays: 7, payloadDays: 7 });
  clock.time += 8 * DAY_MS;
};

const countRemaining = async ({ services: { db } }: TestServer, { id }: Tenant) => ({
  transcripts: (
    await db("transcripts").where("organization_id", id).whereNull("removed_at").pluck("removed_at")
  ).length,
  payloads: (await db("events").where("organization_id", id).whereNot("payload", "").pluck("id"))
    .length,
});

const RUNS = `{ retentionReport { runs { startedAt endedAt transcripts payloads } }
  auditLog(filter: { action: "retention.applied" }) { nodes { fields } } }`;

class Killed extends Error {}

test.serial("an interrupted run continues, and counts as one run", async (t) => {
  const { org, server } = t.context;
  await createOldCalls(server, org);
  const kill = async (): Promise<void> => {
    throw new Killed();
  };
  const owner = "elsewhere 1 2 3";
  await t.throwsAsync(runRetentionOnce(server, org, { owner, rest: kill }), { instanceOf: Killed });
  t.deepEqual(await countRemaining(server, org), { transcripts: 15, payloads: 40 });
  const before = (await org.graphql(RUNS)).retentionReport.runs;
  t.like(before, [{ endedAt: null, transcripts: 25, payloads: 0 }]);
  t.is(before.length, 1);
  server.clock.time += 5;
  t.deepEqual(
    summarizeRemoved(await runRetentionOnce(server, org)),
    [0, 40, 40],
    "the run includes what it removed before",
  );
  t.deepEqual(await countRemaining(server, org), { transcripts: 0, payloads: 0 });
  const { retentionReport, auditLog } = await org.graphql(RUNS);
  const endedAt = new Date(server.clock.time).toISOString();
  t.deepEqual(retentionReport.runs, [{ ...before[0], endedAt, transcripts: 40, payloads: 40 }]);
  t.deepEqual(auditLog.nodes, [{ fields: ["transcripts", "payloads"] }]);
});

test.serial(
  "a killed process's claim holds until its lease ends or its owner is known to be gone",
  async (t) => {
    const { org, server } = t.context;
    await createOldCalls(server, org);
    const { db } = server.services;
    const claim = { claimed_by: "elsewhere 1 2 3", lease_until: server.clock.time + MINUTE_MS };
    await db("retention").where("organization_id", org.id).update(claim);
    t.is(summarizeRemoved(await runRetentionOnce(server, org)), "taken");
    t.deepEqual(await countRemaining(server, org), { transcripts: 40, payloads: 40 });
    server.clock.time += MINUTE_MS + 1;
    t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 40, 40]);
    const retiredOwner = createOwner();
    retireOwner(retiredOwner);
    const lease_until = server.clock.time + MINUTE_MS;
    await db("retention")
      .where("organization_id", org.id)
      .update({ claimed_by: retiredOwner, lease_until });
    t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
  },
);

test.serial("of two concurrent runs, one removes and the other does nothing", async (t) => {
  const { org, server } = t.context;
  await createOldCalls(server, org);
  const ends = await Promise.all([runRetentionOnce(server, org), runRetentionOnce(server, org)]);
  const [one, none] = ends.map(summarizeRemoved).toSorted((a) => (a === "taken" ? 1 : -1));
  t.deepEqual(one, [0, 40, 40]);
  t.is(none, "taken");
  t.is((await org.graphql(RUNS)).auditLog.nodes.length, 1);
});

test.serial("a run that lost its claim removes nothing more", async (t) => {
  const { org, server } = t.context;
  await createOldCalls(server, org);
  const { db } = server.services;
  const lose = async (): Promise<void> => {
    await db("retention")
      .where("organization_id", org.id)
      .update({ claimed_by: "elsewhere 1 2 3", lease_until: 1e15 });
  };
  t.is(summarizeRemoved(await runRetentionOnce(server, org, { rest: lose })), "interrupted");
  t.deepEqual(await countRemaining(server, org), { transcripts: 15, payloads: 40 });
});

test.serial("a stopping server leaves the rest to the next run", async (t) => {
  const { org, server } = t.context;
  await createOldCalls(server, org);
  const stopping = new AbortController();
  const rest = async (): Promise<void> => stopping.abort();
  t.is(
    summarizeRemoved(await runRetentionOnce(server, org, { rest, signal: stopping.signal })),
    "interrupted",
  );
  t.deepEqual(await countRemaining(server, org), { transcripts: 15, payloads: 40 });
  t.deepEqual(
    summarizeRemoved(await runRetentionOnce(server, org)),
    [0, 40, 40],
    "the run doesn't wait for a lease",
  );
});

test.serial(
  "raising the days applies to the current run, lowering them to the next one",
  async (t) => {
    const { org, server } = t.context;
    await createOldCalls(server, org);
    let rested = false;
    const add = async (): Promise<void> => {
      if (!rested) await setRetentionDays(org, { transcriptDays: null, payloadDays: 30 });
      rested = true;
    };
    t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org, { rest: add })), [0, 25, 0]);
    t.deepEqual(await countRemaining(server, org), { transcripts: 15, payloads: 40 });

    await setRetentionDays(org, { transcriptDays: 7 });
    const recent = await org.createProcessed({
      transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }],
    });
    server.clock.time += 2 * DAY_MS;
    rested = false;
    const shorten = async (): Promise<void> => {
      if (!rested) await setRetentionDays(org, { transcriptDays: 1 });
      rested = true;
    };
    t.deepEqual(
      summarizeRemoved(await runRetentionOnce(server, org, { rest: shorten })),
      [0, 15, 0],
    );
    t.is((await org.get(`/v1/recordings/${recent}/transcript`)).body.transcript.length, 1);
  },
);
