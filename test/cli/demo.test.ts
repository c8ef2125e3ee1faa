import "reflect-metadata";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import test from "ava";
import { CALL_WAV } from "../helpers/recordings/media.js";
import { beginUpload, sendPart } from "../helpers/recordings/resumable-uploads.js";
import { createRequester } from "../helpers/tenant.js";
import { recordedAudio } from "../../src/demo/recorded/audio-index.js";

const BIN = fileURLToPath(new URL("../../../bin/debrief.js", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "debrief-demo-"));

interface Demo {
  child: ChildProcess;
  /** The output up to and including the line that starts with `listening `. */
  lines: string[];
  ended: Promise<number | null>;
}

const start = async (env: Record<string, string> = {}): Promise<Demo> => {
  const child = spawn(process.execPath, [BIN, "demo"], {
    cwd: directory,
    env: {
      PATH: process.env["PATH"]!,
      HOME: directory,
      TMPDIR: directory,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
      DEBRIEF_DATA_DIR: join(directory, "data"),
      DATABASE_URL: `sqlite:${join(directory, "debrief.db")}`,
      LOG_LEVEL: "warn",
      PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  let output = "";
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (/^listening .*\n/m.test(output)) resolve();
    });
    ended.then((code) => reject(new Error(`demo ended with ${code}\n${errors}`)), reject);
  });
  const lines = output.split("\n");
  const last = lines.findIndex((line) => line.startsWith("listening "));
  return { child, lines: lines.slice(0, last + 1), ended };
};

let demo: Demo;

test.before(async () => {
  demo = await start();
});

test.after.always(() => {
  demo?.child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

const PRINT_ARGUMENTS = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }`;

/** Returns the arguments that a shell would pass to curl. */
const splitArguments = (line: string): string[] => {
  const { status, stdout } = spawnSync("sh", ["-c", `${PRINT_ARGUMENTS}; ${line}`], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`sh cannot read: ${line}`);
  return stdout.split("\0").slice(0, -1);
};

/** Sends the request that the curl command describes. */
const runCurl = async (line: string) => {
  const [url, ...options] = splitArguments(line);
  const values = (flag: string): string[] =>
    options.filter((_, index) => options[index - 1] === flag);
  const headers = values("-H").map((header) => header.split(": ") as [string, string]);
  const [body] = values("-d");
  const response = await fetch(url!, {
    headers,
    ...(body !== undefined && { method: "POST", body }),
  });
  // Responses have many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { url: url!, status: response.status, body: (await response.json()) as any };
};

const listCurls = (): string[] => demo.lines.filter((line) => line.startsWith("curl "));

/** Runs the printed command for this path and returns the response body. */
const runPrinted = async (path: RegExp) =>
  (await runCurl(listCurls().find((line) => path.test(splitArguments(line)[0]!))!)).body;

test("demo prints comments and commands, and last its address", async (t) => {
  t.regex(demo.lines.at(-1)!, /^listening on http:\/\/127\.0\.0\.1:\d+$/);
  t.true(demo.lines.slice(0, -1).every((line) => /^(#|curl) /.test(line)));
});

test("every command that demo prints succeeds", async (t) => {
  const answers = await Promise.all(listCurls().map(runCurl));
  t.deepEqual(
    answers.filter(({ status }) => status !== 200),
    [],
  );
  const base = demo.lines.at(-1)!.split(" ").at(-1)!;
  t.true(answers.every(({ url }) => url.startsWith(`${base}/`)));
  const paths = new Set(
    answers.map(({ url }) => new URL(url).pathname.replace(/[\w-]{36}/, ":id")),
  );
  t.deepEqual([...paths].toSorted(), [
    "/graphql",
    "/v1/clients",
    "/v1/recordings",
    "/v1/recordings/:id",
    "/v1/recordings/:id/transcript",
    "/v1/scheduled-tasks",
    "/v1/teams",
    "/v1/users",
  ]);
});

const findLine = (start: RegExp): string => demo.lines.find((line) => start.test(line))!;

for (const [role, name] of [
  ["admin", "Dana Whitfield"],
  ["manager", "Marcus Bell"],
  ["rep", "Priya Raman"],
] as const)
  test(`the ${role} that demo names can sign in to the console and sees what is theirs`, async (t) => {
    const [, origin] = /(http\S+)\/$/.exec(findLine(/^# console /))!;
    const line = findLine(new RegExp(`^# ${role} `));
    const [, email, password] = /(\S+), password (\S+)$/.exec(line)!;
    const post = async (query: string, cookie?: string) =>
      fetch(`${origin}/graphql`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: origin!,
          ...(cookie !== undefined && { cookie }),
        },
        body: JSON.stringify({ query }),
      });
    const signIn = `signIn(email: "${email}", password: "${password}") { user { name } }`;
    const response = await post(`mutation { ${signIn} }`);
    t.deepEqual(await response.json(), { data: { signIn: { user: { name } } } });
    const cookie = response.headers.get("set-cookie")!;
    t.regex(cookie, /^__Host-debrief=/);
    const list = await post(
      "{ recordings(first: 100) { nodes { user { name } } } }",
      cookie.split(";")[0],
    );
    const { data } = (await list.json()) as {
      data: { recordings: { nodes: { user: { name: string } }[] } };
    };
    const names = new Set(data.recordings.nodes.map(({ user }) => user.name));
    t.true(names.has(name) || role === "admin");
    if (role === "admin") t.true(names.size > 5);
    if (role === "manager") t.true(names.size > 1 && names.size <= 4);
    if (role === "rep") t.is(names.size, 1);
  });

