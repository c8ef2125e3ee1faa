import type { Socket } from "node:net";
import test from "ava";
import {
  sendEndlessly,
  buildMessage,
  OK_HEAD,
  createTestSender,
  startSocketReceiver,
} from "../helpers/socket-receivers.js";

const DEADLINE = 200;
const TIMED_OUT = "timed out after 0.2 s";
const LARGE = "x".repeat(32 * 1024 * 1024);
const CLOSED = "connection closed by the receiver";

const answer = (text: string | Buffer) => (socket: Socket) =>
  void socket.once("data", () => socket.write(text));

const answerAndClose = (text: string) => (socket: Socket) =>
  void socket.once("data", () => socket.end(text));

const reset = (text: string) => (socket: Socket) =>
  void socket.once("data", () => socket.write(text, () => void socket.resetAndDestroy()));

const receives = (
  name: string,
  behaviour: (socket: Socket) => void,
  status: number | null,
  error: string | null,
  body?: string,
): void =>
  test.serial(
    `a receiver that ${name} is ${error === null ? "delivered to" : "failed"}`,
    async (t) => {
      const { send, agent } = createTestSender(
        t,
        error?.endsWith(TIMED_OUT) ? DEADLINE : undefined,
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

receives("never answers", (s) => void s.resume(), null, TIMED_OUT);
receives("sends a header byte by byte", sendEndlessly(`${OK_HEAD}x-y: `, "z", 5), null, TIMED_OUT);
receives(
  "sends informational answers for ever",
  sendEndlessly("", "HTTP/1.1 103 Early Hints\r\n\r\n", 2),
  null,
  TIMED_OUT,
);
receives(
  "stops in the middle of the answer",
  answer(`${OK_HEAD}content-length: 9\r\n\r\nabc`),
  200,
  `answered 200, but ${TIMED_OUT}`,
  "abc",
);
receives(
  "stops in the middle of a refusal",
  answer("HTTP/1.1 503 Busy\r\ncontent-length: 9\r\n\r\n"),
  503,
  `answered 503, but ${TIMED_OUT}`,
  "",
);
receives(
  "sends the end of the answer byte by byte",
  sendEndlessly(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n`, "1\r\n!\r\n", 5),
  200,
  `answered 200, but ${TIMED_OUT}`,
);
receives("sends no HTTP", answer("SSH-2.0-OpenSSH_9.9\r\n"), null, "the answer is not valid HTTP");
receives(
  "says two lengths",
  answer(`${OK_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\nabc`),
  null,
  "the answer is not valid HTTP",
);
receives(
  "spoils the body's chunks",
  answer(`${OK_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`),
  200,
  "answered 200, but the answer is not valid HTTP",
);
receives(
  "sends headers without an end",
  sendEndlessly(OK_HEAD, `x-y: ${"z".repeat(1000)}\r\n`),
  null,
  "the answer's headers are too large",
);
receives(
  "sends trailers without an end",
  sendEndlessly(
    `${OK_HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`,
    `x-y: ${"z".repeat(1000)}\r\n`,
  ),
  200,
  "answered 200, but the answer's headers are too large",
);
receives("hangs up without an answer", (s) => void s.once("data", () => s.end()), null, CLOSED);
receives(
  "resets the connection",
  (s) => void s.once("data", () => s.resetAndDestroy()),
  null,
  CLOSED,
);
receives("hangs up in the headers", answerAndClose(`${OK_HEAD}x-y: z`), null, CLOSED);
receives(
  "resets the connection in the answer",
  reset(`${OK_HEAD}content-length: 9\r\n\r\nabc`),
  200,
  `answered 200, but ${CLOSED}`,
);
receives(
  "hangs up before the length it said",
  answerAndClose(`${OK_HEAD}content-length: 9\r\n\r\nabc`),
  200,
  `answered 200, but ${CLOSED}`,
  "abc",
);
receives(
  "hangs up before the last chunk",
  answerAndClose(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`),
  200,
  `answered 200, but ${CLOSED}`,
  "abc",
);
receives(
  "changes the protocol",
  answer("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
  101,
  "answered 101",
  "",
);
receives(
  "answers with a status that there is not",
  answerAndClose("HTTP/1.1 999 Odd\r\n\r\n"),
  999,
  "answered 999",
  "",
);
receives(
  "says more than its answer",
  answer(`${OK_HEAD}content-length: 2\r\n\r\n{}garbage`),
  200,
  "answered 200, but the answer is not valid HTTP",
  "{}",
);
receives(
  "ends the answer by closing the connection",
  answerAndClose(`${OK_HEAD}\r\nabc`),
  200,
  null,
  "abc",
);
receives(
  "sends an informational answer first",
  answerAndClose(`HTTP/1.1 100 Continue\r\n\r\n${OK_HEAD}content-length: 2\r\n\r\n{}`),
  200,
  null,
  "{}",
);
receives(
  "answers without end",
  sendEndlessly(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n`, "1\r\n!\r\n".repeat(2000)),
  200,
  null,
  "!".repeat(4096),
);
receives(
  "refuses without end",
  sendEndlessly("HTTP/1.1 500 No\r\n\r\n", "!".repeat(9000)),
  500,
  "answered 500",
  "!".repeat(4096),
);

test.serial("a receiver that never reads the request is left at the deadline", async (t) => {
  const { send } = createTestSender(t, DEADLINE);
  const { url, waitForClosed } = await startSocketReceiver(t, (socket) => {
    socket.pause();
    // What has been received already hides the end of the connection from one that does not read.
    setTimeout(() => socket.resume(), 2 * DEADLINE);
  });
  t.like(await send(buildMessage(url, { body: LARGE })), { status: null, error: TIMED_OUT });
  t.is((await waitForClosed()).length, 1);
});

test.serial(
  "an answer that comes before the request was read is taken, and the rest not sent",
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

test.serial("64 receivers that hang leave nothing behind", async (t) => {
  const { send, agent } = createTestSender(t, DEADLINE);
  const { url, waitForClosed } = await startSocketReceiver(t, (socket) => void socket.resume());
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => send(buildMessage(url))));
  t.true(outcomes.every(({ error }) => error === TIMED_OUT));
  t.is((await waitForClosed(64)).length, 64);
  await agent.idle();
  t.deepEqual([agent.sockets, agent.requests, agent.freeSockets].map(Object.keys), [[], [], []]);
});
