import { existsSync, readdirSync } from "node:fs";
import { readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../base/files/missing-file.js";
import { makeDirectories } from "../base/files/make-directories.js";

const DAY_MS = 24 * 60 * 60_000;

/** Never an organization's id, because ids have no dot. */
const TRASH_DIRECTORY = ".trash";
/** The minimum time that files stay in the trash. The first day counts as a whole day. */
export const TRASH_DAYS = 7;

const DATE = /^\d{4}-\d\d-\d\d$/;

/** The swept files, in `.trash/<date>/<organization>/<file>`. The caller validates ids and names. */
export interface MediaTrash {
  /** Moves a file into the folder of the day. Ignores a missing file. */
  add: (path: string, organizationId: string, file: string, now: number) => Promise<void>;
  /** Moves a file back to `path`. Returns false if it isn't in the trash. */
  recover: (organizationId: string, file: string, path: string) => Promise<boolean>;
  /** Deletes a file at once. */
  remove: (organizationId: string, file: string) => Promise<void>;
  list: (organizationId: string) => Promise<string[]>;
  /** Deletes an organization's files that are older than 7 days. Returns their number. */
  purge: (organizationId: string, now: number) => Promise<number>;
}

const listNames = async (directory: string): Promise<string[]> => {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const tryRename = async (from: string, to: string): Promise<boolean> => {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/** Returns the folders of the trash, one for each day. They contain a folder for each organization. */
export const listTrashDirectories = (mediaDirectory: string): string[] => {
  const root = join(mediaDirectory, TRASH_DIRECTORY);
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => DATE.test(name))
    .map((date) => join(root, date));
};

export const createMediaTrash = (mediaDirectory: string): MediaTrash => {
  const root = join(mediaDirectory, TRASH_DIRECTORY);
  const listDates = async (): Promise<string[]> =>
    (await listNames(root)).filter((name) => DATE.test(name));
  return {
    add: async (path, organizationId, file, now) => {
      const directory = join(root, new Date(now).toISOString().slice(0, 10), organizationId);
      await makeDirectories(directory);
      await tryRename(path, join(directory, file));
    },
    recover: async (organizationId, file, path) => {
      for (const date of await listDates())
        if (await tryRename(join(root, date, organizationId, file), path)) return true;
      return false;
    },
    remove: async (organizationId, file) => {
      for (const date of await listDates())
        await rm(join(root, date, organizationId, file), { force: true });
    },
    list: async (organizationId) => {
      const files = [];
      for (const date of await listDates())
        files.push(...(await listNames(join(root, date, organizationId))));
      return files;
    },
    purge: async (organizationId, now) => {
      let files = 0;
      for (const date of await listDates()) {
        if (Date.parse(date) + (TRASH_DAYS + 1) * DAY_MS > now) continue;
        const directory = join(root, date, organizationId);
        files += (await listNames(directory)).length;
        await rm(directory, { recursive: true, force: true });
        // The last organization leaves an empty folder; the call fails while others have files in it.
        await rmdir(join(root, date)).catch(() => {});
      }
      return files;
    },
  };
};
