import { writeFileSync } from "node:fs";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { connect } from "../../db/engine/connect.js";
import { dialect } from "../helpers/engine/database.js";
import {
  createInstallation,
  type Installation,
  type ProgramResult,
} from "../helpers/server/program.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const parseStdout = ({ stdout }: ProgramResult) => JSON.parse(stdout);

const fetchUsersStatus = async (url: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(`${url}/v1/users`, { headers })).status;

const fetchViewer = async (url: string, token: string): Promise<unknown> => {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "{ viewer { role organization { name } } }" }),
  });
  return ((await response.json()) as { data: { viewer: unknown } }).data.viewer;
};

const isOneLine = (text: string): boolean => /^[^\n]+\n$/.test(text);

test("migrate creates the database and can run again", async (t) => {
  const { program } = t.context;
  for (const { code, stdout, stderr } of await program.runAll(["migrate"], ["migrate"])) {
    t.deepEqual([code, stdout], [0, ""]);
    t.regex(stderr, /up to date/);
  }
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  t.deepEqual(await db("organizations"), []);
});

test("org list shows the organizations, oldest first", async (t) => {
  const [none, created, createdText, list, listText] = await t.context.program.runAll(
    ["org", "list", "--json"],
    ["org", "create", "Acme Ltd", "--json"],
    ["org", "create", "Beta"],
    ["org", "list", "--json"],
    ["org", "list"],
  );
  t.deepEqual(parseStdout(none!), { organizations: [] });
  for (const part of [/Beta/, /dbk_/, /whsec_/, /\/v1\/dialer\//, /dbi_/])
    t.regex(createdText!.stdout, part);
  const { id } = parseStdout(created!).organization;
  const { organizations } = parseStdout(list!);
  t.is(organizations.length, 2);
  t.like(organizations, [{ id, name: "Acme Ltd" }, { name: "Beta" }]);
  for (const { createdAt } of organizations)
    t.regex(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.regex(listText!.stdout, new RegExp(`^${id}  \\S+  Acme Ltd\n\\S+  \\S+  Beta\n$`));
  for (const { code, stderr } of [none!, created!, createdText!, list!, listText!])
    t.deepEqual([code, stderr], [0, ""]);
});

test("key refresh revokes the old key on a running server at once", async (t) => {
  const { program } = t.context;
  const { url } = await program.serve({ DEBRIEF_FIRST_ORG: "off" });
  const [created] = await program.runAll(["org", "create", "Acme Ltd", "--json"]);
  const { organization, apiKey, internalToken } = parseStdout(created!);
  t.is(await fetchUsersStatus(url, { "x-api-key": apiKey }), 200);
  const byId = await program.run(["key", "refresh", organization.id, "--json"]);
  t.deepEqual([byId.code, byId.stderr], [0, ""]);
  t.deepEqual(Object.keys(parseStdout(byId)), ["apiKey", "signingSecret", "dialerUrl"]);
  t.is(await fetchUsersStatus(url, { "x-api-key": apiKey }), 401);
  t.is(await fetchUsersStatus(url, { "x-api-key": parseStdout(byId).apiKey }), 200);
  const [byName] = await program.runAll(["key", "refresh", "Acme Ltd", "--json"]);
  t.is(await fetchUsersStatus(url, { "x-api-key": parseStdout(byId).apiKey }), 401);
  t.is(await fetchUsersStatus(url, { "x-api-key": parseStdout(byName!).apiKey }), 200);
  const acme = { role: "internal", organization: { name: "Acme Ltd" } };
  t.deepEqual(await fetchViewer(url, internalToken), acme);
});

test("commands exit with 1 if a newer debrief migrated the database", async (t) => {
  const { program } = t.context;
  await program.runAll(["migrate"]);
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  await db("knex_migrations").insert({ name: "9999-later", batch: 2 });
  const outcomes = await program.runAll(["migrate"], ["serve"], ["org", "create", "x"]);
  for (const { code, stdout, stderr } of outcomes) {
    t.deepEqual([code, stdout], [1, ""]);
    t.regex(stderr, /newer debrief.*9999-later/);
    t.true(isOneLine(stderr));
  }
});

test("an unusable database exits with 78 and leaves stdout empty", async (t) => {
  const { program } = t.context;
  const file = join(program.directory, "calls.db");
  writeFileSync(file, "no database\n".repeat(100));
  const DATABASE_URL =
    dialect === "postgres"
      ? program.databaseUrl.replace(/\/t_\w+\?/, "/no_such_database?")
      : `sqlite:${file}`;
  const { code, stdout, stderr } = await program.run(["org", "list", "--json"], { DATABASE_URL });
  t.deepEqual([code, stdout], [78, ""]);
  t.regex(stderr, dialect === "postgres" ? /no_such_database/ : /is not a SQLite database/);
  t.notRegex(stderr, /^ {4}at /m);
});
