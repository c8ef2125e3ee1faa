import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import type { ExecutionContext } from "ava";
import { Webhook } from "standardwebhooks";
import { createWebhook, waitForDeliveries } from "../../helpers/webhooks/deliveries.js";
import { REFUSING_PORT } from "../../helpers/net/free-port.js";
import { test } from "../../helpers/own-suite.js";
import type { Tenant, TestServer } from "../../helpers/server.js";

type Context = ExecutionContext<{ server: TestServer; org: Tenant }>;
type Language = "curl" | "TypeScript" | "Python";

const REQUIRED_PROGRAMS: Record<Language, string[]> = {
  curl: ["bash", "curl", "jq", "openssl"],
  TypeScript: [],
  Python: ["python3"],
};

/** The command of an example; `name` is its TypeScript name. */
const COMMAND: Record<Language, (name: string) => [string, ...string[]]> = {
  curl: (name) => ["bash", `examples/curl/${name}.sh`],
  TypeScript: (name) => [process.execPath, `build/examples/typescript/${name}.js`],
  Python: (name) => ["python3", `examples/python/${name.replaceAll("-", "_")}.py`],
};

const folder = mkdtempSync(join(tmpdir(), "debrief-examples-"));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

/** Sets the test clock to the real time, which receivers compare with the signature's. */
const useRealTime = ({ context: { server } }: Context): void => {
  server.clock.time = Math.max(server.clock.time, Date.now());
};

const buildEnv = ({ server, org }: Context["context"], more: NodeJS.ProcessEnv = {}) => ({
  PATH: process.env["PATH"],
  TMPDIR: folder,
  PYTHONDONTWRITEBYTECODE: "1",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  DEBRIEF_URL: server.url,
  DEBRIEF_API_KEY: org.apiKey,
  DEBRIEF_SIGNING_SECRET: org.signingSecret,
  ...more,
});

