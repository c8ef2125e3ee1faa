import "reflect-metadata";
import test from "ava";
import { killAllInstances } from "../harness/crash/server-process.js";
import { attackProgram } from "../harness/faults/malformed.js";
import { dialect, createDatabase } from "../helpers/engine/database.js";

// A short version of npm run test:faults -- malformed.
const seed = 1;

test.after.always(killAllInstances);

test("malformed requests get errors of the contract and affect no other client", async (t) => {
  t.log(`seed ${seed}`);
  const database = dialect === "postgres" ? await createDatabase() : undefined;
  const plan = { seed, count: 1_000, senders: 32, restMs: 0 };
  const { answers, refused, good } = await attackProgram(plan, database?.url);
  await database?.remove();
  t.true(answers > 800 && refused > 500 && good > 10, JSON.stringify({ answers, refused, good }));
});
