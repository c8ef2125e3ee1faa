import { readFileSync } from "node:fs";
import anyTest, { type TestFn } from "ava";
import { connect } from "../db/connect.js";
import { install, type Installation, type Outcome } from "./helpers/program.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await install() };
});

test.afterEach.always((t) => t.context.program.remove());

const VERBS = [
  "serve",
  "demo",
  "org create",
  "org list",
  "key refresh",
  "token create",
  "webhook list",
  "webhook create",
  "webhook test",
  "webhook deliveries",
  "webhook redeliver",
  "migrate",
  "schema",
  "version",
  "help",
];

const json = ({ stdout }: Outcome) => JSON.parse(stdout);

const status = async (url: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(`${url}/v1/users`, { headers })).status;

const viewer = async (url: string, token: string): Promise<unknown> => {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "{ viewer { role organization { name } } }" }),
  });
  return ((await response.json()) as { data: { viewer: unknown } }).data.viewer;
};

const file = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

test("help names every verb, and each verb explains itself", async (t) => {
  const { program } = t.context;
  const help = await program.run(["help"]);
  t.deepEqual([help.code, help.stderr], [0, ""]);
  for (const verb of VERBS) t.regex(help.stdout, new RegExp(`^  ${verb} `, "m"));
  const [bare, ...pages] = await program.runAll(
    [],
    ...VERBS.filter((verb) => verb !== "help").map((verb) => [...verb.split(" "), "--help"]),
  );
  t.deepEqual(bare, help);
  for (const [index, { code, stdout, stderr }] of pages.entries()) {
    t.deepEqual([code, stderr], [0, ""]);
    t.true(stdout.startsWith(`Usage: debrief ${VERBS[index]}`), stdout);
    t.not(stdout, help.stdout);
  }
});

test("version and schema print what the package and the repository say", async (t) => {
  const { program } = t.context;
  t.deepEqual(await program.run(["version"]), {
    code: 0,
    stdout: `${JSON.parse(file("package.json")).version}\n`,
    stderr: "",
  });
  t.deepEqual(await program.run(["schema"]), {
    code: 0,
    stdout: file("graph/schema.graphql"),
    stderr: "",
  });
});

test("migrate makes the database, twice as well as once", async (t) => {
  const { program } = t.context;
  for (const { code, stdout, stderr } of await program.runAll(["migrate"], ["migrate"])) {
    t.deepEqual([code, stdout], [0, ""]);
    t.regex(stderr, /up to date/);
  }
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  t.deepEqual(await db("organizations"), []);
});

test("an organization is made with all that it needs, and told as JSON", async (t) => {
  const PUBLIC_URL = "https://calls.example.com";
  const made = await t.context.program.run(["org", "create", "Acme", "--json"], { PUBLIC_URL });
  t.deepEqual([made.code, made.stderr], [0, ""]);
  const payload = json(made);
  const fields = ["organization", "apiKey", "signingSecret", "dialerUrl", "internalToken"];
  t.deepEqual(Object.keys(payload), fields);
  t.deepEqual(Object.keys(payload.organization), ["id", "name"]);
  t.is(payload.organization.name, "Acme");
  t.regex(payload.apiKey, /^dbk_[0-9A-Za-z]{49}$/);
  t.regex(payload.signingSecret, /^whsec_[0-9A-Za-z+/]{43}=$/);
  t.regex(payload.dialerUrl, /^https:\/\/calls\.example\.com\/v1\/dialer\/[\w-]{43}$/);
  t.regex(payload.internalToken, /^dbi_[0-9A-Za-z]{49}$/);
});

test("the organizations are listed, oldest first", async (t) => {
  const [none, made, text, list, lines] = await t.context.program.runAll(
    ["org", "list", "--json"],
    ["org", "create", "Acme Ltd", "--json"],
    ["org", "create", "Beta"],
    ["org", "list", "--json"],
    ["org", "list"],
  );
  t.deepEqual(json(none!), { organizations: [] });
  for (const part of [/Beta/, /dbk_/, /whsec_/, /\/v1\/dialer\//, /dbi_/])
    t.regex(text!.stdout, part);
  const { id } = json(made!).organization;
  const { organizations } = json(list!);
  t.is(organizations.length, 2);
  t.like(organizations, [{ id, name: "Acme Ltd" }, { name: "Beta" }]);
  for (const { createdAt } of organizations)
    t.regex(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.regex(lines!.stdout, new RegExp(`^${id}  \\S+  Acme Ltd\n\\S+  \\S+  Beta\n$`));
  for (const { code, stderr } of [none!, made!, text!, list!, lines!])
    t.deepEqual([code, stderr], [0, ""]);
});

test("a refreshed key ends the old one on a running server at once", async (t) => {
  const { program } = t.context;
  const { url } = await program.serve({ DEBRIEF_FIRST_ORG: "off" });
  const [made] = await program.runAll(["org", "create", "Acme Ltd", "--json"]);
  const { organization, apiKey, internalToken } = json(made!);
  t.is(await status(url, { "x-api-key": apiKey }), 200);
  const byId = await program.run(["key", "refresh", organization.id, "--json"]);
  t.deepEqual([byId.code, byId.stderr], [0, ""]);
  t.deepEqual(Object.keys(json(byId)), ["apiKey", "signingSecret", "dialerUrl"]);
  t.is(await status(url, { "x-api-key": apiKey }), 401);
  t.is(await status(url, { "x-api-key": json(byId).apiKey }), 200);
  const [byName] = await program.runAll(["key", "refresh", "Acme Ltd", "--json"]);
  t.is(await status(url, { "x-api-key": json(byId).apiKey }), 401);
  t.is(await status(url, { "x-api-key": json(byName!).apiKey }), 200);
  const acme = { role: "internal", organization: { name: "Acme Ltd" } };
  t.deepEqual(await viewer(url, internalToken), acme);
});

test("tokens are made for an organization's tools and for the operator", async (t) => {
  const { program } = t.context;
  const { url } = await program.serve({ DEBRIEF_ORG_NAME: "Acme" });
  const [internal, operator] = await program.runAll(
    ["token", "create", "--org", "Acme", "--role", "internal", "--json"],
    ["token", "create", "--operator"],
  );
  t.deepEqual([internal!.code, internal!.stderr], [0, ""]);
  const { token } = json(internal!);
  t.deepEqual(await viewer(url, token), { role: "internal", organization: { name: "Acme" } });
  t.deepEqual([operator!.code, operator!.stderr], [0, ""]);
  t.regex(operator!.stdout, /^dbo_[0-9A-Za-z]{49}\n$/);
  t.deepEqual(await viewer(url, operator!.stdout.trim()), { role: "operator", organization: null });
  t.is(await status(url, { authorization: `Bearer ${token}` }), 401);
});
