import { existsSync } from "node:fs";
import {
  print,
  printJson,
  RefusedError,
  printToStderr,
  UsageError,
  type Command,
} from "../../base/config/command.js";
import { createProgress } from "./progress.js";
import { printRows } from "./print-rows.js";
import { jsonFlag } from "./shared-flags.js";

export const copy: Command = {
  usage: "copy --to <postgres://…> [--json]",
  description: "copy the SQLite database to PostgreSQL",
  details:
    "The target must be empty. Stop the server first. The command compares every table after the copy.",
  requiredArgs: 0,
  options: {
    to: { type: "string", value: "<postgres://…>", description: "the empty PostgreSQL database" },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async ({ flags, readConfig }) => {
    const { to } = flags;
    if (typeof to !== "string" || !/^postgres(ql)?:\/\//.test(to))
      throw new UsageError("--to is required: the PostgreSQL database, such as --to postgres://…");
    const config = readConfig();
    const { resolveSqliteFile } = await import("../../upkeep/backup/sqlite-files.js");
    const file = resolveSqliteFile(config);
    if (file === undefined)
      throw new RefusedError("the source must be SQLite, but DATABASE_URL is PostgreSQL");
    if (!existsSync(file)) throw new RefusedError(`no database at ${file}`);
    const { isDatabaseInUse } = await import("../../../db/engine/exclusive-lock.js");
    if (isDatabaseInUse(file))
      throw new RefusedError(
        `another process uses ${file}; stop the server first: otherwise the copy would miss later changes`,
      );
    const { connect } = await import("../../../db/engine/connect.js");
    const { hasForeignTables } = await import("../../../db/schema/copy-target.js");
    const { migrate } = await import("../../../db/schema/migrate.js");
    const { copyTables, CopyError } = await import("../../upkeep/transfer/copy-tables.js");
    const source = connect(config.databaseUrl);
    const target = connect(to);
    const progress = createProgress();
    try {
      await migrate(source);
      if (await hasForeignTables(target))
        throw new RefusedError("the target has other tables; use an empty database");
      await migrate(target);
      const copied = await copyTables(source, target, progress.show);
      progress.end();
      if (config.secretKey === undefined)
        printToStderr(
          `to serve the copy, set DATABASE_URL to the target and DEBRIEF_SECRET_KEY_FILE=${file}.key`,
        );
      if (flags["json"]) return printJson({ tables: copied });
      printRows(copied.map(({ table, rows, sha256 }) => [table, String(rows), sha256]));
      print("all tables are equal");
    } catch (error) {
      progress.end();
      if (error instanceof CopyError) throw new RefusedError(error.message);
      throw error;
    } finally {
      await source.destroy();
      await target.destroy();
    }
  },
};
