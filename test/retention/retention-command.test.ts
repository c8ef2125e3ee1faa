import { connect } from "../../db/engine/connect.js";
import { test } from "../helpers/server/first-start-suite.js";

const json = ({ stdout }: { stdout: string }) => JSON.parse(stdout);
const COUNT = 60;

/** Returns the time so many days ago, in milliseconds since 1970. Use fewer days than the delivery log keeps. */
const daysAgo = (count: number): number => Date.now() - count * 24 * 60 * 60_000;

test("`retention report` shows what the next run removes, and `retention run` removes it", async (t) => {
  const { program } = t.context;
  const acme = ["--org", "Acme"];
  t.is((await program.run(["org", "create", "Acme"])).code, 0);
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  const { id } = await db("organizations").first("id");
  for (let count = 0; count < COUNT; count += 1)
    await db("events").insert({
      organization_id: id,
      id: `e${count}`,
      event: "recording.processed",
      payload: "{}",
      test: 0,
      position: count,
    });
  const row = { organization_id: id, payload_days: 30, changed_at: 1 };
  await db("retention").insert(row);

  const [report, jsonReport, bothCommands, noCommand, run, reportAfter, secondRun] =
    await program.runAll(
      ["retention", "report", ...acme],
      ["retention", "report", ...acme, "--json"],
      ["retention", "report", "run", ...acme],
      ["retention", ...acme],
      ["retention", "run", ...acme],
      ["retention", "report", ...acme, "--json"],
      ["retention", "run", ...acme, "--json"],
    );
  t.regex(report!.stdout, /^media +forever +0 to remove/);
  t.regex(report!.stdout, /^payloads +30 days +60 to remove \(120 bytes\)$/m);
  t.regex(report!.stdout, /^next run {2}20\d\d-.*Z\nlast run {2}none yet\n$/m);
  t.like(json(jsonReport!).payloads, { days: 30, count: COUNT, bytes: 120, deferred: 0 });
  t.is(bothCommands!.code, 2);
  t.is(noCommand!.code, 2);
  t.deepEqual(
    [run!.code, run!.stdout, run!.stderr],
    [0, "media  0\nmediaBytes  0\ntranscripts  0\npayloads  60\n", ""],
  );
  const { payloads, runs, lastRunAt } = json(reportAfter!);
  t.is(payloads.count, 0);
  t.like(runs, [{ payloads: COUNT, endedAt: lastRunAt }]);
  t.deepEqual(json(secondRun!).removed, { media: 0, mediaBytes: 0, transcripts: 0, payloads: 0 });
  const log = await db("audit_log").where("action", "retention.applied");
  t.deepEqual(
    log.map(({ actor, fields, subject }) => [actor, fields, subject]),
    [["command_line", '["payloads"]', runs[0].id]],
  );
});

test("the next run finishes a run that was killed", async (t) => {
  const { program } = t.context;
  t.is((await program.run(["org", "create", "Acme"])).code, 0);
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  const { id } = await db("organizations").first("id");
  const events = Array.from({ length: 6_000 }, (_, count) => ({
    organization_id: id,
    id: `e${count}`,
    event: "recording.processed",
    payload: "{}",
    test: 0,
    position: daysAgo(3) * 1000 + count,
  }));
  await db.batchInsert("events", events, 500);
  await db("retention").insert({ organization_id: id, payload_days: 1, changed_at: 1 });
  const serving = await program.serve();
  const removed = async (): Promise<number> =>
    (await db("retention_runs").first("payloads"))?.payloads ?? 0;
  while ((await removed()) === 0) await new Promise(setImmediate);
  serving.child.kill("SIGKILL");
  await serving.ended;
  const first = await removed();
  const remaining = (await db("events").where("payload", "{}").pluck("id")).length;
  t.true(first > 0 && first < events.length, `${first}`);
  t.is(first + remaining, events.length, "every removed payload is counted");
  const again = await program.serve();
  while ((await db("retention").first("ran_at")).ran_at === null) await new Promise(setImmediate);
  t.is((await again.stop()).code, 0);
  t.deepEqual(
    (await db("retention_runs").select("payloads")).map(({ payloads }) => payloads),
    [events.length],
  );
  t.is((await db("audit_log").where("action", "retention.applied").pluck("actor"))[0], "program");
});
