import { formatRow, median, formatRule } from "../shared/table.js";
import { buildDebriefProgram, buildKoaProgram, buildLimitProgram } from "./contenders.js";
import { KOA, LIMIT } from "./sections.js";
import type { RequestsSeed } from "./seed.js";
import { startContender } from "./server.js";

/** Measures the time from process start to first answer. Returns a table. */
export const buildStartTable = async (data: RequestsSeed, rounds: number): Promise<string> => {
  const programs = {
    [LIMIT]: buildLimitProgram(data),
    [KOA]: buildKoaProgram(data),
    debrief: buildDebriefProgram(data, "start"),
  };
  const figuresByName = new Map<string, { startMs: number; memory: number }[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [name, program] of Object.entries(programs)) {
      const server = await startContender(program);
      const figures = { startMs: server.startMs, memory: server.readMemory() };
      await server.stop();
      figuresByName.set(name, [...(figuresByName.get(name) ?? []), figures]);
      console.error(`start: ${name} ${JSON.stringify(figures)}`);
    }
  const heads = ["", "ms to the first answer", "memory MB"];
  const lines = [...figuresByName].map(([name, all]) =>
    formatRow([
      name,
      median(all.map(({ startMs }) => startMs)).toFixed(0),
      median(all.map(({ memory }) => memory / 1e6)).toFixed(0),
    ]),
  );
  return `## Start\n\n${[formatRow(heads), formatRule(heads), ...lines].join("\n")}\n`;
};
