import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isDatabase } from "../db/header.js";
import { type Config, ConfigError } from "./config.js";

type Place = Pick<Config, "databaseUrl" | "dataDir">;

/** The file of a SQLite database; undefined for one in memory or a server's. */
export const databaseFile = ({ databaseUrl }: Pick<Config, "databaseUrl">): string | undefined => {
  if (!databaseUrl.startsWith("sqlite:") || databaseUrl === "sqlite::memory:") return undefined;
  return resolve(databaseUrl.slice("sqlite:".length));
};

const user = (): string => `${process.getuid?.() ?? ""}:${process.getgid?.() ?? ""}`;

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

/** Why a path cannot be used, and the command that mends it. */
export const pathProblem = (
  setting: string,
  path: string,
  error: NodeJS.ErrnoException,
): ConfigError => {
  if (error.code === "EROFS")
    return new ConfigError(
      `${setting}: ${path} is on a file system that is mounted read-only; mount it to be written, or name another directory`,
    );
  if (error.code === "EACCES" || error.code === "EPERM")
    return new ConfigError(
      `${setting}: user ${user()} may not read and write ${path}; run: sudo chown -R ${user()} ${quoted(path)}`,
    );
  return new ConfigError(`${setting}: ${path} cannot be used (${error.message})`);
};

const makeDirectory = (setting: string, directory: string): void => {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR")
      throw new ConfigError(`${setting}: ${directory} is, or is below, a file; name a directory`);
    if (code !== "EACCES" && code !== "EPERM")
      throw pathProblem(setting, directory, error as Error);
    throw new ConfigError(
      `${setting}: user ${user()} may not make ${directory}; run: sudo mkdir -p ${quoted(directory)} && sudo chown ${user()} ${quoted(directory)}`,
    );
  }
};

/**
 * Makes the directory of a SQLite database, and looks whether everything in it that is needed can be had,
 * before anything is written. @throws ConfigError
 */
export const preparePlace = (config: Place): void => {
  const file = databaseFile(config);
  if (file === undefined) return;
  const directory = dirname(file);
  const setting = directory === resolve(config.dataDir) ? "DEBRIEF_DATA_DIR" : "DATABASE_URL";
  makeDirectory(setting, directory);
  for (const path of [directory, file, `${file}.key`, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if (path !== directory && !found.isFile())
      throw new ConfigError(`${setting}: ${path} is no file; move it away, or name another file`);
    try {
      const enter = path === directory ? constants.X_OK : 0;
      // oxlint-disable-next-line no-bitwise
      accessSync(path, constants.R_OK | constants.W_OK | enter);
    } catch (error) {
      throw pathProblem(setting, path, error as Error);
    }
    if (path === file && !isDatabase(file))
      throw new ConfigError(`${setting}: ${file} is no SQLite database; name another file`);
  }
};
