import { existsSync } from "node:fs";
import { print, printJson, RefusedError, tell, UsageError, type Verb } from "../verb.js";
import { progress } from "./progress.js";
import { printRows } from "./rows.js";

export const copy: Verb = {
  usage: "copy --to <postgres://…> [--json]",
  about: "copy the SQLite database to an empty PostgreSQL, and compare every table",
  args: 0,
  options: { to: { type: "string" }, json: { type: "boolean" } },
  configured: true,
  run: async ({ flags, config: read }) => {
    const { to } = flags;
    if (typeof to !== "string" || !/^postgres(ql)?:\/\//.test(to))
      throw new UsageError("give --to postgres://…");
    const config = read();
    const { sqliteFile } = await import("../backup/files.js");
    const file = sqliteFile(config);
    if (file === undefined)
      throw new RefusedError("only a SQLite database is copied; this is PostgreSQL");
    if (!existsSync(file)) throw new RefusedError(`there is no database at ${file}`);
    const { isInUse } = await import("../../db/alone.js");
    if (isInUse(file))
      throw new RefusedError(
        `another process uses ${file}; stop the server first: what it writes from now on would be lost`,
      );
    const { connect } = await import("../../db/connect.js");
    const { isForeign } = await import("../../db/copying.js");
    const { migrate } = await import("../../db/migrate.js");
    const { copyAll, CopyFailed } = await import("../transfer/copy.js");
    const source = connect(config.databaseUrl);
    const target = connect(to);
    const shown = progress();
    try {
      await migrate(source);
      if (await isForeign(target))
        throw new RefusedError("the target has tables of something else; give an empty database");
      await migrate(target);
      const copied = await copyAll(source, target, shown.show);
      shown.end();
      if (config.secretKey === undefined)
        tell(
          `serve it with DATABASE_URL set to the target and DEBRIEF_SECRET_KEY_FILE=${file}.key`,
        );
      if (flags["json"]) return printJson({ tables: copied });
      printRows(copied.map(({ table, rows, sha256 }) => [table, String(rows), sha256]));
      print("every table is the same in both");
    } catch (error) {
      shown.end();
      if (error instanceof CopyFailed) throw new RefusedError(error.message);
      throw error;
    } finally {
      await source.destroy();
      await target.destroy();
    }
  },
};
