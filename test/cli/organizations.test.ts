import anyTest, { type TestFn } from "ava";
import { createInstallation, type Installation } from "../helpers/server/program.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const listNames = async (program: Installation): Promise<string[]> => {
  const { stdout } = await program.run(["org", "list", "--json"]);
  return JSON.parse(stdout).organizations.map(({ name }: { name: string }) => name);
};

test("org create refuses a name or id that an organization has", async (t) => {
  const { program } = t.context;
  const created = await program.run(["org", "create", "Acme", "--json"]);
  const { id } = JSON.parse(created.stdout).organization;
  for (const name of ["Acme", id]) {
    const { code, stdout, stderr } = await program.run(["org", "create", name]);
    t.deepEqual([code, stdout], [1, ""]);
    t.is(
      stderr,
      `organization "Acme" exists already (${id}); choose another name, or create a key for it: debrief key create --help\n`,
    );
  }
  t.is((await program.run(["org", "create", "Acme Ltd"])).code, 0);
  t.deepEqual(await listNames(program), ["Acme", "Acme Ltd"]);
});

test("commands that create one name at the same time create one organization", async (t) => {
  const { program } = t.context;
  t.is((await program.run(["migrate"])).code, 0);
  const create = ["org", "create", "Acme"];
  const outcomes = await Promise.all([1, 2, 3].map(() => program.run(create)));
  t.deepEqual(outcomes.map(({ code }) => String(code)).toSorted(), ["0", "1", "1"]);
  for (const { code, stderr } of outcomes)
    if (code === 1) t.regex(stderr, /^organization "Acme" exists already/);
  t.deepEqual(await listNames(program), ["Acme"]);
});
