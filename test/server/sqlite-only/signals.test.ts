import { connect } from "node:net";
import anyTest, { type TestFn } from "ava";
import {
  beginUpload,
  CALL_JSON,
  type ServedRep,
  serveWithRep,
  waitUntilStopping,
} from "../begun-upload.js";

const test = anyTest as TestFn<ServedRep>;

test.beforeEach(async (t) => {
  t.context = await serveWithRep();
});

test.afterEach.always((t) => t.context.program?.remove());

test("an idle keep-alive connection doesn't delay the stop", async (t) => {
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

test("two signals at once count as one and finish current requests", async (t) => {
  const { serving } = t.context;
  const call = await beginUpload(t.context);
  serving.child.kill("SIGINT");
  serving.child.kill("SIGTERM");
  await waitUntilStopping(serving);
  t.regex(await call.finish(), /HTTP\/1\.1 200 OK/);
  t.is((await serving.ended).code, 0);
});

test("a second signal ends the program at once if it comes later", async (t) => {
  const { serving } = t.context;
  const call = await beginUpload(t.context);
  serving.child.kill("SIGTERM");
  await waitUntilStopping(serving);
  // Signals close to the first count as the first, so the interval continues.
  const repeat = setInterval(() => serving.child.kill("SIGTERM"), 50);
  const { code } = await serving.ended;
  clearInterval(repeat);
  await call.closed;
  t.true(code !== null && code > 0);
  t.notRegex(call.received(), /200 OK/);
});

test("an acknowledged write survives a kill", async (t) => {
  const { program, serving, key } = t.context;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const url = `${serving.url}/v1/dialer`;
  const answer = await fetch(url, { method: "POST", headers, body: CALL_JSON });
  const { recording } = (await answer.json()) as { recording: { id: string } };
  serving.child.kill("SIGKILL");
  await serving.ended;
  const restarted = await program.serve();
  const transcript = await fetch(`${restarted.url}/v1/recordings/${recording.id}/transcript`, {
    headers,
  });
  t.deepEqual(await transcript.json(), { recordingId: recording.id, transcript: [] });
});
