import { gzipSync } from "node:zlib";
import test from "ava";
import {
  sendEndlessly,
  buildMessage,
  OK_HEAD,
  createTestSender,
  startSocketReceiver,
} from "../helpers/webhooks/socket-receivers.js";

test.serial("at most 64 KiB of a 1 GB response are read, and its status counts", async (t) => {
  const { send, agent } = createTestSender(t);
  const head = `${OK_HEAD}content-length: ${2 ** 30}\r\n\r\n`;
  const { url, waitForClosed } = await startSocketReceiver(
    t,
    sendEndlessly(head, Buffer.alloc(65_536, "y")),
  );
  const outcome = await send(buildMessage(url));
  t.like(outcome, { delivered: true, status: 200, error: null, body: "y".repeat(4096) });
  t.true(
    agent.openedSockets[0]!.bytesRead <= head.length + 3 * 65_536,
    `${agent.openedSockets[0]!.bytesRead}`,
  );
  t.true((await waitForClosed())[0]! < 2 ** 26);
});

test.serial("a compressed response isn't decompressed", async (t) => {
  const { send, agent } = createTestSender(t);
  const bomb = gzipSync(Buffer.alloc(2 ** 20));
  const head = `${OK_HEAD}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`;
  const chunk = Buffer.concat([
    Buffer.from(`${bomb.length.toString(16)}\r\n`),
    bomb,
    Buffer.from("\r\n"),
  ]);
  const { url, waitForClosed } = await startSocketReceiver(t, sendEndlessly(head, chunk));
  const { status, body, delivered } = await send(buildMessage(url));
  t.deepEqual([delivered, status], [true, 200]);
  t.true(body!.startsWith("\u001F\uFFFD\b"));
  t.true(agent.openedSockets[0]!.bytesRead < 4 * 65_536);
  await waitForClosed();
});

for (const [size, isKept] of [
  [65_536, true],
  [1_000_000, false],
] as const)
  test.serial(
    `the connection is ${isKept ? "kept" : "closed"} after a response of ${size} bytes`,
    async (t) => {
      const { send, agent } = createTestSender(t);
      const text = `${OK_HEAD}content-length: ${size}\r\n\r\n${"z".repeat(size)}`;
      const { url, countConnections } = await startSocketReceiver(t, (socket) => {
        socket.on("data", () => socket.write(text));
      });
      t.true((await send(buildMessage(url))).delivered);
      t.true((await send(buildMessage(url))).delivered);
      t.is(countConnections(), isKept ? 1 : 2);
      t.is(agent.openedSockets.at(-1)!.destroyed, !isKept);
    },
  );
