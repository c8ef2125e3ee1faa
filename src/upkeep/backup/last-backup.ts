import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE_NAME = "last-backup";

/** Notes in the data directory when a backup was made, for servers to show. @throws errors of the disk */
export const recordBackup = async (dataDir: string, madeAt: number): Promise<void> =>
  writeFile(join(dataDir, FILE_NAME), `${new Date(madeAt).toISOString()}\n`);

/** Returns when the last backup was made, in milliseconds since 1970; undefined if none was noted. */
export const findLastBackup = async (dataDir: string): Promise<number | undefined> => {
  const text = await readFile(join(dataDir, FILE_NAME), "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  });
  // A kill may have left a part of the line.
  const madeAt = Date.parse(text.trim());
  return Number.isNaN(madeAt) ? undefined : madeAt;
};
