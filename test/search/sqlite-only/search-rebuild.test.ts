import { connect, type Db } from "../../../db/engine/connect.js";
import { inspectFile } from "../../../db/engine/integrity.js";
import { listMaintenanceMarks, upsertMaintenanceMark } from "../../../db/engine/maintenance.js";
import { countSearchDrift, countStraySearchRows } from "../../../db/search/check-index.js";
import {
  MaintenanceConflictError,
  rebuildSearchIndex,
  resumeSearchRebuild,
} from "../../../db/search/rebuild-index.js";
import { createRecordingSaying, searchNames } from "../../helpers/search/search.js";
import { test } from "../../helpers/own-suite.js";
import type { Tenant, TestServer } from "../../helpers/server.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const DELETE = "mutation ($id: ID!) { deleteRecording(id: $id) }";

const listFindings = ({ databaseUrl }: TestServer): string[] =>
  inspectFile(databaseUrl.slice("sqlite:".length)).findings;

/** Runs `work` with connections of its own, as another process has them. */
const asOtherProcess = async <T>(server: TestServer, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = connect(server.databaseUrl);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

const rebuildFor = ({ id }: Tenant, rest?: () => Promise<unknown>) => ({
  owner: "test",
  now: () => 0,
  isUnderWay: () => true,
  listOrganizationIds: async () => [id],
  ...(rest && { rest }),
});

test.serial(
  "a rebuild by another process doesn't let later deletions look like damage",
  async (t) => {
    const { org, server } = t.context;
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await createRecordingSaying(org, `n${n}`, words));
    await org.graphql(DELETE, { id: ids.pop() });
    await asOtherProcess(server, async (db) => {
      // Reads the stored format, as the doctor does.
      t.deepEqual(listFindings(server), []);
      await rebuildSearchIndex(db, rebuildFor(org));
    });
    for (const id of ids) await org.graphql(DELETE, { id });
    t.deepEqual(listFindings(server), []);
  },
);

test.serial("a rebuild indexes each recording once while a server writes", async (t) => {
  const { org, server } = t.context;
  const ids: string[] = [];
  for (let n = 0; n < 50; n += 1) ids.push(await createRecordingSaying(org, `n${n}`, "roof"));
  let pages = 0;
  await asOtherProcess(server, (db) =>
    rebuildSearchIndex(
      db,
      rebuildFor(org, async () => {
        pages += 1;
        if (pages > 1) return;
        // One recording that is indexed already, two that aren't, and a new one.
        await org.graphql(COMPLETE, { id: ids[0], input: { summary: "door" } });
        await org.graphql(COMPLETE, { id: ids[48], input: { summary: "door" } });
        await org.graphql(DELETE, { id: ids[49] });
        await createRecordingSaying(org, "new", "door");
      }),
    ),
  );
  t.true(pages > 1);
  const { db } = server.services;
  t.deepEqual(await countSearchDrift(db, org.id), { missing: 0, wrong: 0 });
  t.is(await countStraySearchRows(db), 0);
  t.deepEqual(listFindings(server), []);
  t.deepEqual((await searchNames(org, "door")).toSorted(), ["n0", "n48", "new"]);
  t.deepEqual(await listMaintenanceMarks(db, "search"), []);
});

test.serial(
  "a rebuild that was killed leaves a mark, by which another process finishes it",
  async (t) => {
    const { org, server } = t.context;
    const { db } = server.services;
    for (let n = 0; n < 25; n += 1) await createRecordingSaying(org, `n${n}`, "roof");
    const killed = rebuildFor(org, async () => {
      throw new Error("killed");
    });
    await t.throwsAsync(rebuildSearchIndex(db, killed), { message: "killed" });
    t.like(await countSearchDrift(db, org.id), { missing: 5, wrong: 0 });
    t.like(await listMaintenanceMarks(db, "search"), [{ owner: "test", organizationId: "" }]);
    await resumeSearchRebuild(db, { ...rebuildFor(org), owner: "other" });
    t.deepEqual(await countSearchDrift(db, org.id), { missing: 0, wrong: 0 });
    t.deepEqual(await listMaintenanceMarks(db, "search"), []);
  },
);

test.serial("a rebuild renews its mark, and ends where another process took it over", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  for (let n = 0; n < 65; n += 1) await createRecordingSaying(org, `n${n}`, "roof");
  let now = 0;
  const renewals: number[] = [];
  const rebuild = rebuildFor(org, async () => {
    const [mark] = await listMaintenanceMarks(db, "search");
    renewals.push(mark!.renewedAt);
    now += 70_000;
    if (renewals.length < 3) return;
    await upsertMaintenanceMark(db, { ...mark!, owner: "other" });
  });
  await t.throwsAsync(rebuildSearchIndex(db, { ...rebuild, now: () => now }), {
    instanceOf: MaintenanceConflictError,
  });
  t.deepEqual(renewals, [0, 70_000, 140_000]);
  t.like(await listMaintenanceMarks(db, "search"), [{ owner: "other" }]);
});

test.serial("a rebuild defines the index as the migrations do", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const loadDefinition = async (): Promise<unknown[]> => [
    await db("sqlite_master").where("name", "search_index").select("type", "name"),
    await db("sqlite_master").where("name", "search_index").pluck("sql"),
    await db.raw("SELECT k, v FROM search_index_config WHERE k <> 'version' ORDER BY k"),
  ];
  const before = await loadDefinition();
  await rebuildSearchIndex(db, rebuildFor(org));
  t.deepEqual(await loadDefinition(), before);
});
