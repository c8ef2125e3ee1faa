import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import anyTest, { type TestFn } from "ava";
import { REFUSING_PORT } from "../../helpers/net/free-port.js";
import {
  createInstallation,
  type Installation,
  type ProgramResult,
} from "../../helpers/server/program.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const COMMANDS = [
  "serve",
  "analyze",
  "demo",
  "org create",
  "org list",
  "key refresh",
  "key create",
  "key list",
  "key revoke",
  "token create",
  "admin create",
  "admin list",
  "admin set-password",
  "admin delete",
  "admin setup-link",
  "user invite",
  "user list",
  "user role",
  "webhook list",
  "webhook create",
  "webhook test",
  "webhook deliveries",
  "webhook redeliver",
  "source list",
  "source retry",
  "source set-rep",
  "source set-login",
  "source remove-login",
  "number list",
  "number map",
  "number country",
  "calendar list",
  "calendar add",
  "calendar delete",
  "calendar poll",
  "calendar update",
  "import-calls",
  "watch",
  "migrate",
  "doctor",
  "health",
  "schema",
  "licenses",
  "version",
  "help",
];

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

const readProjectFile = (name: string): string =>
  readFileSync(new URL(`../../../../${name}`, import.meta.url), "utf8");

test("help lists every command, and each command has a help page", async (t) => {
  const { program } = t.context;
  const help = await program.run(["help"]);
  t.deepEqual([help.code, help.stderr], [0, ""]);
  for (const command of COMMANDS) t.regex(help.stdout, new RegExp(`^  ${command} `, "m"));
  const [bare, ...pages] = await program.runAll(
    [],
    ...COMMANDS.filter((command) => command !== "help").map((command) => [
      ...command.split(" "),
      "--help",
    ]),
  );
  t.deepEqual(bare, help);
  for (const [index, { code, stdout, stderr }] of pages.entries()) {
    t.deepEqual([code, stderr], [0, ""]);
    t.true(stdout.startsWith(`Usage: debrief ${COMMANDS[index]}`), stdout);
    t.not(stdout, help.stdout);
  }
});

test("version prints package.json's version, and schema prints schema.graphql", async (t) => {
  const { program } = t.context;
  t.deepEqual(await program.run(["version"]), {
    code: 0,
    stdout: `${JSON.parse(readProjectFile("package.json")).version}\n`,
    stderr: "",
  });
  t.deepEqual(await program.run(["schema"]), {
    code: 0,
    stdout: readProjectFile("graph/schema.graphql"),
    stderr: "",
  });
});

test("a command whose output pipe closes early prints no error", async (t) => {
  const { stderr } = await promisify(execFile)("sh", [
    "-c",
    '"$@" | true',
    "sh",
    process.execPath,
    "bin/debrief.js",
    "schema",
  ]);
  t.is(stderr, "");
});

test("bin/node.js runs the program on the installed Node, to its end", async (t) => {
  const args = ["bin/node.js", "bin/debrief.js", "schema"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  t.deepEqual([stdout, stderr], [readProjectFile("graph/schema.graphql"), ""]);
});

test("org create --json prints the organization and all its credentials", async (t) => {
  const PUBLIC_URL = "https://calls.example.com";
  const created = await t.context.program.run(["org", "create", "Acme", "--json"], { PUBLIC_URL });
  t.deepEqual([created.code, created.stderr], [0, ""]);
  const payload = parseStdout(created);
  const fields = ["organization", "apiKey", "signingSecret", "dialerUrl", "internalToken"];
  t.deepEqual(Object.keys(payload), fields);
  t.deepEqual(Object.keys(payload.organization), ["id", "name"]);
  t.is(payload.organization.name, "Acme");
  t.regex(payload.apiKey, /^dbk_[0-9A-Za-z]{49}$/);
  t.regex(payload.signingSecret, /^whsec_[0-9A-Za-z+/]{43}=$/);
  t.regex(payload.dialerUrl, /^https:\/\/calls\.example\.com\/v1\/dialer\/[\w-]{43}$/);
  t.regex(payload.internalToken, /^dbi_[0-9A-Za-z]{49}$/);
});

test("token create issues internal and operator tokens", async (t) => {
  const { program } = t.context;
  const { url } = await program.serve({ DEBRIEF_ORG_NAME: "Acme" });
  const [internal, operator] = await program.runAll(
    ["token", "create", "--org", "Acme", "--role", "internal", "--json"],
    ["token", "create", "--operator"],
  );
  t.deepEqual([internal!.code, internal!.stderr], [0, ""]);
  const { token } = parseStdout(internal!);
  t.deepEqual(await fetchViewer(url, token), { role: "internal", organization: { name: "Acme" } });
  t.deepEqual([operator!.code, operator!.stderr], [0, ""]);
  t.regex(operator!.stdout, /^dbo_[0-9A-Za-z]{49}\n$/);
  t.deepEqual(await fetchViewer(url, operator!.stdout.trim()), {
    role: "operator",
    organization: null,
  });
  t.is(await fetchUsersStatus(url, { authorization: `Bearer ${token}` }), 401);
});

test("health checks the configured server and reports by exit code", async (t) => {
  const { program } = t.context;
  const serving = await program.serve({ HOST: "0.0.0.0" });
  const env = { HOST: "0.0.0.0", PORT: new URL(serving.url).port };
  const up = await program.run(["health"], env);
  t.deepEqual([up.code, up.stdout, up.stderr], [0, "ok\n", ""]);
  const down = await program.run(["health"], { ...env, PORT: String(REFUSING_PORT) });
  t.deepEqual([down.code, down.stdout], [1, ""]);
  t.regex(down.stderr, /^http:\/\/127\.0\.0\.1:\d+\/readyz: .*ECONNREFUSED.*\n$/);
});
