import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { findFreePort } from "../helpers/net/free-port.js";
import { command, createInstallation } from "../helpers/server/program.js";

/** Starts a process that logs to `stderr` and then prints "running". */
const startLogging = (
  t: ExecutionContext,
  stderr: "pipe" | number,
  statements: string,
): ChildProcess => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL("../../src/base/log/log.js", import.meta.url))});
    const log = createLog("info");
    ${statements}
    console.log("running");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", stderr],
  });
  t.teardown(() => child.kill("SIGKILL"));
  return child;
};

test("an unread log never blocks the process", async (t) => {
  const child = startLogging(
    t,
    "pipe",
    `for (let line = 0; line < 1000; line += 1) log.info("x".repeat(1000));
    log.warn("a warning");
    log.error("a defect");`,
  );
  t.is(String(await once(child.stdout!, "data")), "running\n");
});

test("a full disk under the log neither ends the process nor keeps it from exiting", async (t) => {
  const child = startLogging(t, openSync("/dev/full", "w"), `log.error("a defect");`);
  t.is(String(await once(child.stdout!, "data")), "running\n");
  t.deepEqual(await once(child, "exit"), [0, null]);
});

test("a process that ends before its first write to a full disk returned exits", async (t) => {
  const child = startLogging(
    t,
    openSync("/dev/full", "w"),
    `log.error("a defect"); log.error("another"); process.exit(3);`,
  );
  const signal = AbortSignal.timeout(20_000);
  t.deepEqual(await once(child, "exit", { signal }), [3, null]);
});

const LINES = `for (let line = 0; line < 300; line += 1) log.info("line " + line + "x".repeat(1000));`;

test("a process that ends has written all its lines", async (t) => {
  const written = await text(startLogging(t, "pipe", LINES).stderr!);
  for (const line of ["line 0x", "line 299x"]) t.true(written.includes(line), line);
});

test("a process that exits at once has written its last lines", async (t) => {
  const child = startLogging(t, "pipe", `${LINES} log.error("a defect"); process.exit(3);`);
  const written = await text(child.stderr!);
  for (const line of ["line 299x", "a defect"]) t.true(written.includes(line), line);
});

for (const format of ["json", "text"])
  test(`a full disk under the ${format} log doesn't end a server`, async (t) => {
    const program = await createInstallation();
    t.teardown(program.remove);
    const { url, stop } = await program.serve({ LOG_FORMAT: format }, [
      "sh",
      "-c",
      'exec "$0" "$@" 2> /dev/full',
      ...command,
      "serve",
    ]);
    for (let request = 0; request < 3; request += 1)
      t.is((await fetch(`${url}/v1/users`)).status, 401);
    t.is((await stop()).code, 0);
  });

test("a full disk under the standard output doesn't end a server", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const port = String(await findFreePort());
  const serving = await program.serve({ PORT: port }, [
    "sh",
    "-c",
    'echo "listening on http://127.0.0.1:$PORT"; exec "$0" "$@" > /dev/full',
    ...command,
    "serve",
  ]);
  // The last lines before the one that is lost.
  while (!serving.stderr().includes("data directory:")) {
    t.is(serving.child.exitCode, null, serving.stderr());
    await setTimeout(20);
  }
  for (let request = 0; request < 3; request += 1)
    t.is((await fetch(`${serving.url}/v1/users`)).status, 401);
  t.is((await serving.stop()).code, 0);
});

test("a process has one exit listener for all its logs", async (t) => {
  const child = startLogging(
    t,
    "pipe",
    `for (let count = 0; count < 20; count += 1) createLog("info");
    log.info("a line");`,
  );
  t.regex(await text(child.stderr!), /^\{.*"a line"\}\n$/);
});
