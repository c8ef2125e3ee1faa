import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { checkRollups } from "../../graph/stats/rollups-check.js";
import { dialect } from "../helpers/engine/database.js";
import { createInstallation } from "../helpers/server/program.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const ANSWERED = 3;

/** Processes calls on different days with two templates and tags. */
const processCalls = async (server: TestServer, org: Tenant): Promise<void> => {
  const templates = [await createTemplate(org, "Greeted?"), await createTemplate(org, "Thanked?")];
  await org.createUser("other@example.com");
  for (let call = 0; call < ANSWERED; call += 1) {
    const { id, questions } = templates[call % 2]!;
    server.clock.time = Date.parse("2026-03-02T00:00:00Z") + call * 40 * 86_400_000;
    await org.createProcessed(call === 0 ? { user_email: "other@example.com" } : {}, {
      templateId: id,
      process: { answers: [{ questionId: questions[0]!.id, yes: true }] },
      tags: ["a", `t-${call}`],
    });
  }
};

const loadStats = async ({ services }: TestServer, { id }: Tenant): Promise<unknown[]> => {
  const rows = await loadRowsByTable(services.db, id);
  return [rows["stat_cells"], rows["stat_facts"]];
};

/** Each way to damage the statistics, and how many facts and cells then differ. */
const damages: Record<
  string,
  { damage: (db: Knex, org: Tenant) => Promise<unknown>; facts: number; cells: number }
> = {
  "a changed cell": {
    damage: async (db, org) =>
      db("stat_cells")
        .where("organization_id", org.id)
        .where("span", 8)
        .where("template_id", "")
        .update({ tally: "7" }),
    facts: 0,
    cells: ANSWERED,
  },
  "missing cells": {
    damage: async (db, org) =>
      db("stat_cells").where({ organization_id: org.id, span: 1 }).delete(),
    facts: 0,
    cells: 2 * ANSWERED,
  },
  "a cell for a day without recordings": {
    damage: async (db, org) => {
      const row = await db("stat_cells").where("organization_id", org.id).first();
      await db("stat_cells").insert({ ...row, span: 64, day: 64 });
    },
    facts: 0,
    cells: 1,
  },
  "a changed fact": {
    damage: async (db, org) =>
      db("stat_facts").where("organization_id", org.id).update({ tally: "7" }),
    facts: ANSWERED,
    cells: 0,
  },
  "missing tag facts": {
    damage: async (db, org) =>
      db("stat_facts").where("organization_id", org.id).where("tag", ">=", 0).delete(),
    facts: ANSWERED,
    cells: 0,
  },
  "a fact with a tag that its recording lacks": {
    damage: async (db, org) => {
      const row = await db("stat_facts").where("organization_id", org.id).first();
      await db("stat_facts").insert({ ...row, tag: 7 });
    },
    facts: 1,
    cells: 0,
  },
  "two facts with swapped positions": {
    damage: async (db, org) => {
      const facts = db("stat_facts").where("organization_id", org.id);
      const [first, ...others] = await facts.clone().where("tag", -1).orderBy("position");
      const statisticsOutput = others.at(-1)!;
      await facts.clone().whereIn("position", [first.position, statisticsOutput.position]).delete();
      await db("stat_facts").insert([
        { ...first, position: statisticsOutput.position },
        { ...statisticsOutput, position: first.position },
      ]);
    },
    facts: 2,
    cells: 0,
  },
  "missing facts": {
    damage: async (db, org) => db("stat_facts").where("organization_id", org.id).delete(),
    facts: ANSWERED,
    cells: 0,
  },
  "missing names": {
    damage: async (db, org) => db("stat_names").where("organization_id", org.id).delete(),
    facts: ANSWERED,
    // Per recording, three spans each for all templates and for its own. Two recordings share the
    // 64-day cell of all templates.
    cells: 6 * ANSWERED - 1,
  },
  "a changed recording": {
    damage: async (db, org) => {
      const row = await db("recordings")
        .where("organization_id", org.id)
        .orderBy("position")
        .first("id");
      await db("recordings")
        .where({ organization_id: org.id, ...row })
        .update({ closed: 1 });
    },
    facts: 1,
    cells: 6,
  },
};

