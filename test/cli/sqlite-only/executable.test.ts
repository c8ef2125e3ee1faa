import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import anyTest, { type TestFn } from "ava";
import { CALL_FIELDS, CALL_WAV, UPLOAD_PATH } from "../../helpers/recordings/media.js";
import type { Answer } from "../../helpers/server.js";
import { binary, createInstallation, type Installation } from "../../helpers/server/program.js";

// Tests the installed program; with DEBRIEF_BINARY, the single executable.
const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

/** Without a word of the question: comparing words would not find it. */
const ORDER = "Do you want to get started with the paperwork this afternoon?";

/** Connects to the first organization of a running server. */
const connectFirst = (program: Installation, url: string) => {
  const file = `${program.dataDir}/first-organization.json`;
  const { apiKey, internalToken } = JSON.parse(readFileSync(file, "utf8"));
  const send = async (
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<Answer["body"]> => {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  return {
    apiKey: apiKey as string,
    sendQuery: async (query: string) =>
      send("/graphql", { authorization: `Bearer ${internalToken}` }, { query }),
    /** Sends a call, and returns its id. */
    pushCall: async (call: object): Promise<string> =>
      (await send("/v1/dialer", { "x-api-key": apiKey }, call)).recording.id,
  };
};

test("schema prints the schema file", async (t) => {
  const { code, stdout } = await t.context.program.run(["schema"]);
  t.is(code, 0);
  t.true(stdout === readFileSync("graph/schema.graphql", "utf8"));
});

test("version prints the version in package.json", async (t) => {
  const { stdout } = await t.context.program.run(["version"]);
  t.is(stdout, `${JSON.parse(readFileSync("package.json", "utf8")).version}\n`);
});

test("help names only debrief, not Node.js, and prints no warning", async (t) => {
  const { code, stdout, stderr } = await t.context.program.run(["--help"]);
  t.deepEqual([code, stderr], [0, ""]);
  t.true(stdout.includes("Usage: debrief "));
  t.notRegex(stdout, /node/i);
});

test("licenses prints the licences of the program and its dependencies", async (t) => {
  const { code, stdout } = await t.context.program.run(["licenses"]);
  t.is(code, 0);
  t.true(stdout.startsWith("debrief"));
  if (binary)
    for (const name of ["Node.js v", "koa ", "graphql ", "knex ", "pg ", "better-sqlite3 "])
      t.true(stdout.includes(`\n\n${name}`), name);
});

test("the server reads statistics with a single SQLite library in the process", async (t) => {
  const { program } = t.context;
  const serving = await program.serve();
  const file = `${program.dataDir}/first-organization.json`;
  const { apiKey } = JSON.parse(readFileSync(file, "utf8"));
  const headers = { "x-api-key": apiKey };
  const answer = await fetch(`${serving.url}/v1/stats?groupBy=user`, { headers });
  t.is(await answer.text(), '{"stats":[],"errors":[]}');
  // POSIX locks belong to the process: if one SQLite library closes a file, the locks that another
  // holds on it are lost.
  if (process.platform === "linux") {
    const maps = readFileSync(`/proc/${serving.child.pid}/maps`, "utf8").split("\n");
    t.is(maps.filter((line) => /r-xp .*(memfd:|\.node$)/.test(line)).length, 1);
  }
  const { code, stderr } = await serving.stop();
  t.is(code, 0);
  t.notRegex(stderr, /warning/i);
});

test("the server reads a file's duration in a child process", async (t) => {
  const { program } = t.context;
  const serving = await program.serve();
  const { apiKey, sendQuery } = connectFirst(program, serving.url);
  await sendQuery(
    `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`,
  );
  const body = new FormData();
  for (const [name, value] of Object.entries(CALL_FIELDS)) body.append(name, value);
  body.append("file", new Blob([CALL_WAV]), "call.wav");
  const headers = { "x-api-key": apiKey };
  const upload = await fetch(serving.url + UPLOAD_PATH, { method: "POST", headers, body });
  t.is(upload.status, 200);
  const { recording } = (await upload.json()) as { recording: { id: string } };
  t.deepEqual(await sendQuery(`{ recording(id: "${recording.id}") { duration } }`), {
    data: { recording: { duration: 3_070 } },
  });
  const { code, stderr } = await serving.stop();
  t.is(code, 0);
  t.notRegex(stderr, /warning/i);
});

test("the server understands what was meant in a child process", async (t) => {
  const { program } = t.context;
  const serving = await program.serve({ DEBRIEF_ANALYZER: "basic" });
  const { sendQuery, pushCall } = connectFirst(program, serving.url);
  await sendQuery(
    `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`,
  );
  await sendQuery(`mutation { upsertTemplate(input: {
    name: "Visit", questions: [{ question: "Did the rep ask for the order?" }] }) { id } }`);
  const id = await pushCall({
    call_id: "1",
    user_email: "rep@example.com",
    started_at: "2026-03-02T10:00:00Z",
    transcript: [{ speaker: "Robin", role: "rep", text: ORDER, start: 0, end: 1_000 }],
  });
  const load = async () =>
    sendQuery(`{ recording(id: "${id}") { status process { answers { yes evidence } } } }`);
  let { recording } = (await load()).data;
  while (recording.status !== "processed") {
    await setTimeout(50);
    ({ recording } = (await load()).data);
  }
  t.deepEqual(recording.process, { answers: [{ yes: true, evidence: ORDER }] });
  const { code, stderr } = await serving.stop();
  t.is(code, 0);
  t.notRegex(stderr, /warning/i);
});

test("the program contains the console's page and script", async (t) => {
  const serving = await t.context.program.serve();
  const page = await (await fetch(`${serving.url}/recordings`)).text();
  const [, script] = / src="(app-\w+\.js)"/.exec(page) ?? [];
  const answer = await fetch(`${serving.url}/${script}`);
  t.is(answer.headers.get("content-encoding"), "gzip");
  t.true((await answer.text()) === readFileSync(`build/web/${script}`, "utf8"));
  await serving.stop();
});
