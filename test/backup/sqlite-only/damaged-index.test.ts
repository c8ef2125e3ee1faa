import { join } from "node:path";
import { inspectFile } from "../../../db/engine/integrity.js";
import { damageSearchIndex, overwriteRootPage, removeIndexRow } from "../damage-database.js";
import { ORG_CREATE_ARGS, parseStdout, test } from "../backup-suite.js";
import type { Installation } from "../../helpers/server/program.js";
import { searchNames, createRecordingSaying } from "../../helpers/search/search.js";
import { buildTenant, createRequester, type Tenant } from "../../helpers/tenant.js";

const RECORDINGS = 30;

/** Serves a new organization with recordings. */
const serveFilled = async (program: Installation) => {
  const created = parseStdout(await program.run(ORG_CREATE_ARGS));
  const running = await program.serve();
  const connectTenant = (url: string): Tenant =>
    buildTenant(createRequester(url), { ...created, id: created.organization.id });
  const org = connectTenant(running.url);
  await org.createUser();
  const ids: string[] = [];
  for (let n = 0; n < RECORDINGS; n += 1)
    ids.push(await createRecordingSaying(org, `n${n}`, `roof ${n}`));
  return { running, org, ids, connectTenant };
};

const countFound = async (org: Tenant): Promise<number> =>
  (await searchNames(org, "roof", { first: 100 })).length;

test("a server rebuilds a damaged search index and says so once", async (t) => {
  const { program, file, backup } = t.context;
  const { running, org, ids, connectTenant } = await serveFilled(program);
  damageSearchIndex(file);
  const saved = await program.run(["backup", backup]);
  t.is(saved.code, 0, saved.stderr);
  t.regex(saved.stderr, /the database is damaged; the backup has rebuilt search index/);
  t.deepEqual(inspectFile(backup).findings, []);
  const complete = async (): Promise<unknown> =>
    org.sendGraphql(
      `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "door" }) { id } }`,
      { id: ids[0] },
    );
  // The first of these finds the damage.
  await complete();
  await searchNames(org, "roof").catch(() => {});
  while ((await countFound(org).catch(() => 0)) < RECORDINGS)
    await new Promise((done) => setTimeout(done, 20));
  t.like(await complete(), { data: { completeAnalysis: { id: ids[0] } } });
  t.deepEqual(await searchNames(org, "door"), ["n0"]);
  const ready = await org.get("/readyz");
  t.is(ready.status, 200);
  t.is(ready.body.damaged, undefined);
  t.regex((await org.get("/metrics")).text, /^debrief_database_damaged\{part="search"\} 0$/m);
  const { stderr } = await running.stop();
  const lines = stderr.split("\n").filter((line) => /the search index is damaged/.test(line));
  t.is(lines.length, 1, stderr);
  t.regex(stderr, /the search index is rebuilt/);
  t.deepEqual(inspectFile(file).findings, []);
  t.is((await program.run(["restore", backup])).code, 0);
  const restored = await program.serve();
  t.is(await countFound(connectTenant(restored.url)), RECORDINGS);
  await restored.stop();
});

test("the doctor repairs a damaged search index beside a server and without one", async (t) => {
  const { program, file } = t.context;
  const { running, org } = await serveFilled(program);
  for (const isServing of [true, false]) {
    if (!isServing) await running.stop();
    damageSearchIndex(file);
    const found = parseStdout(await program.run(["doctor", "--json"]));
    const { problems } = found.checks.find(({ name }: { name: string }) => name === "integrity");
    t.like(problems, [{ fix: "debrief doctor --repair", repaired: false }]);
    const repaired = await program.run(["doctor", "--repair"]);
    t.is(repaired.code, 0, repaired.stdout + repaired.stderr);
    t.is((await program.run(["doctor"])).code, 0);
    if (isServing) t.is(await countFound(org), RECORDINGS);
  }
});

test("a backup rebuilds an ordinary index that lacks a row", async (t) => {
  const { program, file, backup } = t.context;
  const { running } = await serveFilled(program);
  await running.stop();
  removeIndexRow(file, "users_list", "UPDATE users SET name = 'B'");
  t.true(inspectFile(file).findings.length > 0);
  const saved = await program.run(["backup", backup, "--json"]);
  t.is(saved.code, 0, saved.stderr);
  t.deepEqual(parseStdout(saved).rebuilt, ["indexes"]);
  t.deepEqual(inspectFile(backup).findings, []);
});

test("a backup rebuilds an index whose pages are unreadable, and its restore repairs the database", async (t) => {
  const { program, file } = t.context;
  const { running, connectTenant } = await serveFilled(program);
  await running.stop();
  for (const index of ["users_list", "search_index_data"]) {
    overwriteRootPage(file, index);
    const found = parseStdout(await program.run(["doctor", "--json"]));
    const { problems } = found.checks.find(({ name }: { name: string }) => name === "integrity");
    const fix = "debrief backup rebuilt.db && debrief restore rebuilt.db";
    t.like(problems, [{ fix, repaired: false }], index);
    const copy = join(program.directory, `${index}.db`);
    const saved = await program.run(["backup", copy, "--json"]);
    t.is(saved.code, 0, saved.stderr);
    t.like(parseStdout(saved), { organizations: 1, recordings: RECORDINGS });
    t.deepEqual(inspectFile(copy).findings, []);
    t.is((await program.run(["restore", copy])).code, 0);
    t.is((await program.run(["doctor"])).code, 0);
  }
  const restored = await program.serve();
  t.is(await countFound(connectTenant(restored.url)), RECORDINGS);
  await restored.stop();
});

test("a backup of a damaged table is refused", async (t) => {
  const { program, file, backup } = t.context;
  const { running } = await serveFilled(program);
  await running.stop();
  overwriteRootPage(file, "recordings");
  const saved = await program.run(["backup", backup]);
  t.is(saved.code, 1);
  t.regex(saved.stderr, /wrote no backup: .* damaged/);
});
