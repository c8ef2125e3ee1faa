import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import {
  FIRST_ORGANIZATION_FILE,
  loadOrganizationNames,
  test,
  fetchUsersStatus,
} from "../../helpers/server/first-start-suite.js";

test("serve prints only its address on stdout", async (t) => {
  const { program } = t.context;
  const serving = await program.serve({ PORT: "0" });
  t.regex(serving.url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  t.is((await fetch(`${serving.url}/livez`)).status, 200);
  const { stdout, stderr } = await serving.stop();
  t.regex(stdout, /^listening [^\n]*\n$/);
  t.true(stdout.endsWith(` ${serving.url}\n`));
  // The log is on stderr as JSON lines, next to messages for people.
  const line = stderr.split("\n").find((candidate) => candidate.includes('"/livez"'));
  t.like(JSON.parse(line!), { method: "GET", route: "/livez", status: 200 });
});

test("the printed URL works for IPv6 and for all interfaces", async (t) => {
  const { program } = t.context;
  for (const [HOST, shape] of [
    ["::1", /^http:\/\/\[::1\]:\d+$/],
    ["0.0.0.0", /^http:\/\/127\.0\.0\.1:\d+$/],
  ] as const) {
    const serving = await program.serve({ HOST });
    t.regex(serving.url, shape);
    t.is((await fetch(`${serving.url}/livez`)).status, 200);
    await serving.stop();
  }
});

test("serve creates no organization if that is off or one exists", async (t) => {
  const { program, file } = t.context;
  await (await program.serve({ DEBRIEF_FIRST_ORG: "off" })).stop();
  t.deepEqual(await loadOrganizationNames(program), []);
  await program.runAll(["org", "create", "Acme"]);
  await (await program.serve()).stop();
  t.deepEqual(await loadOrganizationNames(program), ["Acme"]);
  t.false(existsSync(file));
});

test("serve creates no organization if it can't store the key", async (t) => {
  const { program, file } = t.context;
  mkdirSync(file, { recursive: true });
  const { code, stdout, stderr } = await program.run(["serve"]);
  t.deepEqual([code, stdout], [78, ""]);
  t.true(stderr.includes(file));
  t.notRegex(stderr, /dbk_|dbi_|whsec_/);
  t.deepEqual(await loadOrganizationNames(program), []);
  rmdirSync(file);
  const serving = await program.serve();
  t.is(await fetchUsersStatus(serving.url, JSON.parse(readFileSync(file, "utf8")).apiKey), 200);
});

test("serve exits with 1 if the port is in use", async (t) => {
  const { program } = t.context;
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  t.teardown(() => void taken.close());
  const PORT = String((taken.address() as AddressInfo).port);
  const { code, stdout, stderr } = await program.run(["serve"], { PORT });
  t.deepEqual([code, stdout], [1, ""]);
  t.true(stderr.includes(PORT));
  t.deepEqual(await loadOrganizationNames(program), []);
});

test("serve keeps the credentials file of another database", async (t) => {
  const { program, file } = t.context;
  mkdirSync(program.dataDir, { recursive: true });
  writeFileSync(file, "the only copy");
  await (await program.serve()).stop();
  const kept = readdirSync(program.dataDir).filter((name) =>
    name.startsWith(`${FIRST_ORGANIZATION_FILE}.`),
  );
  t.is(kept.length, 1);
  t.is(readFileSync(join(program.dataDir, kept[0]!), "utf8"), "the only copy");
  t.true(readFileSync(file, "utf8").includes("apiKey"));
});
