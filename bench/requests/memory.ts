import { join } from "node:path";
import { cells, rule } from "../shared/table.js";
import * as asked from "./asked.js";
import { debrief } from "./contenders.js";
import { loadOf } from "./run.js";
import { GRAPHQL, REST } from "./sections.js";
import type { Seeded } from "./seed.js";
import { startServer } from "./server.js";

const CONNECTIONS = 32;
const STEPS = 10;

/** What of debrief is in memory as requests go by: after each tenth of them, as a table. */
export const memoryTable = async (data: Seeded, count: number, directory: string) => {
  const log = join(directory, "load.log");
  const kinds = {
    [`${REST}, nine reads and one upsert`]: asked.mix(data),
    [`${GRAPHQL}, page of 25`]: asked.graphqlPage(data),
  };
  const amount = Math.ceil(count / STEPS);
  const lines: string[] = [];
  for (const [name, requests] of Object.entries(kinds)) {
    const server = await startServer(debrief(data, "memory"));
    const found: number[] = [];
    try {
      const plan = { url: server.url, connections: CONNECTIONS, requests, amount };
      for (let step = 0; step < STEPS; step += 1) {
        await loadOf(plan, log);
        found.push(server.memory() / 1e6);
        console.error(`memory: ${name} ${(step + 1) * amount}: ${found.at(-1)!.toFixed(0)} MB`);
      }
    } finally {
      await server.stop();
    }
    const ratio = (found.at(-1)! / found[0]!).toFixed(2);
    lines.push(cells([name, ...found.map((megabytes) => megabytes.toFixed(0)), ratio]));
  }
  const heads = ["MB after", ...Array.from({ length: STEPS }, (_, step) => (step + 1) * amount)];
  heads.push("last to first");
  return `## Memory\n\n${[cells(heads), rule(heads), ...lines].join("\n")}\n`;
};
