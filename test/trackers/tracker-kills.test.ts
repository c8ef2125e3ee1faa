import "reflect-metadata";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { test } from "../helpers/server/first-start-suite.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";

/** The variables are for long runs: with 10,000 calls, a search takes minutes. */
const CALLS = Number(process.env["TRACKER_CALLS"] ?? 120);
const KILLS = Number(process.env["TRACKER_KILLS"] ?? 3);
const MAX_WAIT_MS = Number(process.env["TRACKER_KILL_MS"] ?? 8_000);
const POLL_MS = 50;
const SENDERS = 8;
const PAGE = 100;

const ENV = { DEBRIEF_FIRST_ORG: "off", DEBRIEF_ANALYZER: "external" };
const UPSERT = `mutation ($input: TrackerInput!) { upsertTracker(input: $input) { id } }`;
const PROGRESS = "{ trackers { progress { done total } } }";
const HITS = `query ($after: String) {
  recordings(first: ${PAGE}, after: $after) { nodes { trackerHits { phrase quote } } nextCursor }
}`;
const OBJECTION = "That is too expensive for us.";

const buildTranscript = (number: number) =>
  ["Good morning, how can I help you?", `This is call ${number} about the kitchen.`, OBJECTION].map(
    (text, index) => ({
      speaker: index === 0 ? "A" : "B",
      role: index === 0 ? "rep" : "client",
      text,
      start: index * 3_000,
      end: index * 3_000 + 2_000,
    }),
  );

test("a meaning is found once in each call, after kills at random moments", async (t) => {
  const { program } = t.context;
  let serving = await program.serve(ENV);
  const org = await createInstalledOrganization(program);
  const ask = async (query: string, variables: object = {}) =>
    tenantAt(serving, org).graphql(query, variables);
  const tenant = tenantAt(serving, org);
  await tenant.createUser();
  const numbers = Array.from({ length: CALLS }, (_, number) => number);
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let number = numbers.pop(); number !== undefined; number = numbers.pop())
        await tenant.createProcessed({
          call_id: `call ${number}`,
          transcript: buildTranscript(number),
        });
    }),
  );
  const loadProgress = async (): Promise<{ done: number; total: number } | null> =>
    (await ask(PROGRESS)).trackers[0].progress;
  const input = { name: "Price", concept: "price_objection" };
  const { id } = (await ask(UPSERT, { input })).upsertTracker;
  const interrupted: number[] = [];
  for (let kills = 0; kills < KILLS; kills += 1) {
    await setTimeout(Math.random() * MAX_WAIT_MS);
    const progress = await loadProgress();
    if (progress) interrupted.push(progress.done);
    // All calls were searched before the kill: another phrase begins again.
    else await ask(UPSERT, { input: { id, phrases: [`nothing like ${kills}`] } });
    serving.child.kill("SIGKILL");
    await once(serving.child, "exit");
    serving = await program.serve(ENV);
  }
  for (let progress = await loadProgress(); progress; progress = await loadProgress()) {
    t.true(progress.done <= progress.total, JSON.stringify(progress));
    await setTimeout(POLL_MS);
  }
  let calls = 0;
  for (let after: string | null | undefined; after !== null;) {
    const { recordings } = await ask(HITS, { after });
    for (const { trackerHits } of recordings.nodes)
      t.deepEqual(trackerHits, [{ phrase: null, quote: OBJECTION }]);
    calls += recordings.nodes.length;
    after = recordings.nextCursor as string | null;
  }
  t.is(calls, CALLS);
  t.log(
    `${KILLS} kills, ${interrupted.length} of them in a search, at ${interrupted.join()} calls`,
  );
});
