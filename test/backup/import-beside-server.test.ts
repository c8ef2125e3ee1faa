import "reflect-metadata";
import {
  listMaintenanceMarks,
  takeOverMaintenanceMark,
  upsertMaintenanceMark,
} from "../../db/engine/maintenance.js";
import { insertOrganization, listOrganizations } from "../../db/organizations/organization.js";
import { countSearchDrift } from "../../db/search/check-index.js";
import { rebuildOutdatedStats } from "../../graph/stats/rebuild.js";
import { checkRollups } from "../../graph/stats/rollups-check.js";
import { createAnalyzer } from "../../src/analyzer/index.js";
import { importCheck } from "../../src/upkeep/doctor/imports.js";
import type { CheckInput } from "../../src/upkeep/doctor/check.js";
import { createLog } from "../../src/base/log/log.js";
import { createOwner } from "../../src/base/workers/owner.js";
import { importLines } from "../../src/upkeep/transfer/import-lines.js";
import { ImportError } from "../../src/upkeep/transfer/parse-line.js";
import {
  createHeldAnalyzer,
  buildUtterances,
  SAMPLE_LINES,
} from "../helpers/analysis/analyzer-calls.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { storeMedia } from "../helpers/recordings/media.js";
import { test } from "../helpers/suite.js";
import {
  createOtherInstallation,
  exportOrganization,
  toAsyncLines,
} from "../helpers/backup/transfer.js";

const POLLS = 3;

const fill = async (org: Tenant): Promise<void> => {
  await org.createProcessed({ name: "processed" });
  await org.ingestCall({ name: "received", transcript: buildUtterances(SAMPLE_LINES) });
};

/** Exports an organization and creates the installation to import it into. */
const prepare = async (server: SharedServer, org: Tenant) => {
  await fill(org);
  const exported = await exportOrganization(server, org, true);
  return { exported, ...(await createOtherInstallation(server)) };
};

/** Yields the lines, and runs `work` in the middle, after the rows so far are stored. */
async function* pauseAfterTranscripts(
  exported: readonly string[],
  work: () => Promise<unknown>,
): AsyncGenerator<string> {
  const at = exported.findLastIndex((line) => line.includes('"table":"transcripts"')) + 2;
  yield* exported.slice(0, at);
  await work();
  yield* exported.slice(at);
}

test("jobs don't see an organization before its import has ended", async (t) => {
  const { server, org } = t.context;
  const { exported, there, remove } = await prepare(server, org);
  const log: object[] = [];
  const logger = createLog("info", { write: (line) => void log.push(JSON.parse(line)) });
  const held = createHeldAnalyzer();
  const analyzer = createAnalyzer({
    services: there,
    log: logger,
    analyze: held.analyze,
    leaseMs: 10,
  });
  t.teardown(async () => {
    await analyzer.stop();
    await remove();
  });
  const polls: string[] = [];
  there.db.on("query", ({ sql }: { sql: string }) => {
    if (/from .organizations. where .id. not in/.test(sql)) polls.push(sql);
  });
  analyzer.start();
  let timesWhileImporting: number | undefined;
  await importLines(
    there,
    pauseAfterTranscripts(exported, async () => {
      t.is((await there.db("recordings").where("organization_id", org.id)).length, 2);
      const enough = polls.length + POLLS;
      while (polls.length < enough) await new Promise((done) => setTimeout(done, 5));
      t.deepEqual(await listOrganizations(there.db), []);
      // A server that starts now rebuilds other statistics.
      await rebuildOutdatedStats(there.db, () => t.fail());
      timesWhileImporting = held.times;
    }),
  );
  t.is(timesWhileImporting, 0);
  await held.begun;
  held.go();
  t.is(held.times, 1);
  t.deepEqual(await listMaintenanceMarks(there.db, "import"), []);
  t.deepEqual(await checkRollups(there.db, org.id, false), { recordings: 0, buckets: 0 });
  t.deepEqual(await countSearchDrift(there.db, org.id), { missing: 0, wrong: 0 });
});

test("two imports of one organization exclude each other", async (t) => {
  const { server, org } = t.context;
  const { exported, there, remove } = await prepare(server, org);
  t.teardown(remove);
  await importLines(
    there,
    pauseAfterTranscripts(exported, () =>
      t.throwsAsync(importLines(there, toAsyncLines(exported)), {
        instanceOf: ImportError,
        message: /^another process is importing the organization "Alpha"/,
      }),
    ),
  );
  t.is((await there.db("recordings").where("organization_id", org.id)).length, 2);
});

test("an import that lost its claim to a new one stops, and leaves the rows to it", async (t) => {
  const { server, org } = t.context;
  const { exported, there, remove } = await prepare(server, org);
  t.teardown(remove);
  const taken = { organizationId: org.id, purpose: "import", owner: "other" } as const;
  const importing = importLines(
    there,
    pauseAfterTranscripts(exported, () =>
      upsertMaintenanceMark(there.db, { ...taken, renewedAt: Date.now() }),
    ),
  );
  await t.throwsAsync(importing, { message: "another process has started the same import" });
  t.is((await there.db("recordings").where("organization_id", org.id)).length, 2);
  t.like(await listMaintenanceMarks(there.db, "import"), [taken]);
});

