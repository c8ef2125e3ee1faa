import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { dialect } from "../helpers/engine/database.js";
import {
  loadOrganizationNames,
  test,
  fetchUsersStatus,
} from "../helpers/server/first-start-suite.js";

test("the first start creates an organization and writes its key to one file only", async (t) => {
  const { program, file } = t.context;
  const serving = await program.serve();
  const text = readFileSync(file, "utf8");
  const payload = JSON.parse(text);
  t.is(text, `${JSON.stringify(payload)}\n`);
  const fields = ["organization", "apiKey", "signingSecret", "dialerUrl", "internalToken"];
  t.deepEqual(Object.keys(payload), fields);
  t.deepEqual(Object.keys(payload.organization), ["id", "name"]);
  t.is(payload.organization.name, "My organization");
  t.true(payload.dialerUrl.startsWith(`${serving.url}/v1/dialer/`));
  t.is(statSync(file).mode & 0o777, 0o600);
  t.is(await fetchUsersStatus(serving.url, payload.apiKey), 200);
  const body = JSON.stringify({ query: "{ viewer { role } }" });
  const headers = {
    authorization: `Bearer ${payload.internalToken}`,
    "content-type": "application/json",
  };
  t.is((await fetch(`${serving.url}/graphql`, { method: "POST", headers, body })).status, 200);
  t.is((await fetch(payload.dialerUrl, { method: "POST", headers, body: "{}" })).status, 400);
  const { code, stdout, stderr } = await serving.stop();
  t.is(code, 0);
  t.true(stderr.includes(file));
  const token = payload.dialerUrl.split("/").at(-1);
  for (const secret of [payload.apiKey, payload.signingSecret, payload.internalToken, token])
    t.false((stdout + stderr).includes(secret));
});

const CREATED = /created the organization/;

test("a later start creates no organization and leaves the file unchanged", async (t) => {
  const { program, file } = t.context;
  await (await program.serve({ DEBRIEF_ORG_NAME: "Acme Ltd" })).stop();
  const text = readFileSync(file, "utf8");
  t.is(JSON.parse(text).organization.name, "Acme Ltd");
  const serving = await program.serve({ DEBRIEF_ORG_NAME: "Beta" });
  t.is(await fetchUsersStatus(serving.url, JSON.parse(text).apiKey), 200);
  const { stderr } = await serving.stop();
  t.notRegex(stderr, CREATED);
  t.is(readFileSync(file, "utf8"), text);
  t.deepEqual(await loadOrganizationNames(program), ["Acme Ltd"]);
});

test("servers that start together create one organization, whose key is in the file", async (t) => {
  const { program, file } = t.context;
  const env = { DEBRIEF_SECRET_KEY: "ab".repeat(32) };
  const all = await Promise.all([program.serve(env), program.serve(env), program.serve(env)]);
  const { apiKey } = JSON.parse(readFileSync(file, "utf8"));
  for (const { url } of all) t.is(await fetchUsersStatus(url, apiKey), 200);
  const creators = all.filter(({ stderr }) => CREATED.test(stderr()));
  t.is(creators.length, 1);
});

test("only the owner can read the data directory", async (t) => {
  const { program } = t.context;
  const serving = await program.serve();
  const names = readdirSync(program.dataDir);
  for (const name of names) t.is(statSync(join(program.dataDir, name)).mode & 0o777, 0o600, name);
  t.is(statSync(program.dataDir).mode & 0o777, 0o700);
  const suffixes = ["", "-shm", "-wal", ".key", ".lock"];
  const database = suffixes.map((suffix) => `debrief.db${suffix}`);
  const expected = ["first-organization.json", ...(dialect === "sqlite" ? database : [])];
  t.deepEqual(names.toSorted(), expected.toSorted());
  await serving.stop();
});
