import { existsSync } from "node:fs";
import { ConfigError } from "../config.js";
import { RefusedError, type Verb } from "../verb.js";

export const analyze: Verb = {
  usage: "analyze",
  about:
    "analyse calls by DEBRIEF_ANALYZER and serve nothing; on PostgreSQL any number beside servers, on SQLite while no server runs",
  args: 0,
  configured: true,
  run: async ({ config: read }) => {
    const config = read();
    if (config.analyzer === "external")
      throw new ConfigError("DEBRIEF_ANALYZER must be basic or ai for debrief to analyse calls");
    if (config.databaseUrl === "sqlite::memory:")
      throw new RefusedError("a database in memory has no calls to analyse");
    const { databaseFile } = await import("../place.js");
    const file = databaseFile(config);
    if (file !== undefined && existsSync(file)) {
      const { isInUse } = await import("../../db/alone.js");
      if (isInUse(file))
        throw new RefusedError(
          `another process uses ${file}; a server analyses calls itself if DEBRIEF_ANALYZER is set for it, or stop it first`,
        );
    }
    const { analyzeUntilSignal } = await import("../analyzing.js");
    await analyzeUntilSignal(config);
  },
};
