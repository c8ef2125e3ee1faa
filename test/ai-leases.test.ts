import "reflect-metadata";
import { setImmediate } from "node:timers/promises";
import { claimOn } from "../db/analysis-claims.js";
import { createContext } from "../graph/context.js";
import { claimAnalysis } from "../graph/reanalysis.js";
import { createAnalyzer } from "../src/analyzer/index.js";
import { attempt } from "../src/analyzer/attempt.js";
import { aiSuite, read } from "./helpers/ai-suite.js";
import { held, TALK, transcriptOf } from "./helpers/analyzed.js";
import { asProgram } from "./helpers/guard.js";
import { analysed, byRules, LEASE, work } from "./helpers/worker.js";

const test = aiSuite();
const transcript = transcriptOf(TALK);

const untilRenewed = async (
  db: Parameters<typeof claimOn>[0],
  org: string,
  id: string,
  than: number,
): Promise<void> => {
  while ((await claimOn(db, org, id))!.heldUntil <= than) await setImmediate();
};

test.serial(
  "a claim is kept for as long as the work goes on, and nobody else takes it",
  async (t) => {
    const { org, server, ai, analyse } = t.context;
    const { db } = server.services;
    const go = ai.hold();
    const id = await org.call({ recording_url: ai.audio });
    const first = analyse(id, {}, { lease: 60 });
    await ai.until(() => ai.transcriptions.length === 1);
    const { heldUntil, begun } = (await claimOn(db, org.id, id))!;
    await untilRenewed(db, org.id, id, heldUntil);
    const other = held();
    await work(server, org, id, { analyze: other.analyze, lease: 60 });
    t.is(other.times, 0);
    t.is(begun, 1);
    go();
    await first;
    t.is((await read(org, id)).status, "processed");
    t.is(await claimOn(db, org.id, id), undefined);
  },
);

test.serial("what changes beside a call while it is listened to costs nothing", async (t) => {
  const { org, ai, analyse } = t.context;
  const go = ai.hold();
  const id = await org.call({ recording_url: ai.audio });
  const worker = analyse(id);
  await ai.until(() => ai.transcriptions.length === 1);
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "job-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:15:00Z",
  });
  go();
  await worker;
  t.like(await read(org, id), { status: "processed", eventId: "job-1" });
  t.is(ai.transcriptions.length, 1);
});

test.serial(
  "a call that is sent again with other words while it is read is read anew",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const go = ai.hold();
    const id = await org.call({ call_id: "twice", transcript });
    const worker = analyse(id);
    await ai.until(() => ai.chats.length === 1);
    await org.call({ call_id: "twice", transcript: transcriptOf([["client", "Other words."]]) });
    go();
    await worker;
    t.is((await read(org, id)).status, "processed");
    t.is(ai.chats.length, 2);
    t.is(ai.chats[1]!.data.transcript[0][2], "Other words.");
  },
);

test.serial(
  "a worker that is told to stop ends what is under way, and gives it back at once",
  async (t) => {
    const { org, server, ai, parts, logger, files } = t.context;
    const { services } = server;
    ai.hold();
    const id = await org.call({ recording_url: ai.audio });
    const analyzer = createAnalyzer({
      ...parts(),
      services,
      log: logger,
      analyze: parts().analyze!,
    });
    asProgram(() => {
      analyzer.start(false);
      analyzer.wake(org.id, id);
    });
    await ai.until(() => ai.transcriptions.length === 1);
    await asProgram(() => analyzer.stop());
    t.deepEqual(files(), []);
    t.is((await read(org, id)).status, "processing");
    await work(server, org, id, {
      ...parts(),
      analyze: byRules,
      transcribe: async () => [...transcript],
    });
    t.is((await read(org, id)).status, "processed");
  },
);

test.serial(
  "a recording whose workers all died is given up after so many, with a reason",
  async (t) => {
    const { org, server, ai, parts } = t.context;
    const { services } = server;
    const id = await org.call({ transcript });
    const context = createContext(services, { role: "internal", organizationId: org.id }, "test");
    for (let begun = 0; begun < 25; begun += 1)
      await claimAnalysis(context, id, { holder: `dead ${begun}`, lease: -1, goesOn: false });
    await work(server, org, id, { ...parts(), lease: LEASE });
    const { status, failureReason } = await read(org, id);
    t.is(status, "failed");
    t.regex(
      failureReason,
      /^The analysis was begun again and again, and its worker ended each time/,
    );
    t.is(ai.chats.length, 0);
  },
);

test.serial("what failed is not begun again by a worker that starts", async (t) => {
  const { org, server, ai, analyse, parts } = t.context;
  const { services } = server;
  ai.fail("chat", { status: 401 });
  const failed = await org.call({ transcript });
  await analyse(failed);
  const other = await org.call({ recording_url: ai.audio });
  const { log, all } = analysed([other]);
  const analyzer = createAnalyzer({ ...parts(), analyze: parts().analyze!, services, log });
  asProgram(() => analyzer.start());
  await all;
  await asProgram(() => analyzer.stop());
  t.is((await read(org, failed)).status, "failed");
});

test.serial("workers beside each other do each recording once", async (t) => {
  const { org, server, ai, parts } = t.context;
  const ids: string[] = [];
  for (let call = 0; call < 6; call += 1) ids.push(await org.call({ recording_url: ai.audio }));
  const { signal } = new AbortController();
  const given = { services: server.services, lease: LEASE, ...parts() } as Parameters<
    typeof attempt
  >[0];
  await asProgram(() =>
    Promise.all(
      [1, 2, 3].flatMap(() =>
        ids.map(async (id) => attempt(given, { organizationId: org.id, id }, signal)),
      ),
    ),
  );
  for (const id of ids) t.is((await read(org, id)).status, "processed");
  t.is(ai.transcriptions.length, ids.length);
  t.is(ai.chats.length, 2 * ids.length);
});
