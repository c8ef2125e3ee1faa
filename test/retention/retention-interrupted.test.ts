import { newOwner, retire } from "../src/notifier/owner.js";
import { DAY_MS, removed, run, setDays } from "./helpers/aging.js";
import { test } from "./helpers/own-aging.js";
import type { Tenant, TestServer } from "./helpers/server.js";

const COUNT = 40;
const MINUTE_MS = 60_000;

/** Calls with a transcript, and a payload each, older than the organization keeps them. */
const fill = async ({ clock }: TestServer, org: Tenant): Promise<void> => {
  for (let count = 0; count < COUNT; count += 1)
    await org.processed({ transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }] });
  await setDays(org, { transcriptDays: 7, payloadDays: 7 });
  clock.time += 8 * DAY_MS;
};

const left = async ({ services: { db } }: TestServer, { id }: Tenant) => ({
  transcripts: (
    await db("transcripts").where("organization_id", id).whereNull("removed_at").pluck("removed_at")
  ).length,
  payloads: (await db("events").where("organization_id", id).whereNot("payload", "").pluck("id"))
    .length,
});

const RUNS = `{ retentionReport { runs { startedAt endedAt transcripts payloads } }
  auditLog(filter: { action: "retention.applied" }) { nodes { fields } } }`;

class Killed extends Error {}

test.serial("a run that is cut off goes on where it was, and counts as one", async (t) => {
  const { org, server } = t.context;
  await fill(server, org);
  const kill = async (): Promise<void> => {
    throw new Killed();
  };
  const owner = "elsewhere 1 2 3";
  await t.throwsAsync(run(server, org, { owner, rest: kill }), { instanceOf: Killed });
  t.deepEqual(await left(server, org), { transcripts: 15, payloads: 40 });
  const before = (await org.graph(RUNS)).retentionReport.runs;
  t.like(before, [{ endedAt: null, transcripts: 25, payloads: 0 }]);
  t.is(before.length, 1);
  server.clock.time += 5;
  t.deepEqual(removed(await run(server, org)), [0, 40, 40], "with what it had removed before");
  t.deepEqual(await left(server, org), { transcripts: 0, payloads: 0 });
  const { retentionReport, auditLog } = await org.graph(RUNS);
  const endedAt = new Date(server.clock.time).toISOString();
  t.deepEqual(retentionReport.runs, [{ ...before[0], endedAt, transcripts: 40, payloads: 40 }]);
  t.deepEqual(auditLog.nodes, [{ fields: ["transcripts", "payloads"] }]);
});

test.serial(
  "a process that was killed is waited for until its lease is over, unless it is surely gone",
  async (t) => {
    const { org, server } = t.context;
    await fill(server, org);
    const { db } = server.services;
    const claim = { claimed_by: "elsewhere 1 2 3", lease_until: server.clock.time + MINUTE_MS };
    await db("retention").where("organization_id", org.id).update(claim);
    t.is(removed(await run(server, org)), "taken");
    t.deepEqual(await left(server, org), { transcripts: 40, payloads: 40 });
    server.clock.time += MINUTE_MS + 1;
    t.deepEqual(removed(await run(server, org)), [0, 40, 40]);
    const gone = newOwner();
    retire(gone);
    const lease_until = server.clock.time + MINUTE_MS;
    await db("retention")
      .where("organization_id", org.id)
      .update({ claimed_by: gone, lease_until });
    t.deepEqual(removed(await run(server, org)), [0, 0, 0]);
  },
);

test.serial("two at once are one and none", async (t) => {
  const { org, server } = t.context;
  await fill(server, org);
  const ends = await Promise.all([run(server, org), run(server, org)]);
  const [one, none] = ends.map(removed).toSorted((a) => (a === "taken" ? 1 : -1));
  t.deepEqual(one, [0, 40, 40]);
  t.is(none, "taken");
  t.is((await org.graph(RUNS)).auditLog.nodes.length, 1);
});

test.serial("one who has lost its claim removes nothing more", async (t) => {
  const { org, server } = t.context;
  await fill(server, org);
  const { db } = server.services;
  const lose = async (): Promise<void> => {
    await db("retention")
      .where("organization_id", org.id)
      .update({ claimed_by: "elsewhere 1 2 3", lease_until: 1e15 });
  };
  t.is(removed(await run(server, org, { rest: lose })), "interrupted");
  t.deepEqual(await left(server, org), { transcripts: 15, payloads: 40 });
});

test.serial("a server that stops leaves the rest for the next run", async (t) => {
  const { org, server } = t.context;
  await fill(server, org);
  const stopping = new AbortController();
  const rest = async (): Promise<void> => stopping.abort();
  t.is(removed(await run(server, org, { rest, signal: stopping.signal })), "interrupted");
  t.deepEqual(await left(server, org), { transcripts: 15, payloads: 40 });
  t.deepEqual(removed(await run(server, org)), [0, 40, 40], "and nobody waits for it");
});

test.serial(
  "days that are added while it runs hold at once, and fewer with the next run",
  async (t) => {
    const { org, server } = t.context;
    await fill(server, org);
    let rested = false;
    const add = async (): Promise<void> => {
      if (!rested) await setDays(org, { transcriptDays: null, payloadDays: 30 });
      rested = true;
    };
    t.deepEqual(removed(await run(server, org, { rest: add })), [0, 25, 0]);
    t.deepEqual(await left(server, org), { transcripts: 15, payloads: 40 });

    await setDays(org, { transcriptDays: 7 });
    const young = await org.processed({
      transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }],
    });
    server.clock.time += 2 * DAY_MS;
    rested = false;
    const shorten = async (): Promise<void> => {
      if (!rested) await setDays(org, { transcriptDays: 1 });
      rested = true;
    };
    t.deepEqual(removed(await run(server, org, { rest: shorten })), [0, 15, 0]);
    t.is((await org.get(`/v1/recordings/${young}/transcript`)).body.transcript.length, 1);
  },
);
