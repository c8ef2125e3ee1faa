import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Starts a program whose garbage can be collected from outside, on any free port. */
export const INSPECTOR_ENV = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

const buildCollectMessage = (id: number) => ({ id, method: "HeapProfiler.collectGarbage" });
/** Threads report one by one, without an end marker. */
const THREAD_DISCOVERY_MS = 250;

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string; message: string };
}

/**
 * Collects the garbage of all the program's threads through Node's inspector. Under load, V8 keeps
 * garbage while there is room, so the process size says little about live memory.
 */
export const collectGarbage = async (directory: string): Promise<void> => {
  const stderr = readFileSync(join(directory, "stderr.log"), "utf8");
  const [url] = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(stderr) ?? [];
  if (url === undefined) throw new Error("the program has no inspector");
  const socket = new WebSocket(url);
  const answers = new Map<number, () => void>();
  const threads: string[] = [];
  const read = ({ id, method, params }: Message): void => {
    if (id !== undefined) answers.get(id)?.();
    if (method === "NodeWorker.attachedToWorker") threads.push(params!.sessionId);
    if (method === "NodeWorker.receivedMessageFromWorker")
      read(JSON.parse(params!.message) as Message);
  };
  socket.addEventListener("message", ({ data }) => read(JSON.parse(String(data)) as Message));
  const request = async (id: number, message: object): Promise<void> => {
    const answer = new Promise<void>((resolve) => void answers.set(id, resolve));
    socket.send(JSON.stringify(message));
    await answer;
  };
  await once(socket, "open");
  const params = { waitForDebuggerOnStart: false };
  await request(1, { id: 1, method: "NodeWorker.enable", params });
  await setTimeout(THREAD_DISCOVERY_MS);
  await request(2, buildCollectMessage(2));
  for (const [index, sessionId] of threads.entries()) {
    const id = 3 + index;
    const forwarded = { sessionId, message: JSON.stringify(buildCollectMessage(id)) };
    // The forwarding has its own reply, with an ID that nothing awaits.
    await request(id, { id: -id, method: "NodeWorker.sendMessageToWorker", params: forwarded });
  }
  socket.close();
};
