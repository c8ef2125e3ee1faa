import { test } from "../helpers/server/first-start-suite.js";

const ORG = "My organization";

test("the key commands create, list and revoke keys while the server runs", async (t) => {
  const { program } = t.context;
  const { url, stop } = await program.serve();
  const run = async (...words: string[]): Promise<[number, string, string]> => {
    const { code, stdout, stderr } = await program.run(["key", ...words]);
    return [code!, stdout, stderr];
  };
  const [code, stdout] = await run("create", ORG, "CRM", "--scopes", "read,ingest", "--json");
  t.is(code, 0);
  const { id, key } = JSON.parse(stdout) as { id: string; key: string };
  const read = async (): Promise<number> =>
    (await fetch(`${url}/v1/recordings`, { headers: { "x-api-key": key } })).status;
  t.is(await read(), 200);
  const [, listed] = await run("list", ORG);
  t.true(
    listed.startsWith(`${id}  ${key.slice(0, 8)}…  CRM  read,ingest  everything  doesn't expire`),
  );
  t.deepEqual(await run("revoke", ORG, id), [0, "revoked\n", ""]);
  t.is(await read(), 401);
  t.deepEqual(await run("revoke", ORG, id), [1, "", "Not found\n"]);
  await stop();
});

test("the key commands name the option that is wrong", async (t) => {
  const { program } = t.context;
  const { stop } = await program.serve();
  const refuse = async (...words: string[]): Promise<string> => {
    const { code, stderr } = await program.run(["key", "create", ORG, ...words]);
    t.is(code, 2, stderr);
    return stderr;
  };
  t.regex(await refuse("CRM"), /^--scopes is required/);
  t.regex(await refuse("CRM", "--scopes", "reed"), /^--scopes /);
  t.regex(
    await refuse("CRM", "--scopes", "read", "--teams", "North"),
    /^--teams: no team is named "North"/,
  );
  t.regex(await refuse("CRM", "--scopes", "read", "--as", "nobody@example.com"), /^--as /);
  t.regex(await refuse("CRM", "--scopes", "read", "--expires", "tomorrow"), /^--expires /);
  t.regex(await refuse(" ", "--scopes", "read"), /^the name /);
  await stop();
});
