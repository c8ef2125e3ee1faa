import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How a program is started whose garbage somebody is to collect; the port is any that is free. */
export const COLLECTABLE = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/**
 * Has it collect all garbage of its main thread, through Node's inspector. By itself V8 keeps as much as there
 * is room for while anybody asks anything, so that what a process takes says nothing of what it holds.
 */
export const collectGarbage = async (directory: string): Promise<void> => {
  const said = readFileSync(join(directory, "stderr.log"), "utf8");
  const [url] = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(said) ?? [];
  if (url === undefined) throw new Error("the program has no inspector");
  const socket = new WebSocket(url);
  await once(socket, "open");
  const answered = once(socket, "message");
  socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  await answered;
  socket.close();
};