for (const [what, { damage, facts, cells }] of Object.entries(damages))
  test.serial(`the doctor finds and repairs statistics with ${what}`, async (t) => {
    const { server, org } = t.context;
    const { db } = server.services;
    await processCalls(server, org);
    const healthy = await loadStats(server, org);
    t.deepEqual(await checkRollups(db, org.id, false), { recordings: 0, buckets: 0 });
    await damage(db, org);
    const damaged = await loadStats(server, org);
    t.deepEqual(await checkRollups(db, org.id, false), { recordings: facts, buckets: cells });
    t.deepEqual(await loadStats(server, org), damaged, "a check changes nothing");
    const repaired = await checkRollups(db, org.id, true);
    // Recreated names can get the same numbers again, so the count of repairs varies.
    if (!what.endsWith("names")) t.deepEqual(repaired, { recordings: facts, buckets: cells });
    t.deepEqual(await checkRollups(db, org.id, false), { recordings: 0, buckets: 0 });
    if (what.endsWith("recording")) t.notDeepEqual(await loadStats(server, org), healthy);
    else if (!what.endsWith("names")) t.deepEqual(await loadStats(server, org), healthy);
    t.is((await org.get("/v1/stats?groupBy=user")).status, 200);
  });

test.serial("the database refuses cells whose span or first day fits no bucket", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  await processCalls(server, org);
  const cell = await db("stat_cells").where({ organization_id: org.id, span: 8 }).first();
  const refused = { code: dialect === "postgres" ? "23514" : "SQLITE_CONSTRAINT_CHECK" };
  for (const place of [{ span: 2 }, { day: cell.day + 1 }, { day: -8 }])
    await t.throwsAsync(
      async () => db("stat_cells").insert({ ...cell, template_id: "x", ...place }),
      refused,
    );
  await db("stat_cells").insert({ ...cell, template_id: "x", day: cell.day + 8 });
});

const statisticsOutput = ({ stdout }: { stdout: string }): string =>
  stdout.split("statistics: ")[1]!;

/** What the settings of this test's program say of calls. */
const CALLS =
  "calls: calls stay received until your own worker analyses them (DEBRIEF_ANALYZER=external)\n";

test.serial("debrief doctor exits with 1 while a problem remains", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const [created] = await program.runAll(["org", "create", "Acme", "--json"]);
  const { id } = JSON.parse(created!.stdout).organization;
  const db = connect(program.databaseUrl);
  const owner = { organization_id: id };
  const user = { email: "a@example.com", email_key: "a", name: "A", role: "rep", active: 1 };
  await db("users").insert({ ...owner, ...user, id: "u", created_at: 0, updated_at: 0 });
  await db("stat_cells").insert({
    ...owner,
    span: 1,
    day: 20_000,
    template_id: "",
    user_id: "u",
    tally: "7",
  });
  await db.destroy();
  const [found, foundJson, repaired, healthy, json] = await program.runAll(
    ["doctor"],
    ["doctor", "--json"],
    ["doctor", "--repair"],
    ["doctor"],
    ["doctor", "--json"],
  );
  const message = "the statistics are wrong for 0 recordings and in 1 buckets";
  const fix = "debrief doctor --repair";
  const wrong = 'found problems; run the command after each "fix:"\n';
  t.deepEqual([found!.code, found!.stderr], [1, wrong]);
  t.is(statisticsOutput(found!), `${message} in ${id}\n  fix: ${fix}\n${CALLS}`);
  t.deepEqual([foundJson!.code, foundJson!.stderr], [1, wrong]);
  const { ok, checks } = JSON.parse(foundJson!.stdout);
  t.false(ok);
  t.deepEqual(
    checks.filter(({ problems }: { problems: unknown[] }) => problems.length > 0),
    [{ name: "statistics", problems: [{ organization: id, message, fix, repaired: false }] }],
  );
  t.is(repaired!.code, 0);
  t.is(statisticsOutput(repaired!), `${message} in ${id}: repaired\n${CALLS}`);
  t.deepEqual([healthy!.code, healthy!.stderr], [0, ""]);
  t.regex(healthy!.stdout.replace(CALLS, ""), /^([a-z -]+: ok\n)+$/);
  t.true(JSON.parse(json!.stdout).ok);
});
