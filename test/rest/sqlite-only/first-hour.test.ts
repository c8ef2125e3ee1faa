import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import test from "ava";
import { findFreePort } from "../../helpers/free-port.js";
import { createInstallation } from "../../helpers/program.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const MOST_MS = 100_000;

/** What the page has the reader run, in the first terminal and in the second. */
const terminals = (): { first: string; second: string } => {
  const page = readFileSync("docs/first-hour.md", "utf8");
  const [first, ...others] = page.matchAll(/^```sh\n(.*?)^```/gms).map(([, block]) => block!);
  return { first: first!, second: others.join("") };
};

test("an integrator's first hour goes as it is written down", async (t) => {
  const { first, second } = terminals();
  const port = await findFreePort();
  const [allow] = /^DEBRIEF_WEBHOOK_ALLOW=(\S+) npm start$/m.exec(first)!.slice(1);
  t.is(allow, "127.0.0.1:9000");

  const program = await createInstallation();
  t.teardown(program.remove);
  // Where the program has its data by itself, so that the page finds it.
  const { url } = await program.serve({
    DEBRIEF_DATA_DIR: join(program.directory, ".local/share/debrief"),
    DEBRIEF_WEBHOOK_ALLOW: `127.0.0.1:${port}`,
  });

  // npx looks for the program first, which takes longer than the program.
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
    // With what it has started itself.
    detached: true,
  });
  const end = (): void => {
    try {
      process.kill(-shell.pid!, "SIGKILL");
    } catch {
      // All of it has ended.
    }
  };
  t.teardown(end);
  const late = setTimeout(end, MOST_MS);
  const [printed, told, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, "exit"),
  ]);
  clearTimeout(late);
  t.is(code, 0, printed + told);

  const seen = [
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
  for (const part of seen) {
    const found = printed.indexOf(part, at);
    t.true(found >= 0, `${part} is not behind\n${printed.slice(0, at)}`);
    at = found;
  }
});
