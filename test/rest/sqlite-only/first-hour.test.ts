import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import test from "ava";
import { findFreePort } from "../../helpers/net/free-port.js";
import { createInstallation } from "../../helpers/server/program.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const TIMEOUT_MS = 100_000;

/** Extracts the page's shell blocks: the first terminal's and the second's. */
const readCommands = (): { first: string; second: string } => {
  const page = readFileSync("docs/first-hour.md", "utf8");
  const [first, ...others] = page.matchAll(/^```sh\n(.*?)^```/gms).map(([, block]) => block!);
  return { first: first!, second: others.join("") };
};

test("every command in docs/first-hour.md works as written", async (t) => {
  const { first, second } = readCommands();
  const port = await findFreePort();
  const [allow] = /^DEBRIEF_ANALYZER=external DEBRIEF_WEBHOOK_ALLOW=(\S+) npm start$/m
    .exec(first)!
    .slice(1);
  t.is(allow, "127.0.0.1:9000");

  const program = await createInstallation();
  t.teardown(program.remove);
  // The default data directory, where the page looks for credentials.
  const { url } = await program.serve({
    DEBRIEF_DATA_DIR: join(program.directory, ".local/share/debrief"),
    DEBRIEF_WEBHOOK_ALLOW: `127.0.0.1:${port}`,
  });

  // This npx runs the program directly; the real one searches for it first, which takes longer.
  const bin = join(program.directory, "bin");
  mkdirSync(bin);
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${BIN}" "$@"\n`;
  writeFileSync(join(bin, "npx"), npx, { mode: 0o755 });
  const script = second
    .replaceAll("http://127.0.0.1:8480", url)
    .replaceAll("127.0.0.1:9000", `127.0.0.1:${port}`)
    .replaceAll("/inbox 9000", `/inbox ${port}`);
  const shell = spawn("bash", ["-eu", "-o", "pipefail", "-c", script], {
    env: {
      HOME: program.directory,
      TMPDIR: program.directory,
      PATH: `${bin}:${process.env["PATH"]}`,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, which `end` kills with all children.
    detached: true,
  });
  const killGroup = (): void => {
    try {
      process.kill(-shell.pid!, "SIGKILL");
    } catch {
      // The whole group has already exited.
    }
  };
  t.teardown(killGroup);
  const timer = setTimeout(killGroup, TIMEOUT_MS);
  const [stdout, stderr, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, "exit"),
  ]);
  clearTimeout(timer);
  t.is(code, 0, stdout + stderr);

  const expectedParts = [
    '{"users":[]}',
    '{"data":{"upsertUser":{"email":"robin@example.com"}}}',
    '"event_id":"job-17"',
    '"status":"received"',
    '{"data":{"startAnalysis":{"status":"processing"}}}',
    '{"data":{"completeAnalysis":{"status":"processed"}}}',
    '"summary":"Twenty-year-old roof; the gutter leaks."',
    '"eventId":"job-17"',
    '"text":"About twenty years, and the gutter leaks."',
    '"matchStatus":"matched"',
    "receiving at http://127.0.0.1:",
    "delivered HTTP 200",
    "\n401\n",
    ", forwarding to http://127.0.0.1:",
    "  200 in ",
    "signing secret  whsec_",
    "  failed",
    "\nevent ",
    "\nrecording.processed ",
    '"matches":[',
    '"totalRecordings":4',
  ];
  let at = 0;
  for (const part of expectedParts) {
    const found = stdout.indexOf(part, at);
    t.true(found >= 0, `${part} doesn't follow\n${stdout.slice(0, at)}`);
    at = found;
  }
});