/** Runs an example to its end. */
const runExample = async (
  t: Context,
  language: Language,
  [name, ...args]: [string, ...string[]],
  env?: NodeJS.ProcessEnv,
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const [program, ...words] = [...COMMAND[language](name), ...args];
  return new Promise((resolve) => {
    const options = { env: buildEnv(t.context, env), timeout: 60_000 };
    execFile(program, words, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
};

/** Runs an example that must succeed and returns its output lines. */
const runForLines = async (t: Context, language: Language, args: [string, ...string[]]) => {
  const { code, stdout, stderr } = await runExample(t, language, args);
  t.is(code, 0, stderr);
  t.is(stderr, "");
  return stdout.split(/\r?\n/).filter((line) => line !== "");
};

/**
 * Starts an example that runs until the test ends. Each function returns the next line of a stream.
 */
const startExample = (t: Context, language: Language, [name, ...args]: [string, ...string[]]) => {
  const [program, ...words] = [...COMMAND[language](name), ...args];
  const child = spawn(program, words, { env: buildEnv(t.context), detached: true });
  // Kills the process group, including the example's own children.
  t.teardown(() => void process.kill(-child.pid!, "SIGKILL"));
  const lines = [child.stdout, child.stderr].map((input) =>
    createInterface({ input })[Symbol.asyncIterator](),
  );
  const next = async (stream: 0 | 1): Promise<string> =>
    String((await lines[stream]!.next()).value);
  return { readOutput: () => next(0), readError: () => next(1) };
};

let pathCount = 0;
const createPath = (): string => join(folder, `place-${(pathCount += 1)}`);

/** Reads an example's copy of recordings and events. `forget` deletes its cursors. */
const openCopy = (language: Language, path: string) => {
  const files = (part: string): string[] =>
    readdirSync(join(path, part), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.split("/").at(-1)!.replace(".json", ""));
  if (language !== "Python")
    return {
      recordings: () => files("recordings").toSorted(),
      recording: (id: string) =>
        JSON.parse(readFileSync(join(path, "recordings", `${id}.json`), "utf8")),
      events: () => files("events").length,
      forget: () => {
        for (const name of ["recordings", "events"]) rmSync(join(path, `${name}.cursor`));
      },
    };
  const all = (sql: string): string[] => {
    const db = new Database(path);
    const rows = db.prepare(sql).raw().all() as string[][];
    db.close();
    return rows.map(([value]) => value!);
  };
  return {
    recordings: () => all("SELECT id FROM recordings ORDER BY id"),
    recording: (id: string) =>
      JSON.parse(all(`SELECT body FROM recordings WHERE id = '${id}'`)[0]!),
    events: () => all("SELECT id FROM events WHERE payload IS NOT NULL").length,
    forget: () => void all("DELETE FROM cursors RETURNING list"),
  };
};

const transcript = [{ speaker: "A", role: "rep", text: "How old is it?", start: 0, end: 900 }];

for (const language of ["curl", "TypeScript", "Python"] as const) {
  const missing = REQUIRED_PROGRAMS[language].filter(
    (program) => spawnSync(program, ["--version"]).error !== undefined,
  );
  // A developer may lack an interpreter; CI must not skip these tests.
  const isSkipped = missing.length > 0 && process.env["CI"] === undefined;
  const title = (text: string): string =>
    `the ${language} example ${text}${isSkipped ? ` (skipped: ${missing.join(", ")} missing)` : ""}`;
  const check = isSkipped ? test.skip : test;

  check(title("pushes appointments and updates them on the next run"), async (t) => {
    const { org } = t.context;
    const args = ["push-appointments", "examples/appointments.json"] as [string, string];
    const refused = await runExample(t, language, args);
    t.is(refused.code, 1);
    t.regex(refused.stderr, /user_email is not the email of an active member/);
    await org.createUser("robin@example.com");
    const pushed = await runForLines(t, language, args);
    t.is(pushed[0], "job-101  2026-12-01T15:00:00.000Z  robin@example.com  pending");
    t.deepEqual(await runForLines(t, language, args), pushed);
    const { body } = await org.get("/v1/scheduled-tasks");
    t.deepEqual(
      body.appointments.map(({ title }: { title: string }) => title),
      ["Roof inspection", "Second visit"],
    );
  });

  check(title("writes statistics as CSV without formulas"), async (t) => {
    const { org } = t.context;
    await org.createUser("eve@example.com", { name: '=HYPERLINK("x"), Eve' });
    await org.createProcessed({ user_email: "eve@example.com", transcript });
    const [header, first, second, ...extraLines] = await runForLines(t, language, [
      "stats-to-csv",
      "user",
      "2026-01-01",
      "2100-01-01",
    ]);
    t.regex(header!, /^"?name"?,"?email"?,"?totalRecordings"?,/);
    t.regex(first!, /^"'=HYPERLINK\(""x""\), Eve","?eve@example\.com"?,1,/);
    t.regex(second!, /^"?Robin Rep"?,"?rep@example\.com"?,0,/);
    t.deepEqual(extraLines, []);
    const wrong = await runExample(t, language, [
      "stats-to-csv",
      "user",
      "yesterday",
      "2100-01-01",
    ]);
    t.is(wrong.code, 1);
    t.regex(wrong.stderr, /startDate/);
  });

  check(title("copies changes and deletes erased recordings"), async (t) => {
    const { org } = t.context;
    const path = createPath();
    const ids = [];
    // More than one page.
    for (let count = 0; count < 26; count += 1) ids.push(await org.createProcessed({ transcript }));
    const first = await runForLines(t, language, ["nightly-sync", path]);
    const copy = openCopy(language, path);
    t.deepEqual(copy.recordings(), ids.toSorted());
    t.is(copy.events(), 26);
    t.is(first.length, 52);
    t.like(copy.recording(ids[25]!).transcript[0], { text: "How old is it?", end: 900 });
    t.deepEqual(await runForLines(t, language, ["nightly-sync", path]), []);

    const [erased, changed] = ids as [string, string];
    await org.graphql(`mutation { deleteRecording(id: "${erased}") }`);
    const change = `mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }`;
    await org.graphql(change, { id: changed, input: { summary: "Another one." } });
    const added = await org.createProcessed();
    const lines = await runForLines(t, language, ["nightly-sync", path]);
    t.deepEqual(lines.map((line) => line.replace(/event \S+/, "event")).toSorted(), [
      `deleted ${erased}`,
      "event recording.processed",
      ...[added, changed].map((id) => `recording ${id}`).toSorted(),
    ]);
    t.deepEqual(copy.recordings(), [...ids.slice(1), added].toSorted());
    t.is(copy.recording(changed).summary, "Another one.");
    t.is(copy.events(), 26);

    // The state of a copy that was killed before it stored its cursor: repeated entries appear
    // once.
    copy.forget();
    const repeated = await runForLines(t, language, ["nightly-sync", path]);
    t.true(repeated.every((line) => /^(recording|deleted) /.test(line)));
    t.deepEqual([copy.recordings().length, copy.events()], [26, 26]);
  });

  check(title("reports a wrong key and an unreachable server"), async (t) => {
    const args = ["nightly-sync", createPath()] as [string, string];
    const unknown = await runExample(t, language, args, { DEBRIEF_API_KEY: "dbk_no" });
    t.is(unknown.code, 1);
    t.regex(unknown.stderr, /Invalid Api Key/);
    const unreachableUrl = `http://127.0.0.1:${REFUSING_PORT}`;
    const unreachable = await runExample(t, language, args, { DEBRIEF_URL: unreachableUrl });
    t.is(unreachable.code, 1);
    t.regex(unreachable.stderr, /connect|refused/i);
    const unset = await runExample(t, language, args, { DEBRIEF_API_KEY: "" });
    t.is(unset.code, 1);
    t.regex(unset.stderr, /DEBRIEF_API_KEY/);
  });

  if (language === "curl") {
    check(title("streams events after its last one"), async (t) => {
      const { org } = t.context;
      useRealTime(t);
      const path = createPath();
      mkdirSync(path);
      const { body } = await org.get("/v1/events");
      writeFileSync(join(path, "cursor"), body.syncCursor);
      const id = await org.createProcessed();
      const example = startExample(t, "curl", ["receive-events", path]);
      t.regex(await example.readError(), /^receiving from /);
      const [event, name] = (await example.readOutput()).split(" ");
      t.is(event, "recording.processed");
      t.is(JSON.parse(readFileSync(join(path, `${name}.json`), "utf8")).data.id, id);
    });
    continue;
  }

  check(title("accepts each genuine webhook once and rejects others"), async (t) => {
    const { org } = t.context;
    useRealTime(t);
    const path = createPath();
    const example = startExample(t, language, ["receive-webhooks", path, "0"]);
    const url = (await example.readOutput()).split(" ").at(-1)!;
    const { id: webhookId, secret } = await createWebhook(org, url);
    await org.createProcessed();
    const line = (await example.readOutput()).trim();
    const [event, id] = line.split(" ");
    t.is(event, "recording.processed");
    const [delivery] = await waitForDeliveries(org);
    t.like(delivery, { status: "delivered" });
    t.truthy(webhookId);
    await org.graphql(`mutation { redeliver(deliveryId: "${delivery!.id}") { id } }`);
    t.is(await example.readOutput(), `${line} again`);

    const post = async (body: string, at: Date, by: string, sent = body): Promise<number> => {
      const seconds = Math.floor(at.getTime() / 1000);
      const headers = {
        "webhook-id": `${id}-2`,
        "webhook-timestamp": String(seconds),
        "webhook-signature": new Webhook(by).sign(`${id}-2`, at, body),
      };
      return (await fetch(url, { method: "POST", headers, body: sent })).status;
    };
    const body = JSON.stringify({ event: "recording.processed", data: {} });
    t.is(await post(body, new Date(), secret), 401, "signed with the webhook's own secret");
    t.is(await post(body, new Date(), org.signingSecret, `${body} `), 401);
    t.is(await post(body, new Date(Date.now() - 360_000), org.signingSecret), 401);
    t.is(await post(body, new Date(Date.now() + 360_000), org.signingSecret), 401);
    t.is((await fetch(url, { method: "POST", body })).status, 401);
    t.is(await post("x".repeat(1_048_577), new Date(), org.signingSecret), 413);
    t.is(await post(body, new Date(), org.signingSecret), 200);
    t.is((await example.readOutput()).trim(), `recording.processed ${id}-2`);
  });
}
