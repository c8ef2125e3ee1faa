// Holds so many slow connections to a server until it is told to stop, and tells what became of them. A
// thread of its own: whoever measures another client must not wait for a thousand of these.
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

export interface Slowness {
  port: number;
  sockets: number;
  apiKey: string;
  /** Of a large answer. */
  path: string;
  /** Between two bytes of what is sent, and two looks at what comes, in milliseconds. */
  everyMs: number;
}

/** By kind: how often one was connected, told that it is too late, and ended. */
export type Told = Record<Kind, { connected: number; late: number; ended: number; bytes: number }>;

type Kind = "headers" | "body" | "reader";

const { port, sockets, apiKey, path, everyMs } = workerData as Slowness;
const KINDS: Kind[] = ["headers", "body", "reader"];
const BODY = 1_000_000;
const RAMP_MS = 10_000;
const READ_BYTES = 4_096;
const AGAIN_MS = 500;

const told = Object.fromEntries(
  KINDS.map((kind) => [kind, { connected: 0, late: 0, ended: 0, bytes: 0 }]),
) as Told;
const open = new Set<Socket>();
let stopping = false;

const key = `host: x\r\nx-api-key: ${apiKey}\r\n`;
const begins: Record<Kind, string> = {
  headers: `GET ${path} HTTP/1.1\r\n${key}x-slow: `,
  body: `POST /v1/scheduled-tasks HTTP/1.1\r\n${key}content-type: application/json\r\ncontent-length: ${BODY}\r\n\r\n{"title":"`,
  reader: `GET ${path} HTTP/1.1\r\n${key}\r\n`,
};

const begin = (kind: Kind): void => {
  if (stopping) return;
  const figures = told[kind];
  figures.connected += 1;
  let isFirst = true;
  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(READ_BYTES),
      callback: (bytes, buffer) => {
        figures.bytes += bytes;
        if (isFirst && Buffer.from(buffer).includes("HTTP/1.1 408 ")) figures.late += 1;
        isFirst = false;
        // A little, and a pause.
        return kind !== "reader";
      },
    },
  });
  open.add(socket);
  socket.on("error", () => {});
  const slowly = setInterval(() => {
    if (kind === "reader") socket.resume();
    else if (socket.writable) socket.write("a");
  }, everyMs);
  socket.on("close", () => {
    clearInterval(slowly);
    open.delete(socket);
    if (stopping) return;
    figures.ended += 1;
    setTimeout(() => begin(kind), AGAIN_MS);
  });
  socket.write(begins[kind]);
};

for (let i = 0; i < sockets; i += 1)
  setTimeout(
    () => begin(KINDS[i % KINDS.length]!),
    (i * Math.min(RAMP_MS, sockets * 10)) / sockets,
  );

parentPort!.on("message", () => {
  stopping = true;
  for (const socket of open) socket.destroy();
  parentPort!.postMessage(told);
  parentPort!.close();
});
