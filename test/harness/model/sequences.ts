import fc from "fast-check";
import {
  runInitialCommands,
  arbitraryCommands,
  compareAll,
  createWorld,
  runCounts,
} from "./run.js";
import type { ServerSide } from "./server-side.js";

const [MIN_COMMANDS, MAX_COMMANDS] = [20, 60];

let runCount = 0;

/**
 * Random commands over both surfaces of every side, each answer compared with the model's; after them all that
 * there is. @throws the shortest sequence that was found to differ
 */
export const runSequences = async (
  sides: readonly ServerSide[],
  { seed, count }: { seed: number; count: number },
): Promise<{ sequences: number; commands: number; kinds: number }> => {
  runCounts.clear();
  let done = 0;
  // A sequence that was found may become shorter than those that are looked for.
  let isFound = false;
  const property = fc.asyncProperty(
    fc.boolean(),
    arbitraryCommands(MAX_COMMANDS),
    async (descending, given) => {
      if (!isFound) fc.pre([...given].length >= MIN_COMMANDS);
      runCount += 1;
      const world = createWorld(descending);
      const [north, south] = world.organizations;
      const places = [
        { world, org: north!, other: south!, surface: "token" as const },
        { world, org: south!, other: north!, surface: "token" as const },
      ];
      try {
        for (const side of sides) await side.begin(runCount, world);
        for (const at of places) await runInitialCommands(at, sides);
        await fc.asyncModelRun(() => ({ model: world, real: sides }), given);
        for (const at of places) await compareAll(at, sides);
        done += 1;
      } catch (error) {
        // It can take minutes to shorten; what was found is said at once.
        if (!isFound) console.error(`found, and is being shortened: ${String(error)}`);
        isFound = true;
        throw error;
      }
    },
  );
  await fc.assert(property, {
    seed,
    numRuns: count,
    maxSkipsPerRun: 1_000,
    includeErrorInReport: true,
  });
  const total = [...runCounts.values()].reduce((sum, times) => sum + times, 0);
  return { sequences: done, commands: total, kinds: runCounts.size };
};