const listDeliveries = async (): Promise<{ status: string; error: string | null }[]> =>
  (await runQuery("{ deliveries(first: 20) { nodes { status error } } }")).deliveries.nodes;

test("demo shows a failed delivery", async (t) => {
  let deliveries = await listDeliveries();
  while (deliveries.some(({ status }) => status === "pending")) {
    await setTimeout(100);
    deliveries = await listDeliveries();
  }
  t.true(deliveries.length > 0);
  for (const { status, error } of deliveries) {
    t.is(status, "failed");
    t.truthy(error);
  }
});

test("demo's sample recording has every kind of content", async (t) => {
  const { recording } = await runPrinted(/recordings\/[\w-]{36}$/);
  t.is(recording.status, "processed");
  for (const field of ["summary", "notes", "coaching", "clientId", "eventId"])
    t.true(recording[field].length > 0, field);
  t.true(recording.actionItems.length > 0);
  t.true(recording.tags.length > 0);
  const { transcript } = await runPrinted(/transcript$/);
  t.true(transcript.length >= 12);
  t.true(new Set(transcript.map(({ speaker }: { speaker: string }) => speaker)).size > 1);
});

test("the lists that demo points to have entries", async (t) => {
  t.is((await runPrinted(/recordings\?/)).recordings.length, 5);
  t.is((await runPrinted(/clients\?limit/)).clients.length, 5);
  t.is((await runPrinted(/clients\?crm/)).clients.length, 1);
  t.true((await runPrinted(/users$/)).users.length >= 8);
  const { teams } = await runPrinted(/teams$/);
  t.is(teams.length, 3);
  const { appointments } = await runPrinted(/scheduled-tasks\?/);
  t.true(appointments.length > 0);
  t.true(appointments.every(({ client }: { client: { id: string } }) => client.id !== ""));
  const { data, errors } = await runPrinted(/graphql$/);
  t.is(errors, undefined);
  t.is(data.recordings.nodes.length, 3);
});

test("demo has a few hundred recordings from the last year", async (t) => {
  const line = listCurls().find((candidate) => /recordings\?/.test(candidate))!;
  const createdAt: string[] = [];
  for (let after = ""; ;) {
    const { body } = await runCurl(line.replace("limit=5", `limit=100${after}`));
    createdAt.push(...body.recordings.map((item: { createdAt: string }) => item.createdAt));
    if (!body.hasMore) break;
    after = `&startAfter=${encodeURIComponent(body.nextCursor)}`;
  }
  t.true(createdAt.length >= 390, String(createdAt.length));
  t.deepEqual(createdAt, createdAt.toSorted().toReversed());
  const days = new Set(createdAt.map((time) => time.slice(0, 10)));
  t.true(days.size >= 100, String(days.size));
  t.true(Date.parse(createdAt.at(-1)!) < Date.now() - 300 * 86_400_000);
});

