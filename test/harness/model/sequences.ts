import fc from "fast-check";
import { runInitialCommands } from "./initial-commands.js";
import { arbitraryCommands, compareAll, createWorld, runCounts } from "./run.js";
import type { ServerSide } from "./server-side.js";

const [MIN_COMMANDS, MAX_COMMANDS] = [20, 60];

let runCount = 0;

/**
 * Runs random commands on every side and compares each response with the model's, and finally the
 * complete state. @throws the shortest differing sequence
 */
export const runSequences = async (
  sides: readonly ServerSide[],
  { seed, count }: { seed: number; count: number },
): Promise<{ sequences: number; commands: number; kinds: number }> => {
  runCounts.clear();
  let done = 0;
  // Shrinking may produce sequences shorter than MIN_COMMANDS.
  let isShrinking = false;
  const property = fc.asyncProperty(
    fc.boolean(),
    arbitraryCommands(MAX_COMMANDS),
    async (descending, commands) => {
      if (!isShrinking) fc.pre([...commands].length >= MIN_COMMANDS);
      runCount += 1;
      const world = createWorld(descending);
      const [north, south] = world.organizations;
      const contexts = [
        { world, org: north!, other: south!, surface: "token" as const },
        { world, org: south!, other: north!, surface: "token" as const },
      ];
      try {
        for (const side of sides) await side.begin(runCount, world);
        for (const at of contexts) await runInitialCommands(at, sides);
        await fc.asyncModelRun(() => ({ model: world, real: sides }), commands);
        for (const at of contexts) await compareAll(at, sides);
        done += 1;
      } catch (error) {
        // Shrinking can take minutes, so report the first finding at once.
        if (!isShrinking) console.error(`found a difference, now shrinking: ${String(error)}`);
        isShrinking = true;
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
