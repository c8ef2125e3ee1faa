import type { Socket } from "node:net";
import test from "ava";
import {
  sendEndlessly,
  buildMessage,
  OK_HEAD,
  createTestSender,
  startSocketReceiver,
} from "../helpers/webhooks/socket-receivers.js";

const DEADLINE_MS = 200;
const TIMED_OUT = "timed out after 0.2 s";
const LARGE = "x".repeat(32 * 1024 * 1024);
const CLOSED = "connection closed by the receiver";

const answer = (text: string | Buffer) => (socket: Socket) =>
  void socket.once("data", () => socket.write(text));

const answerAndClose = (text: string) => (socket: Socket) =>
  void socket.once("data", () => socket.end(text));

const reset = (text: string) => (socket: Socket) =>
  void socket.once("data", () => socket.write(text, () => void socket.resetAndDestroy()));

const testReceiver = (
  name: string,
  behaviour: (socket: Socket) => void,
  status: number | null,
  error: string | null,
  body?: string,
): void =>
  test.serial(
    `an attempt ${error === null ? "succeeds" : "fails"} if the receiver ${name}`,
    async (t) => {
      const { send, agent } = createTestSender(
        t,
        error?.endsWith(TIMED_OUT) ? DEADLINE_MS : undefined,
      );
      const { url, waitForClosed } = await startSocketReceiver(t, behaviour);
      const outcome = await send(buildMessage(url));
      t.like(outcome, { delivered: error === null, status, error });
      if (body !== undefined) t.is(outcome.body, body);
      t.is(outcome.body === null, status === null);
      t.is((await waitForClosed()).length, 1);
      t.true(agent.openedSockets.every((socket) => socket.destroyed));
    },
  );

testReceiver("never answers", (s) => void s.resume(), null, TIMED_OUT);
testReceiver(
  "sends a header byte by byte",
  sendEndlessly(`${OK_HEAD}x-y: `, "z", 5),
  null,
  TIMED_OUT,
);
testReceiver(
  "sends informational answers forever",
  sendEndlessly("", "HTTP/1.1 103 Early Hints\r\n\r\n", 2),
  null,
  TIMED_OUT,
);
testReceiver(
  "stops in the middle of the answer",
  answer(`${OK_HEAD}content-length: 9\r\n\r\nabc`),
  200,
  `answered 200, but ${TIMED_OUT}`,
  "abc",
);
testReceiver(
  "stops in the middle of a refusal",
  answer("HTTP/1.1 503 Busy\r\ncontent-length: 9\r\n\r\n"),
  503,
  `answered 503, but ${TIMED_OUT}`,
  "",
);
testReceiver(
  "sends the end of the answer byte by byte",
  sendEndlessly(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n`, "1\r\n!\r\n", 5),
  200,
  `answered 200, but ${TIMED_OUT}`,
);
testReceiver(
  "sends no HTTP",
  answer("SSH-2.0-OpenSSH_9.9\r\n"),
  null,
  "the answer is not valid HTTP",
);
testReceiver(
  "sends two lengths",
  answer(`${OK_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`),
  null,
  "the answer is not valid HTTP",
);
testReceiver(
  "sends an invalid chunk",
  answer(`${OK_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`),
  200,
  "answered 200, but the answer is not valid HTTP",
);
testReceiver(
  "sends endless headers",
  sendEndlessly(OK_HEAD, `x-y: ${"z".repeat(1000)}\r\n`),
  null,
  "the answer's headers are too large",
);
testReceiver(
  "sends endless trailers",
  sendEndlessly(
    `${OK_HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`,
    `x-y: ${"z".repeat(1000)}\r\n`,
  ),
  200,
  "answered 200, but the answer's headers are too large",
);
testReceiver("hangs up without an answer", (s) => void s.once("data", () => s.end()), null, CLOSED);
testReceiver(
  "resets the connection",
  (s) => void s.once("data", () => s.resetAndDestroy()),
  null,
  CLOSED,
);
testReceiver("hangs up in the headers", answerAndClose(`${OK_HEAD}x-y: z`), null, CLOSED);
testReceiver(
  "resets the connection in the answer",
  reset(`${OK_HEAD}content-length: 9\r\n\r\nabc`),
  200,
  `answered 200, but ${CLOSED}`,
);
testReceiver(
  "hangs up before the announced length",
  answerAndClose(`${OK_HEAD}content-length: 9\r\n\r\nabc`),
  200,
  `answered 200, but ${CLOSED}`,
  "abc",
);
testReceiver(
  "hangs up before the last chunk",
  answerAndClose(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`),
  200,
  `answered 200, but ${CLOSED}`,
  "abc",
);
testReceiver(
  "changes the protocol",
  answer("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
  101,
  "answered 101",
  "",
);
testReceiver(
  "answers with an unknown status",
  answerAndClose("HTTP/1.1 999 Odd\r\n\r\n"),
  999,
  "answered 999",
  "",
);
testReceiver(
  "sends more than the announced length",
  answer(`${OK_HEAD}content-length: 2\r\n\r\n{}garbage`),
  200,
  "answered 200, but the answer is not valid HTTP",
  "{}",
);
testReceiver(
  "ends the answer by closing the connection",
  answerAndClose(`${OK_HEAD}\r\nabc`),
  200,
  null,
  "abc",
);
testReceiver(
  "sends an informational answer first",
  answerAndClose(`HTTP/1.1 100 Continue\r\n\r\n${OK_HEAD}content-length: 2\r\n\r\n{}`),
  200,
  null,
  "{}",
);
testReceiver(
  "answers endlessly",
  sendEndlessly(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n`, "1\r\n!\r\n".repeat(2000)),
  200,
  null,
  "!".repeat(4096),
);
testReceiver(
  "refuses endlessly",
  sendEndlessly("HTTP/1.1 500 No\r\n\r\n", "!".repeat(9000)),
  500,
  "answered 500",
  "!".repeat(4096),
);

test.serial(
  "an attempt to a receiver that never reads the request ends at the deadline",
  async (t) => {
    const { send } = createTestSender(t, DEADLINE_MS);
    const { url, waitForClosed } = await startSocketReceiver(t, (socket) => {
      socket.pause();
      // Unread bytes hide the end of the connection from a socket that doesn't read.
      setTimeout(() => socket.resume(), 2 * DEADLINE_MS);
    });
    t.like(await send(buildMessage(url, { body: LARGE })), { status: null, error: TIMED_OUT });
    t.is((await waitForClosed()).length, 1);
  },
);

test.serial(
  "an answer before the end of the request counts, and the rest isn't sent",
  async (t) => {
    const { send, agent } = createTestSender(t);
    const { url } = await startSocketReceiver(t, (socket) => {
      socket.pause();
      socket.write(`${OK_HEAD}content-length: 2\r\n\r\n{}`);
    });
    t.like(await send(buildMessage(url, { body: LARGE })), {
      delivered: true,
      status: 200,
      body: "{}",
    });
    t.true(agent.openedSockets.every((socket) => socket.destroyed));
  },
);

test.serial("64 hanging receivers leave nothing behind", async (t) => {
  const { send, agent } = createTestSender(t, DEADLINE_MS);
  const { url, waitForClosed } = await startSocketReceiver(t, (socket) => void socket.resume());
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => send(buildMessage(url))));
  t.true(outcomes.every(({ error }) => error === TIMED_OUT));
  t.is((await waitForClosed(64)).length, 64);
  await agent.idle();
  t.deepEqual([agent.sockets, agent.requests, agent.freeSockets].map(Object.keys), [[], [], []]);
});