const buildList = (status: string): string => `${status}: recordings(
  first: 1, filter: { status: ${status} }
) { nodes { id } }`;

const runQuery = async (query: string) => {
  const line = listCurls().find((candidate) => /graphql/.test(candidate))!;
  return (await runCurl(line.replace(/-d '.*'$/, `-d '${JSON.stringify({ query })}'`))).body.data;
};

test("demo has recordings of every status", async (t) => {
  const statuses = ["received", "processing", "failed", "processed"];
  const found = await runQuery(`{ ${statuses.map(buildList).join(" ")} }`);
  for (const status of statuses) t.true(found[status].nodes.length > 0, status);
});

/** Lists all processed recordings with these fields. */
const listProcessed = async (fields: string) => {
  const nodes = [];
  for (let after: string | null = null; ;) {
    const { recordings } = await runQuery(
      `{ recordings(
      first: 100, after: ${JSON.stringify(after)}, filter: { status: processed }
    ) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`.replaceAll(/\s+/g, " "),
    );
    nodes.push(...recordings.nodes);
    after = recordings.pageInfo.endCursor;
    if (!recordings.pageInfo.hasNextPage) return nodes;
  }
};

test("demo matches most of its processed recordings", async (t) => {
  // All pages: among the latest hundred alone, fewer than half may be matched on some days.
  const matches = await listProcessed("eventId");
  t.true(matches.length >= 200, String(matches.length));
  const matched = matches.filter(({ eventId }) => eventId !== null);
  t.true(matched.length > matches.length / 2, `${matched.length} of ${matches.length}`);
});

const readKey = (): string =>
  demo.lines
    .find((line) => line.startsWith("# API key"))!
    .split(" ")
    .at(-1)!;

test("demo takes a file in parts, as the console sends it", async (t) => {
  const url = demo.lines.at(-1)!.split(" ").at(-1)!;
  const client = { fetch: createRequester(url), apiKey: readKey() };
  const fields = { user_email: "priya.raman@larkspur.example" };
  const path = await beginUpload(client, CALL_WAV.length, fields);
  const { status, text } = await sendPart(client, path, 0, CALL_WAV);
  t.is(status, 200, text);
});

test("demo serves the audio of ten calls, with waveforms and ranges", async (t) => {
  const all = await listProcessed("duration source media { url bytes type peaks }");
  const recorded = all.filter(({ media }) => media !== null);
  t.is(recorded.length, 10);
  const durations = new Set(recorded.map(({ duration }) => duration));
  for (const { durationMs } of Object.values(recordedAudio)) t.true(durations.has(durationMs));
  const key = readKey();
  for (const { source, media } of recorded) {
    t.not(source, "upload");
    t.is(media.type, "audio/ogg; codecs=opus");
    t.is(media.peaks.length, 2);
    const headers = { "x-api-key": key, range: "bytes=0-3" };
    const response = await fetch(media.url, { headers });
    t.is(response.status, 206);
    t.is(response.headers.get("content-range"), `bytes 0-3/${media.bytes}`);
    t.is(await response.text(), "OggS");
  }
});

test("demo deletes its files and exits with 0 on SIGTERM", async (t) => {
  const own = mkdtempSync(join(tmpdir(), "debrief-demo-"));
  const other = await start({
    HOME: own,
    TMPDIR: own,
    DEBRIEF_DATA_DIR: join(own, "data"),
    DATABASE_URL: `sqlite:${join(own, "debrief.db")}`,
  });
  await runCurl(other.lines.find((line) => line.includes("-d "))!);
  t.is(readdirSync(own).length, 1, "the directory for uploads");
  other.child.kill("SIGTERM");
  t.is(await other.ended, 0);
  t.deepEqual(readdirSync(own), []);
  rmSync(own, { recursive: true });
});

test("demo exits with 1 if its port is in use", async (t) => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const error = await t.throwsAsync(start({ PORT: String(port) }));
  t.regex(error.message, /^demo ended with 1\n/);
  t.regex(error.message, /is already in use/);
  holder.close();
});