test("an import waits for a rebuild of the search index", async (t) => {
  const { server, org } = t.context;
  const { exported, there, remove } = await prepare(server, org);
  t.teardown(remove);
  await upsertMaintenanceMark(there.db, {
    organizationId: "",
    purpose: "search",
    owner: createOwner(),
    renewedAt: Date.now(),
  });
  await t.throwsAsync(importLines(there, toAsyncLines(exported)), {
    message: "the search index is being rebuilt; import when that has ended",
  });
});

test("a refused row is an ImportError with its line, without SQL", async (t) => {
  const { server, org } = t.context;
  const { exported, there, remove } = await prepare(server, org);
  t.teardown(remove);
  const at = exported.findIndex((line) => line.includes('"table":"recordings"'));
  const line = JSON.parse(exported[at]!);
  const broken = exported.with(
    at,
    JSON.stringify({ ...line, row: { ...line.row, user_id: "nobody" } }),
  );
  await t.throwsAsync(importLines(there, toAsyncLines(broken)), {
    instanceOf: ImportError,
    message: new RegExp(
      `^line ${at + 1}: rows of recordings violate the schema \\(\\w+\\); the file is damaged$`,
    ),
  });
  t.deepEqual(Object.values(await loadRowsByTable(there.db, org.id)).flat(), []);
});

test("an import refuses ids and names that would leave the media directory", async (t) => {
  const { server, org } = t.context;
  await storeMedia(server, org, await org.ingestCall({}));
  const { exported, there, remove } = await prepare(server, org);
  t.teardown(remove);
  const head = JSON.parse(exported[0]!);
  for (const id of ["..", ".", "", "a/b", "a\\b", "x".repeat(65)])
    await t.throwsAsync(
      importLines(
        there,
        toAsyncLines([
          JSON.stringify({ ...head, organization: { ...head.organization, id } }),
          ...exported.slice(1),
        ]),
      ),
      { instanceOf: ImportError, message: /^line 1: has an invalid organization id/ },
      id,
    );
  const at = exported.findIndex((line) => line.includes('"table":"media"'));
  const media = JSON.parse(exported[at]!);
  const changed = JSON.stringify({ ...media, row: { ...media.row, file: "../../x" } });
  await t.throwsAsync(importLines(there, toAsyncLines(exported.with(at, changed))), {
    instanceOf: ImportError,
    message: `line ${at + 1}: has an invalid "file"`,
  });
});

test("an interrupted import that began anew can't be taken over", async (t) => {
  const { server, org } = t.context;
  const { there, remove } = await prepare(server, org);
  t.teardown(remove);
  const seen = {
    organizationId: "half",
    purpose: "import",
    owner: createOwner(),
    renewedAt: 0,
  } as const;
  await upsertMaintenanceMark(there.db, seen);
  const next = { owner: createOwner(), renewedAt: 2 };
  for (const changed of [
    { ...seen, renewedAt: 1 },
    { ...seen, owner: createOwner() },
  ]) {
    await upsertMaintenanceMark(there.db, changed);
    t.false(await takeOverMaintenanceMark(there.db, seen, next));
    t.deepEqual(await listMaintenanceMarks(there.db, "import"), [changed]);
  }
  await upsertMaintenanceMark(there.db, seen);
  t.true(await takeOverMaintenanceMark(there.db, seen, next));
  t.deepEqual(await listMaintenanceMarks(there.db, "import"), [{ ...seen, ...next }]);
});

test("the doctor finds an interrupted import and deletes its rows", async (t) => {
  const { server, org } = t.context;
  const { there, remove } = await prepare(server, org);
  t.teardown(remove);
  await insertOrganization(there.db, { id: "half", name: "Half", createdAt: 0 });
  const mark = { organizationId: "half", purpose: "import", owner: createOwner() } as const;
  await upsertMaintenanceMark(there.db, { ...mark, renewedAt: Date.now() });
  const run = async (repair: boolean) =>
    importCheck.run({ db: there.db, repair, now: Date.now } as CheckInput);
  t.deepEqual(await run(true), []);
  await upsertMaintenanceMark(there.db, { ...mark, renewedAt: 0 });
  const problem = {
    organization: "half",
    message: "an import was interrupted; run it again, or repair: that deletes its rows",
    fix: "debrief doctor --repair",
  };
  t.deepEqual(await run(false), [{ ...problem, repaired: false }]);
  t.deepEqual(await run(true), [{ ...problem, repaired: true }]);
  t.deepEqual(await there.db("organizations").where("id", "half"), []);
  t.deepEqual(await run(false), []);
});
