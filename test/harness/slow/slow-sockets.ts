// Holds slow connections to a server until stopped, then reports their counts. Runs in its own
// thread, so that its thousand sockets don't delay the measured client.
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

export interface SlowSocketsOptions {
  port: number;
  sockets: number;
  apiKey: string;
  /** The path of a large response. */
  path: string;
  /** Milliseconds between two sent bytes, and between two reads. */
  everyMs: number;
}

/** By kind: how many connected, got 408, and were closed by the server. */
export type SocketCounts = Record<
  Kind,
  { connected: number; late: number; ended: number; bytes: number }
>;

type Kind = "headers" | "body" | "reader";

const { port, sockets, apiKey, path, everyMs } = workerData as SlowSocketsOptions;
const KINDS: Kind[] = ["headers", "body", "reader"];
const BODY_BYTES = 1_000_000;
const RAMP_MS = 10_000;
const READ_BYTES = 4_096;
const RECONNECT_MS = 500;

const socketCounts = Object.fromEntries(
  KINDS.map((kind) => [kind, { connected: 0, late: 0, ended: 0, bytes: 0 }]),
) as SocketCounts;
const openSockets = new Set<Socket>();
let isStopping = false;

const sharedHeaders = `host: x\r\nx-api-key: ${apiKey}\r\n`;
const openings: Record<Kind, string> = {
  headers: `GET ${path} HTTP/1.1\r\n${sharedHeaders}x-slow: `,
  body: `POST /v1/scheduled-tasks HTTP/1.1\r\n${sharedHeaders}content-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n{"title":"`,
  reader: `GET ${path} HTTP/1.1\r\n${sharedHeaders}\r\n`,
};

const openSlowSocket = (kind: Kind): void => {
  if (isStopping) return;
  const counts = socketCounts[kind];
  counts.connected += 1;
  let isFirst = true;
  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(READ_BYTES),
      callback: (bytes, buffer) => {
        counts.bytes += bytes;
        if (isFirst && Buffer.from(buffer).includes("HTTP/1.1 408 ")) counts.late += 1;
        isFirst = false;
        // Pauses reading after a small part.
        return kind !== "reader";
      },
    },
  });
  openSockets.add(socket);
  socket.on("error", () => {});
  const timer = setInterval(() => {
    if (kind === "reader") socket.resume();
    else if (socket.writable) socket.write("a");
  }, everyMs);
  socket.on("close", () => {
    clearInterval(timer);
    openSockets.delete(socket);
    if (isStopping) return;
    counts.ended += 1;
    setTimeout(() => openSlowSocket(kind), RECONNECT_MS);
  });
  socket.write(openings[kind]);
};

for (let i = 0; i < sockets; i += 1)
  setTimeout(
    () => openSlowSocket(KINDS[i % KINDS.length]!),
    (i * Math.min(RAMP_MS, sockets * 10)) / sockets,
  );

parentPort!.on("message", () => {
  isStopping = true;
  for (const socket of openSockets) socket.destroy();
  parentPort!.postMessage(socketCounts);
  parentPort!.close();
});
