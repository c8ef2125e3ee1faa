import { EventEmitter, once } from "node:events";
import { Agent as HttpAgent, createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import type { Server, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ExecutionContext } from "ava";
import type { AttemptOutcome } from "../../../graph/core/ports.js";
import { createHttpSender, type SignedMessage } from "../../../src/notifier/sender.js";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

export const buildMessage = (url: string, fields: Partial<SignedMessage> = {}): SignedMessage => ({
  url,
  body: '{"event":"recording.processed"}',
  messageId: "0190a6e2-0000-7000-8000-000000000000",
  secrets: [SECRET],
  test: false,
  ...fields,
});

export const listenUntilEnd = async (t: ExecutionContext, server: Server): Promise<string> => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
};

type RequestHandler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** Starts a well-behaved HTTP receiver, which reads the request before it responds. */
export const startHttpReceiver = (t: ExecutionContext, listener: RequestHandler): Promise<string> =>
  listenUntilEnd(
    t,
    createServer((request, response) => {
      void buffer(request).then((body) => listener(request, response, body));
    }),
  );

export interface SocketReceiver {
  url: string;
  countConnections: () => number;
  /** Returns the bytes written to each connection, after `count` connections have closed. */
  waitForClosed: (count?: number) => Promise<number[]>;
}

/** Starts a receiver with custom behaviour for each connection. */
export const startSocketReceiver = async (
  t: ExecutionContext,
  behaviour: (socket: Socket) => void,
): Promise<SocketReceiver> => {
  const all: Promise<number>[] = [];
  const connected = new EventEmitter();
  const server = createSocketServer((socket) => {
    all.push(
      new Promise((resolve) => void socket.once("close", () => resolve(socket.bytesWritten))),
    );
    socket.on("error", () => {});
    t.teardown(() => void socket.destroy());
    connected.emit("connection");
    behaviour(socket);
  });
  const url = await listenUntilEnd(t, server);
  const waitForClosed = async (count = 1): Promise<number[]> => {
    while (all.length < count) await once(connected, "connection");
    return Promise.all(all);
  };
  return { url, countConnections: () => all.length, waitForClosed };
};

/** Records its connections for the test. */
class WatchedAgent extends HttpAgent {
  openedSockets: Socket[] = [];
  #closes: Promise<unknown>[] = [];

  override createConnection(...args: Parameters<HttpAgent["createConnection"]>) {
    const socket = super.createConnection(...args) as Socket;
    this.openedSockets.push(socket);
    this.#closes.push(new Promise((resolve) => void socket.once("close", resolve)));
    return socket;
  }

  /** Resolves when all its connections are closed. */
  async idle(): Promise<void> {
    await Promise.all(this.#closes);
  }
}

export interface TestSender {
  send: (message: SignedMessage) => Promise<AttemptOutcome>;
  agent: WatchedAgent;
}

/** Creates a sender with its own agents, which may connect anywhere. */
export const createTestSender = (
  t: ExecutionContext,
  deadlineMs?: number,
  agents: { http?: HttpAgent; https?: HttpsAgent } = {},
): TestSender => {
  const agent = new WatchedAgent({ keepAlive: true });
  const https = agents.https ?? new HttpsAgent({ keepAlive: true });
  t.teardown(() => {
    agent.destroy();
    https.destroy();
  });
  const destinations = {
    findRefusal: async () => undefined,
    agents: { http: agents.http ?? agent, https },
    close: () => {},
  };
  return { send: createHttpSender(destinations, Date.now, deadlineMs), agent };
};

export const OK_HEAD = "HTTP/1.1 200 OK\r\n";

/** Writes the head, then the part repeatedly, every `everyMs` milliseconds. */
export const sendEndlessly =
  (head: string, part: string | Buffer, everyMs = 0) =>
  (socket: Socket) => {
    const writePart = (): void => {
      if (socket.destroyed) return;
      if (everyMs > 0) socket.write(part, () => void setTimeout(writePart, everyMs));
      else socket.write(part, () => void setImmediate(writePart));
    };
    socket.once("data", () => socket.write(head, writePart));
  };
