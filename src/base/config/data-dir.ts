import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isSqliteFile } from "../../../db/engine/sqlite-file.js";
import type { Config } from "./config.js";
import { ConfigError } from "./config-error.js";
import { makeDirectoriesSync } from "../files/make-directories.js";

type DataLocation = Pick<Config, "databaseUrl" | "dataDir">;

/** Resolves the file of a SQLite database; undefined in memory and for PostgreSQL. */
export const resolveDatabaseFile = ({
  databaseUrl,
}: Pick<Config, "databaseUrl">): string | undefined => {
  if (!databaseUrl.startsWith("sqlite:") || databaseUrl === "sqlite::memory:") return undefined;
  return resolve(databaseUrl.slice("sqlite:".length));
};

const formatProcessUser = (): string => `${process.getuid?.() ?? ""}:${process.getgid?.() ?? ""}`;

const quoteForShell = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

/** Explains why a path is unusable, with the command that fixes it. */
export const toPathError = (
  setting: string,
  path: string,
  error: NodeJS.ErrnoException,
): ConfigError => {
  if (error.code === "EROFS")
    return new ConfigError(
      `${setting}: ${path} is on a read-only file system; mount it read-write, or choose another directory`,
    );
  if (error.code === "EACCES" || error.code === "EPERM")
    return new ConfigError(
      `${setting}: user ${formatProcessUser()} may not read and write ${path}; run: sudo chown -R ${formatProcessUser()} ${quoteForShell(path)}`,
    );
  return new ConfigError(`${setting}: ${path} cannot be used (${error.message})`);
};

const makeDirectory = (setting: string, directory: string): void => {
  try {
    makeDirectoriesSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR")
      throw new ConfigError(`${setting}: ${directory} is a file, or below one; choose a directory`);
    if (code === "ENOENT")
      throw new ConfigError(
        `${setting}: ${directory} cannot be created, because its parent accepts no directories; choose another directory`,
      );
    if (code !== "EACCES" && code !== "EPERM")
      throw toPathError(setting, directory, error as Error);
    throw new ConfigError(
      `${setting}: user ${formatProcessUser()} may not create ${directory}; run: sudo mkdir -p ${quoteForShell(directory)} && sudo chown ${formatProcessUser()} ${quoteForShell(directory)}`,
    );
  }
};

/**
 * Creates the directory of a SQLite database and checks that its files are usable, before anything is
 * written. @throws ConfigError
 */
export const prepareDataDir = (config: DataLocation): void => {
  const file = resolveDatabaseFile(config);
  if (file === undefined) return;
  const directory = dirname(file);
  const setting = directory === resolve(config.dataDir) ? "DEBRIEF_DATA_DIR" : "DATABASE_URL";
  makeDirectory(setting, directory);
  for (const path of [
    directory,
    file,
    `${file}.key`,
    `${file}-wal`,
    `${file}-shm`,
    `${file}.lock`,
  ]) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) continue;
    if (path !== directory && !stats.isFile())
      throw new ConfigError(
        `${setting}: ${path} is not a file; move it away, or choose another file`,
      );
    try {
      const enterMode = path === directory ? constants.X_OK : 0;
      // oxlint-disable-next-line no-bitwise
      accessSync(path, constants.R_OK | constants.W_OK | enterMode);
    } catch (error) {
      throw toPathError(setting, path, error as Error);
    }
    if (path === file && !isSqliteFile(file))
      throw new ConfigError(`${setting}: ${file} is not a SQLite database; choose another file`);
  }
};
