// Runs a pattern in a process of its own, so that its work does not delay the measured client:
// the parent sends an AttackOrder, then "stop", and receives "ready" and the counts of answers.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Hostile } from "./pattern.js";
import { patterns } from "./patterns.js";
import { TenantClient, type TenantKeys } from "./tenant-client.js";

export interface AttackOrder {
  pattern: string;
  url: string;
  keys: TenantKeys;
  rep: string;
}

/** Answers by status, and the first text of each. */
export type AttackCounts = Record<string, { count: number; first: string }>;

const TRICKLE_MS = 5_000;
const MAX_SHOWN_CHARACTERS = 160;
/** Between the answer that refuses an attack and the next attack of its lane. */
const PAUSE_MS = 5;

// The server and its good client come first where cores are scarce.
setPriority(constants.priority.PRIORITY_LOW);

const startTarpit = async (): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    if (!request.url?.endsWith(".wav")) return;
    response.writeHead(200, { "content-type": "audio/wav", "content-length": 1_000_000 });
    const timer = setInterval(() => response.write("R"), TRICKLE_MS);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const stopping = new AbortController();

const attack = async ({ pattern: name, url, keys, rep }: AttackOrder): Promise<void> => {
  const pattern = patterns[name]!;
  const tarpitUrl = await startTarpit();
  const client = new TenantClient(url, keys, pattern.lanes);
  const hostile: Hostile = { client, rep, tarpitUrl, trickleUrl: tarpitUrl };
  await pattern.prepare?.(hostile);
  process.send!("ready");
  const counts: AttackCounts = {};
  let next = 0;
  const runLane = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const { status, text } = await pattern.attack(hostile, (next += 1));
      const hasErrors = status === 200 && text.startsWith('{"errors"');
      const key = `${status}${hasErrors ? " with errors" : ""}`;
      const entry = (counts[key] ??= { count: 0, first: text.slice(0, MAX_SHOWN_CHARACTERS) });
      entry.count += 1;
      await setTimeout(PAUSE_MS);
    }
  };
  const lanes = Promise.all(Array.from({ length: pattern.lanes }, runLane));
  if (!stopping.signal.aborted) await once(stopping.signal, "abort");
  // A lane may wait for an answer that never comes.
  await Promise.race([lanes, setTimeout(2_000)]);
  process.send!(counts, () => process.exit(0));
};

process.on("message", (message: AttackOrder | "stop") => {
  if (message === "stop") stopping.abort();
  else
    attack(message).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.on("disconnect", () => process.exit(0));
