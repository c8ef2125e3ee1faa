import { existsSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { dialect } from "./helpers/database.js";
import { install, type Installation, type Serving } from "./helpers/program.js";

interface Context {
  program: Installation;
  serving: Serving;
  key: string;
}

const test = anyTest as TestFn<Context>;

const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;

test.beforeEach(async (t) => {
  const program = await install();
  const serving = await program.serve();
  const file = readFileSync(join(program.dataDir, "first-organization.json"), "utf8");
  const { apiKey, internalToken } = JSON.parse(file);
  t.context = { program, serving, key: apiKey };
  const answer = await fetch(`${serving.url}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${internalToken}`, "content-type": "application/json" },
    body: JSON.stringify({ query: USER }),
  });
  t.is(answer.status, 200);
});

test.afterEach.always((t) => t.context.program?.remove());

const CALL = JSON.stringify({
  call_id: "call-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
  event_id: "event-1",
});

/** A call whose upload has begun: the server has answered that it waits for the rest of the body. */
const beginCall = async ({ serving, key }: Context) => {
  const socket = connect(Number(new URL(serving.url).port), "127.0.0.1");
  let received = "";
  const until = (sign: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => void (sign.test(received) && resolve(received));
      socket.on("data", look);
      socket.once("close", () => reject(new Error(`closed after: ${received}`)));
      look();
    });
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(
    `POST /v1/dialer HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${CALL.length}\r\n\r\n`,
  );
  await until(/^HTTP\/1\.1 100 /);
  socket.write(CALL.slice(0, 20));
  return {
    finish: async (): Promise<string> => {
      socket.write(CALL.slice(20));
      return until(/"status":"received"/);
    },
    closed,
    received: () => received,
  };
};

/** Once the program has logged that it stops. */
const stopping = ({ child, stderr }: Serving): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => void (stderr().includes('"stopping"') && resolve());
    child.stderr!.on("data", look);
    look();
  });

const connects = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

const walBytes = (program: Installation): number => {
  const wal = join(program.dataDir, "debrief.db-wal");
  return existsSync(wal) ? statSync(wal).size : 0;
};

for (const signal of ["SIGTERM", "SIGINT"] as const)
  test(`${signal}: a call that is being sent is taken, nobody new is let in, and the exit is 0`, async (t) => {
    const { program, serving, key } = t.context;
    const call = await beginCall(t.context);
    t.true(await connects(serving.url));
    serving.child.kill(signal);
    // It says so before it does so.
    await stopping(serving);
    while (await connects(serving.url)) t.is(serving.child.exitCode, null);
    t.is(walBytes(program) > 0, dialect === "sqlite");
    t.regex(await call.finish(), /HTTP\/1\.1 200 OK/);
    const { code } = await serving.ended;
    t.is(code, 0);
    t.is(walBytes(program), 0);
    const again = await program.serve();
    const appointment = { user_email: "rep@example.com", start_time: "2026-03-02T10:00:00Z" };
    const answer = await fetch(`${again.url}/v1/scheduled-tasks`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ event_id: "event-1", ...appointment }),
    });
    // It is matched to the call that was taken while the program stopped.
    t.like(await answer.json(), { appointment: { matchStatus: "matched" } });
  });

test("a connection that is kept open without a request does not hold up the stop", async (t) => {
  const { serving } = t.context;
  const socket = connect(Number(new URL(serving.url).port), "127.0.0.1");
  const answered = new Promise((resolve) => socket.once("data", resolve));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
  await answered;
  const { code } = await serving.stop();
  await closed;
  t.is(code, 0);
});

test("two signals at once are one: what is under way is still finished", async (t) => {
  const { serving } = t.context;
  const call = await beginCall(t.context);
  serving.child.kill("SIGINT");
  serving.child.kill("SIGTERM");
  await stopping(serving);
  t.regex(await call.finish(), /HTTP\/1\.1 200 OK/);
  t.is((await serving.ended).code, 0);
});

test("a second signal later ends the program at once", async (t) => {
  const { serving } = t.context;
  const call = await beginCall(t.context);
  serving.child.kill("SIGTERM");
  await stopping(serving);
  // Signals close to the first are the first; the others come later and later.
  const repeat = setInterval(() => serving.child.kill("SIGTERM"), 50);
  const { code } = await serving.ended;
  clearInterval(repeat);
  await call.closed;
  t.true(code !== null && code > 0);
  t.notRegex(call.received(), /200 OK/);
});

test("what was answered is kept when the program is killed", async (t) => {
  const { program, serving, key } = t.context;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const url = `${serving.url}/v1/dialer`;
  const answer = await fetch(url, { method: "POST", headers, body: CALL });
  const { recording } = (await answer.json()) as { recording: { id: string } };
  serving.child.kill("SIGKILL");
  await serving.ended;
  const again = await program.serve();
  const transcript = await fetch(`${again.url}/v1/recordings/${recording.id}/transcript`, {
    headers,
  });
  t.deepEqual(await transcript.json(), { recordingId: recording.id, transcript: [] });
});
