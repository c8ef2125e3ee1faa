import type { Config } from "./config.js";
import { openLog } from "./log-text.js";
import { placeOf } from "./problems.js";
import { openProgram } from "./program.js";
import { stopOnSignal } from "./signals.js";
import { print } from "./verb.js";

/**
 * Analyses calls until a signal ends it, and serves nothing: webhooks are sent by the server of the same
 * database. `lease`: of claims, in milliseconds.
 */
export const analyzeUntilSignal = async (config: Config, lease?: number): Promise<void> => {
  const log = openLog(config);
  const program = await openProgram(config, log, lease);
  program.analyzer?.start();
  stopOnSignal(log, async () => {
    await program.analyzer?.stop();
    await program.notifier.stop();
    await program.keyUses.flush();
    await program.reader.close();
    await program.db.destroy();
  });
  print(`analysing the calls of ${placeOf(config)}`);
};
