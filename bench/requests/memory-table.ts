import { join } from "node:path";
import { formatRow, formatRule } from "../shared/table.js";
import * as requestLists from "./request-lists.js";
import { buildDebriefProgram } from "./contenders.js";
import { runLoad } from "./run.js";
import { GRAPHQL, REST } from "./sections.js";
import type { RequestsSeed } from "./seed.js";
import { startContender } from "./server.js";

const CONNECTIONS = 32;
const STEPS = 10;

/** Measures debrief's memory after each tenth of the requests. Returns a table. */
export const buildMemoryTable = async (data: RequestsSeed, count: number, directory: string) => {
  const log = join(directory, "load.log");
  const kinds = {
    [`${REST}, nine reads and one upsert`]: requestLists.buildMixedRequests(data),
    [`${GRAPHQL}, page of 25`]: requestLists.buildGraphqlPageRequests(data),
  };
  const amount = Math.ceil(count / STEPS);
  const lines: string[] = [];
  for (const [name, requests] of Object.entries(kinds)) {
    const server = await startContender(buildDebriefProgram(data, "memory"));
    const megabytesByStep: number[] = [];
    try {
      const plan = { url: server.url, connections: CONNECTIONS, requests, amount };
      for (let step = 0; step < STEPS; step += 1) {
        await runLoad(plan, log);
        megabytesByStep.push(server.readMemory() / 1e6);
        console.error(
          `memory: ${name} ${(step + 1) * amount}: ${megabytesByStep.at(-1)!.toFixed(0)} MB`,
        );
      }
    } finally {
      await server.stop();
    }
    const ratio = (megabytesByStep.at(-1)! / megabytesByStep[0]!).toFixed(2);
    lines.push(
      formatRow([name, ...megabytesByStep.map((megabytes) => megabytes.toFixed(0)), ratio]),
    );
  }
  const heads = ["MB after", ...Array.from({ length: STEPS }, (_, step) => (step + 1) * amount)];
  heads.push("last to first");
  return `## Memory\n\n${[formatRow(heads), formatRule(heads), ...lines].join("\n")}\n`;
};
