import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Vault } from "../../../graph/core/ports.js";
import { createSpoolWriter, Spool, SpoolFullError } from "../../api/export/spool.js";
import {
  RefusedError,
  printToStderr,
  UsageError,
  type Command,
} from "../../base/config/command.js";
import { resolveOrganizationId } from "./resolve-organization-id.js";
import { createProgress } from "./progress.js";
import { orgFlag } from "./shared-flags.js";

const fillSpool = async (spool: Spool, lines: AsyncIterable<string>): Promise<void> => {
  const append = createSpoolWriter(spool.fd, spool.directory);
  for await (const text of lines) spool.advance(append(text));
  spool.complete();
};

export const exportCommand: Command = {
  usage: "export --org <organization> [file] [--with-secrets]",
  description: "export an organization as NDJSON",
  details: "Prints to stdout unless you name a file. See docs/backup.md.",
  requiredArgs: 0,
  optionalArgs: 1,
  options: {
    ...orgFlag,
    "with-secrets": {
      type: "boolean",
      description: "add the organization's keys and signing secrets in plain text",
    },
  },
  takesSettings: true,
  run: async ({ args: [file], flags, readConfig }) => {
    const { org } = flags;
    if (typeof org !== "string") throw new UsageError("--org <organization> is required");
    if (file !== undefined && existsSync(file)) throw new RefusedError(`${file} already exists`);
    const config = readConfig();
    const { connect } = await import("../../../db/engine/connect.js");
    const { snapshot } = await import("../../../db/engine/snapshot.js");
    const { findOrganizationById } = await import("../../../db/organizations/organization.js");
    const { hasVaultKey, openVault } = await import("../../base/config/vault.js");
    const { exportLines } = await import("../../upkeep/transfer/export-lines.js");
    const { publishDraft, fsyncPath } = await import("../../upkeep/backup/sqlite-files.js");
    const draft = file === undefined ? undefined : `${file}.${randomBytes(4).toString("hex")}.part`;
    const db = connect(config.databaseUrl, { readOnly: true });
    const progress = createProgress();
    let spool: Spool | undefined;
    try {
      if (draft === undefined) spool = await Spool.open(join(config.dataDir, "exports"));
      const { listPendingMigrations, listUnknownMigrations } =
        await import("../../../db/schema/migrate.js");
      if (
        (await listUnknownMigrations(db)).length > 0 ||
        (await listPendingMigrations(db)).length > 0
      )
        throw new RefusedError("the database has a different schema version; see: debrief doctor");
      const id = await resolveOrganizationId({ db }, org);
      const secrets = flags["with-secrets"] === true;
      let vault: Vault | undefined;
      const openOnce = (): Vault => {
        if (!hasVaultKey(config))
          throw new RefusedError("the database's key file is missing; restore it from your backup");
        return (vault ??= openVault(config));
      };
      await snapshot(db, async (trx) => {
        const organization = (await findOrganizationById(trx, id))!;
        const lines = exportLines(
          trx,
          organization,
          { secrets, openVault: openOnce },
          Date.now(),
          progress.show,
        );
        if (spool) await fillSpool(spool, lines);
        else if (draft !== undefined)
          await pipeline(
            lines,
            createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true }),
          );
      });
      // The snapshot has ended: a slow reader of the pipe delays nothing.
      if (spool) await pipeline(spool.read(), process.stdout, { end: false });
      if (file !== undefined && draft !== undefined) {
        publishDraft(draft, file, false);
        fsyncPath(dirname(file));
      }
      if (secrets)
        printToStderr("the export contains keys and signing secrets in plain text: keep it secret");
    } catch (error) {
      // The file is not writable, or the reader closed the pipe.
      if (error instanceof SpoolFullError || (error instanceof Error && "syscall" in error))
        throw new RefusedError(error.message);
      throw error;
    } finally {
      progress.end();
      if (draft !== undefined) rmSync(draft, { force: true });
      await spool?.close();
      await db.destroy();
    }
  },
};
