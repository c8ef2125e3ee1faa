import { lstat } from "node:fs/promises";
import type { RefusedFile } from "../../../graph/core/watched-folders.js";
import { joinPath, listFiles, openFile } from "./folder-files.js";
import { REASON_SUFFIX } from "./move-file.js";
import { decodeName, quoteName } from "./quote-name.js";
import type { TakenFiles } from "./taken-files.js";

const FAILED = Buffer.from("failed");
/** How many files are read, so that a folder that is never emptied doesn't slow a request down. */
const MAX_FILES = 10_000;
const MAX_LATEST = 20;
const MAX_REASON_BYTES = 2_000;

/** The refused calls of a folder: how many of its first 10,000 files, and the latest 20. */
export interface RefusedFiles {
  count: number;
  latest: RefusedFile[];
}

/** A call's first file, and when it was refused; null if unknown. */
interface Refused {
  relative: Buffer;
  at: number | null;
  readReason: () => Promise<string>;
}

const findFile = async (path: Buffer): Promise<{ mtimeMs: number; size: number } | undefined> => {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() ? stats : undefined;
};

const readText = async (root: Buffer, relative: Buffer): Promise<string> => {
  await using file = await openFile(root, relative);
  if (!file) return "";
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_REASON_BYTES), 0);
  return buffer.toString("utf8", 0, bytesRead).trim();
};

/** Lists the calls that were moved to `failed`. The first file of a call has its reason beside it. */
const listMoved = async (root: Buffer): Promise<Refused[]> => {
  const folder = joinPath(root, FAILED);
  const isFolder = await lstat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return [];
  const files = await listFiles(folder, [], async () => true, { maxFiles: MAX_FILES });
  const found = await Promise.all(
    files.map(async (relative): Promise<Refused[]> => {
      const reason = Buffer.concat([relative, REASON_SUFFIX]);
      const stats = await findFile(joinPath(folder, reason));
      if (!stats) return [];
      const readReason = async (): Promise<string> => readText(folder, reason);
      return [{ relative, at: Math.round(stats.mtimeMs), readReason }];
    }),
  );
  return found.flat();
};

/** Lists the refused calls that stay where they are. A file that was removed or changed since isn't refused. */
const listLeft = async (root: Buffer, taken: TakenFiles): Promise<Refused[]> => {
  const found = await Promise.all(
    taken.listFailed().map(async ({ relative, note, ...entry }): Promise<Refused[]> => {
      const stats = await findFile(joinPath(root, relative));
      if (stats?.size !== entry.bytes || stats.mtimeMs !== entry.modifiedAt) return [];
      return [{ relative, at: entry.at ?? null, readReason: async () => note }];
    }),
  );
  return found.flat();
};

/** Lists the refused calls of a folder: those in `failed`, and those that stay where they are. */
export const listRefusedFiles = async (root: Buffer, taken: TakenFiles): Promise<RefusedFiles> => {
  const refused = [...(await listMoved(root)), ...(await listLeft(root, taken))];
  const newest = refused.toSorted((one, two) => (two.at ?? 0) - (one.at ?? 0));
  const latest: RefusedFile[] = [];
  for (const { relative, at, readReason } of newest.slice(0, MAX_LATEST))
    latest.push({
      file: decodeName(relative) ?? quoteName(relative),
      reason: await readReason(),
      at,
    });
  return { count: refused.length, latest };
};
