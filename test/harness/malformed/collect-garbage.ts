import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** How a program is started whose garbage somebody is to collect; the port is any that is free. */
export const INSPECTOR_ENV = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

const buildCollectMessage = (id: number) => ({ id, method: "HeapProfiler.collectGarbage" });
/** The threads tell that they are there one after the other, and not that it was all. */
const THREAD_DISCOVERY_MS = 250;

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string; message: string };
}

/**
 * Has it collect all garbage of all its threads, through Node's inspector. By itself V8 keeps as much as there
 * is room for while anybody asks anything, so that what a process takes says little of what it holds.
 */
export const collectGarbage = async (directory: string): Promise<void> => {
  const said = readFileSync(join(directory, "stderr.log"), "utf8");
  const [url] = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(said) ?? [];
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
  const answered = async (id: number, message: object): Promise<void> => {
    const answer = new Promise<void>((resolve) => void answers.set(id, resolve));
    socket.send(JSON.stringify(message));
    await answer;
  };
  await once(socket, "open");
  const params = { waitForDebuggerOnStart: false };
  await answered(1, { id: 1, method: "NodeWorker.enable", params });
  await setTimeout(THREAD_DISCOVERY_MS);
  await answered(2, buildCollectMessage(2));
  for (const [index, sessionId] of threads.entries()) {
    const id = 3 + index;
    const passed = { sessionId, message: JSON.stringify(buildCollectMessage(id)) };
    // That it was passed on is answered by itself, to an id that nobody waits for.
    await answered(id, { id: -id, method: "NodeWorker.sendMessageToWorker", params: passed });
  }
  socket.close();
};
