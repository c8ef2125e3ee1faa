import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { pending, unknown } from "../../db/migrate.js";
import { RefusedError, tell, UsageError, type Verb } from "../verb.js";
import { organizationId } from "./organization.js";
import { progress } from "./progress.js";

export const exportVerb: Verb = {
  usage: "export --org <organization> [file] [--with-secrets]",
  about: "write an organization as lines of JSON; --with-secrets: its keys too, in the clear",
  args: 0,
  optionalArgs: 1,
  options: { org: { type: "string" }, "with-secrets": { type: "boolean" } },
  configured: true,
  run: async ({ args: [file], flags, config: read }) => {
    const { org } = flags;
    if (typeof org !== "string") throw new UsageError("give --org <organization>");
    if (file !== undefined && existsSync(file)) throw new RefusedError(`${file} is there already`);
    const config = read();
    const { connect } = await import("../../db/connect.js");
    const { snapshot } = await import("../../db/read.js");
    const { organizationById } = await import("../../db/organizations.js");
    const { openVault } = await import("../vault.js");
    const { exportLines } = await import("../transfer/export.js");
    const { publish, sync } = await import("../backup/files.js");
    const draft = file === undefined ? undefined : `${file}.${randomBytes(4).toString("hex")}.part`;
    const db = connect(config.databaseUrl, { readOnly: true });
    const shown = progress();
    try {
      if ((await unknown(db)).length > 0 || (await pending(db)).length > 0)
        throw new RefusedError("the database is not of this version; see: debrief doctor");
      const id = await organizationId({ db }, org);
      const vault = flags["with-secrets"] ? openVault(config) : undefined;
      await snapshot(db, async (trx) => {
        const organization = (await organizationById(trx, id))!;
        const lines = exportLines(trx, organization, vault, Date.now(), shown.show);
        if (draft === undefined) await pipeline(lines, process.stdout, { end: false });
        else
          await pipeline(
            lines,
            createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true }),
          );
      });
      if (file !== undefined && draft !== undefined) {
        publish(draft, file, false);
        sync(dirname(file));
      }
      if (vault)
        tell("its keys and signing secrets are in it, in the clear: keep it as you keep them");
    } catch (error) {
      // A file that cannot be written, or a pipe that nobody reads any more.
      if (error instanceof Error && "syscall" in error) throw new RefusedError(error.message);
      throw error;
    } finally {
      shown.end();
      if (draft !== undefined) rmSync(draft, { force: true });
      await db.destroy();
    }
  },
};
