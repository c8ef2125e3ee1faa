import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import test, { type ExecutionContext } from "ava";

/** A program of its own that logs to `stderr`, and then says so. */
const logging = (t: ExecutionContext, stderr: "pipe" | number, lines: string): ChildProcess => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL("../../src/log/log.js", import.meta.url))});
    const log = createLog("info");
    ${lines}
    console.log("goes on");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", stderr],
  });
  t.teardown(() => child.kill("SIGKILL"));
  return child;
};

test("a log that nobody reads stops nothing, whatever it is told", async (t) => {
  const child = logging(
    t,
    "pipe",
    `for (let line = 0; line < 1000; line += 1) log.info("x".repeat(1000));
    log.warn("a warning");
    log.error("a defect");`,
  );
  t.is(String(await once(child.stdout!, "data")), "goes on\n");
});

test("a full disk under the log ends nothing, and keeps nobody from ending", async (t) => {
  const child = logging(t, openSync("/dev/full", "w"), `log.error("a defect");`);
  t.is(String(await once(child.stdout!, "data")), "goes on\n");
  t.deepEqual(await once(child, "exit"), [0, null]);
});

test("a process listens for its end once, however many logs it has", async (t) => {
  const child = logging(
    t,
    "pipe",
    `for (let count = 0; count < 20; count += 1) createLog("info");
    log.info("a line");`,
  );
  t.regex(await text(child.stderr!), /^\{.*"a line"\}\n$/);
});
