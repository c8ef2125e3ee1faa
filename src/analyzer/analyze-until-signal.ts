import type { Config } from "../config/config.js";
import { openLog } from "../log/open-log.js";
import { formatDataLocation } from "../cli/startup-errors.js";
import { openProgram } from "../program.js";
import { stopOnSignal } from "../cli/stop-on-signal.js";
import { print } from "../cli/command.js";

/**
 * Analyses calls until a signal, without an HTTP server. The server of the same database sends the webhooks.
 * `leaseMs`: the lease of claims.
 */
export const analyzeUntilSignal = async (config: Config, leaseMs?: number): Promise<void> => {
  const log = openLog(config);
  const program = await openProgram(config, log, leaseMs);
  // On SQLite no server runs beside this, and calls wait for their audio.
  program.fetcher?.start();
  program.analyzer?.start();
  stopOnSignal(log, async () => {
    await program.fetcher?.stop();
    await program.analyzer?.stop();
    await program.notifier.stop();
    await program.keyUsage.flush();
    await program.reader.close();
    await program.db.destroy();
  });
  print(`analysing the calls of ${formatDataLocation(config)}`);
};
