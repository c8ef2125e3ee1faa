import type { Config } from "../base/config/config.js";
import { ConfigError } from "../base/config/config-error.js";
import { programSettings } from "../base/config/settings.js";
import { openLog } from "../base/config/open-log.js";
import { formatDataLocation } from "../base/config/startup-errors.js";
import { openProgram, type Program } from "../program.js";
import { stopOnSignal } from "../base/workers/stop-on-signal.js";
import { print } from "../base/config/command.js";

export const EXTERNAL_REFUSAL = `${programSettings.analyzer.name} must be basic or ai for debrief analyze`;

const closeProgram = async ({
  notifier,
  keyUsage,
  contentViewLog,
  reader,
  db,
}: Program): Promise<void> => {
  await notifier.stop();
  await keyUsage.flush();
  await contentViewLog.flush();
  await reader.close();
  await db.destroy();
};

/**
 * Analyses calls until a signal, without an HTTP server. The server of the same database sends the webhooks.
 * `leaseMs`: the lease of claims.
 */
export const analyzeUntilSignal = async (config: Config, leaseMs?: number): Promise<void> => {
  const log = openLog(config);
  const program = await openProgram(config, log, leaseMs);
  const { analyzer, fetcher } = program;
  if (!analyzer) {
    await closeProgram(program);
    throw new ConfigError(EXTERNAL_REFUSAL);
  }
  // On SQLite no server runs beside this, and calls wait for their audio.
  fetcher?.start();
  analyzer.start();
  stopOnSignal(log, async () => {
    await fetcher?.stop();
    await analyzer.stop();
    await closeProgram(program);
  });
  print(`analysing the calls of ${formatDataLocation(config)}: ${program.describeProcessing()}`);
};
