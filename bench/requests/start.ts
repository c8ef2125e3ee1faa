import { cells, median, rule } from "../shared/table.js";
import { debrief, koaKnex, limit } from "./contenders.js";
import { KOA, LIMIT } from "./sections.js";
import type { Seeded } from "./seed.js";
import { startServer } from "./server.js";

/** From the start of the process to the first answer, as a table. */
export const startTable = async (data: Seeded, rounds: number): Promise<string> => {
  const programs = {
    [LIMIT]: limit(data),
    [KOA]: koaKnex(data),
    debrief: debrief(data, "start"),
  };
  const found = new Map<string, { startMs: number; memory: number }[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [name, program] of Object.entries(programs)) {
      const server = await startServer(program);
      const one = { startMs: server.startMs, memory: server.memory() };
      await server.stop();
      found.set(name, [...(found.get(name) ?? []), one]);
      console.error(`start: ${name} ${JSON.stringify(one)}`);
    }
  const heads = ["", "ms to the first answer", "memory MB"];
  const lines = [...found].map(([name, all]) =>
    cells([
      name,
      median(all.map(({ startMs }) => startMs)).toFixed(0),
      median(all.map(({ memory }) => memory / 1e6)).toFixed(0),
    ]),
  );
  return `## Start\n\n${[cells(heads), rule(heads), ...lines].join("\n")}\n`;
};
