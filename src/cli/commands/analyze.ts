import { existsSync } from "node:fs";
import { ConfigError } from "../../base/config/config-error.js";
import { RefusedError, type Command } from "../../base/config/command.js";

export const analyze: Command = {
  usage: "analyze",
  description: "analyse calls without serving",
  details:
    "Fails if DEBRIEF_ANALYZER is external. With PostgreSQL, any number of processes can run. With SQLite, stop the server first.",
  requiredArgs: 0,
  takesSettings: true,
  run: async ({ readConfig }) => {
    const config = readConfig();
    const { analyzeUntilSignal, EXTERNAL_REFUSAL } = await import("../analyze-until-signal.js");
    if (config.analyzer === "external") throw new ConfigError(EXTERNAL_REFUSAL);
    if (config.databaseUrl === "sqlite::memory:")
      throw new RefusedError("an in-memory database has no calls to analyse");
    const { resolveDatabaseFile } = await import("../../base/config/data-dir.js");
    const file = resolveDatabaseFile(config);
    if (file !== undefined && existsSync(file)) {
      const { isDatabaseInUse } = await import("../../../db/engine/exclusive-lock.js");
      if (isDatabaseInUse(file))
        throw new RefusedError(
          `another process uses ${file}; stop it first, or set DEBRIEF_ANALYZER for the server, which then analyses calls itself`,
        );
    }
    await analyzeUntilSignal(config);
  },
};
