import { readFileSync, statSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { createInstallation } from "../../helpers/server/program.js";

test("export writes an organization to a file that another database imports", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const file = join(program.directory, "acme.ndjson");
  const cut = join(program.directory, "cut.ndjson");
  const elsewhere = { DEBRIEF_DATA_DIR: join(program.directory, "elsewhere") };
  const [created, exported, repeated, piped, unknown, usage, noDirectory] = await program.runAll(
    ["org", "create", "Acme", "--json"],
    ["export", "--org", "Acme", file, "--with-secrets"],
    ["export", "--org", "Acme", file],
    ["export", "--org", "Acme"],
    ["export", "--org", "Nobody"],
    ["export", file],
    ["export", "--org", "Acme", join(program.directory, "no", "where")],
  );
  t.is(exported!.code, 0, exported!.stderr);
  t.regex(exported!.stderr, /in plain text/);
  t.is(statSync(file).mode & 0o777, 0o600);
  t.deepEqual([repeated!.code, repeated!.stderr], [1, `${file} already exists\n`]);
  t.is(piped!.stderr, "");
  t.is(JSON.parse(piped!.stdout.split("\n")[0]!).organization.name, "Acme");
  t.is(unknown!.code, 1);
  t.is(usage!.code, 2);
  t.is(noDirectory!.code, 1);
  t.regex(noDirectory!.stderr, /^ENOENT[^\n]+\n$/);
  t.deepEqual(readdirSync(program.directory).toSorted(), ["acme.ndjson", "data"]);
  writeFileSync(cut, readFileSync(file).subarray(0, 300));
  const [refused, imported, twice, missing, list] = await program.runAll(
    [["import", cut], elsewhere],
    [["import", file, "--json"], elsewhere],
    [["import", file], elsewhere],
    [["import", join(program.directory, "none")], elsewhere],
    [["org", "list", "--json"], elsewhere],
  );
  t.deepEqual([refused!.code, refused!.stdout], [1, ""]);
  t.regex(refused!.stderr, /^line \d: .*cut/);
  t.is(imported!.code, 0, imported!.stderr);
  const { organization } = JSON.parse(created!.stdout);
  t.deepEqual(JSON.parse(imported!.stdout).organization, organization);
  t.regex(twice!.stderr, /exists already/);
  t.regex(missing!.stderr, /ENOENT/);
  t.is(JSON.parse(list!.stdout).organizations.length, 1);
});
