import Database from "better-sqlite3";
import { connect, type Db } from "../../../db/engine/connect.js";
import { listMaintenanceMarks, upsertMaintenanceMark } from "../../../db/engine/maintenance.js";
import { insertOrganization } from "../../../db/organizations/organization.js";
import { createOwner } from "../../../src/base/workers/owner.js";
import { listOrganizationsByCommand, ORG_CREATE_ARGS, parseStdout, test } from "../backup-suite.js";
import { damageSearchIndex } from "../damage-database.js";
import type { Installation } from "../../helpers/server/program.js";
import { createRecordingSaying, searchNames } from "../../helpers/search/search.js";
import { buildTenant, createRequester } from "../../helpers/tenant.js";

const RECORDINGS = 20;
/** No process has this id. */
const DEAD_OWNER = createOwner().replace(/^(\S+) \d+/, "$1 4999999");

const withDb = async <T>(file: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = connect(`sqlite:${file}`);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

const serveFilled = async (program: Installation) => {
  const created = parseStdout(await program.run(ORG_CREATE_ARGS));
  const running = await program.serve();
  const connectTenant = (url: string) =>
    buildTenant(createRequester(url), { ...created, id: created.organization.id });
  const org = connectTenant(running.url);
  await org.createUser();
  for (let n = 0; n < RECORDINGS; n += 1) await createRecordingSaying(org, `n${n}`, "roof");
  return { running, org, connectTenant };
};

test("two repairs at the same time leave a whole index", async (t) => {
  const { program, file } = t.context;
  const { running, org } = await serveFilled(program);
  damageSearchIndex(file);
  const outcomes = await Promise.all(
    [1, 2].map(() => program.run(["doctor", "--repair", "--json"])),
  );
  // One may find the other at work, and says so.
  for (const { code, stdout, stderr } of outcomes)
    if (code !== 0) t.regex(stdout, /another process is rebuilding the search index/, stderr);
  const last = await program.run(["doctor"]);
  t.is(last.code, 0, last.stdout);
  t.is((await searchNames(org, "roof", { first: 100 })).length, RECORDINGS);
  await running.stop();
});

test("a rebuild waits for an import, and says so", async (t) => {
  const { program, file } = t.context;
  const { running } = await serveFilled(program);
  await running.stop();
  damageSearchIndex(file);
  const mark = { organizationId: "half", purpose: "import", owner: createOwner() } as const;
  await withDb(file, (db) => upsertMaintenanceMark(db, { ...mark, renewedAt: Date.now() }));
  const refused = await program.run(["doctor", "--repair"]);
  t.is(refused.code, 1);
  t.regex(refused.stdout, /repair later: an import is under way/);
  await withDb(file, (db) =>
    upsertMaintenanceMark(db, { ...mark, owner: DEAD_OWNER, renewedAt: 0 }),
  );
  t.is((await program.run(["doctor", "--repair"])).code, 0);
  t.is((await program.run(["doctor"])).code, 0);
});

test("a server finishes a rebuild that was killed", async (t) => {
  const { program, file } = t.context;
  const { running, connectTenant } = await serveFilled(program);
  await running.stop();
  await withDb(file, async (db) => {
    const mark = { organizationId: "", purpose: "search", owner: DEAD_OWNER } as const;
    await upsertMaintenanceMark(db, { ...mark, renewedAt: Date.now() });
    await db.raw("INSERT INTO search_index (search_index) VALUES ('delete-all')");
    await db("search_rows").delete();
  });
  const again = await program.serve();
  const org = connectTenant(again.url);
  while ((await searchNames(org, "roof", { first: 100 })).length < RECORDINGS)
    await new Promise((done) => setTimeout(done, 20));
  const { stderr } = await again.stop();
  t.regex(stderr, /finished an interrupted rebuild of the search index/);
  t.deepEqual(await withDb(file, (db) => listMaintenanceMarks(db, "search")), []);
});

test("migrate runs beside a server", async (t) => {
  const { program } = t.context;
  const { running, org } = await serveFilled(program);
  t.is((await program.run(["migrate"])).code, 0);
  t.is((await org.get("/v1/users")).status, 200);
  t.is((await running.stop()).code, 0);
});

test("a restore is refused while a backup or a server uses the database", async (t) => {
  const { program, file, backup } = t.context;
  const { running } = await serveFilled(program);
  t.is((await program.run(["backup", backup])).code, 0);
  const refusal = /another process uses .*; stop the server first/;
  const besideServer = await program.run(["restore", backup]);
  t.is(besideServer.code, 1);
  t.regex(besideServer.stderr, refusal);
  await running.stop();
  // A backup reads one snapshot.
  const reader = new Database(file, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM recordings").get();
  const besideBackup = await program.run(["restore", backup]);
  reader.close();
  t.is(besideBackup.code, 1);
  t.regex(besideBackup.stderr, refusal);
  t.is((await program.run(["restore", backup])).code, 0);
});

test("a backup beside an import holds the organization hidden", async (t) => {
  const { program, file, backup } = t.context;
  await program.run(ORG_CREATE_ARGS);
  await withDb(file, async (db) => {
    const mark = { organizationId: "half", purpose: "import", owner: DEAD_OWNER } as const;
    await upsertMaintenanceMark(db, { ...mark, renewedAt: 0 });
    await insertOrganization(db, { id: "half", name: "Half", createdAt: 0 });
  });
  t.is((await program.run(["backup", backup])).code, 0);
  t.is((await program.run(["restore", backup])).code, 0);
  t.deepEqual(await listOrganizationsByCommand(program), ["Acme"]);
  const found = await program.run(["doctor"]);
  t.is(found.code, 1);
  t.regex(found.stdout, /imports: an import was interrupted/);
  t.is((await program.run(["doctor", "--repair"])).code, 0);
});
