import test, { type ExecutionContext } from "ava";
import { connect } from "../../db/engine/connect.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { createInstallation, type Installation } from "../helpers/server/program.js";
import { fetchStats } from "../helpers/stats/stats.js";
import { formatWithout, setStatsFormat, storeWithoutSum } from "./stats-format.js";
import type { OrganizationCredentials } from "../helpers/tenant.js";

const REBUILDING = "rebuilding the statistics";

const inDatabase = async <T>(
  { databaseUrl }: Installation,
  work: (db: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> => {
  const db = connect(databaseUrl);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

/** Starts the server, reads the statistics and stops it. */
const readAfterStart = async (
  t: ExecutionContext,
  program: Installation,
  org: OrganizationCredentials,
) => {
  const serving = await program.serve();
  const stats = await fetchStats(tenantAt(serving, org));
  const { code, stderr } = await serving.stop();
  t.is(code, 0, stderr);
  return { stats, isRebuilt: stderr.includes(REBUILDING) };
};

test("a start rebuilds statistics that a version with fewer sums stored", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const org = await createInstalledOrganization(program);
  const serving = await program.serve();
  const tenant = tenantAt(serving, org);
  await tenant.createUser();
  await tenant.createProcessed({}, { tags: ["roof"], coaching: "Well done." });
  const id = await tenant.createProcessed({ duration_ms: 60_000 }, { tags: ["new"] });
  await tenant.graphql(
    'mutation ($id: ID!) { addReview(recordingId: $id, reviewerEmail: "rep@example.com", durationMs: 7) { id } }',
    { id },
  );
  const expected = await fetchStats(tenant);
  t.is((await serving.stop()).code, 0);

  await inDatabase(program, async (db) => {
    await storeWithoutSum(db, org.id, "closed");
    await setStatsFormat(db, org.id);
  });
  const misread = await readAfterStart(t, program, org);
  t.false(misread.isRebuilt);
  t.notDeepEqual(
    misread.stats,
    expected,
    "without its format, the older version's data is misread",
  );

  await inDatabase(program, (db) => setStatsFormat(db, org.id, formatWithout("closed")));
  const rebuilt = await readAfterStart(t, program, org);
  t.true(rebuilt.isRebuilt);
  t.deepEqual(rebuilt.stats, expected);

  const again = await readAfterStart(t, program, org);
  t.false(again.isRebuilt, "a second start has nothing to rebuild");
  t.deepEqual(again.stats, expected);
});

test("debrief migrate rebuilds statistics whose format is unknown", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const org = await createInstalledOrganization(program);
  const serving = await program.serve();
  const tenant = tenantAt(serving, org);
  await tenant.createUser();
  await tenant.createProcessed();
  const expected = await fetchStats(tenant);
  t.is((await serving.stop()).code, 0);
  await inDatabase(program, async (db) => {
    await storeWithoutSum(db, org.id, "duration");
    await db("stat_formats").delete();
  });
  const [doctor, migrated, healthy] = await program.runAll(["doctor"], ["migrate"], ["doctor"]);
  t.is(doctor!.code, 1);
  t.regex(doctor!.stdout, /another version stored the statistics in a different format/);
  t.is(migrated!.code, 0, migrated!.stderr);
  t.is(healthy!.code, 0, healthy!.stdout);
  t.deepEqual((await readAfterStart(t, program, org)).stats, expected);
});
