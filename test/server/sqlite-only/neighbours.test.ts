import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { killAllInstances } from "../../harness/crash/server-process.js";
import { runPattern } from "../../harness/neighbours/run-pattern.js";
import { createTemplate, type Template } from "../../harness/neighbours/template.js";

// A short version of npm run test:faults -- neighbours, which also measures the good tenant's delays.
const SECONDS = 2;
const RECORDINGS = 500;

const root = mkdtempSync(join(tmpdir(), "debrief-neighbours-"));
let template: Template;

test.before(async () => {
  template = await createTemplate(join(root, "template"), { count: RECORDINGS, seed: 1, env: {} });
});

test.after.always(async () => {
  await killAllInstances();
  rmSync(root, { recursive: true, force: true });
});

for (const name of ["metadata-aliases", "small-uploads", "tarpit-webhooks"])
  test.serial(`a good tenant gets no error beside a hostile one: ${name}`, async (t) => {
    t.timeout(120_000);
    const directory = join(root, name);
    const { problems, answers } = await runPattern(template, { name, directory, seconds: SECONDS });
    t.deepEqual(problems, []);
    t.true(Object.keys(answers).length > 0, "the attack got answers");
  });
