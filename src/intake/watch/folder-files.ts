import { constants } from "node:fs";
import { type FileHandle, open, readdir, readlink, realpath } from "node:fs/promises";

const MAX_DEPTH = 8;
/** Files of one round; the others wait for the next. */
const MAX_FILES = 100_000;

const SLASH = Buffer.from("/");
const DOT = ".".charCodeAt(0);

/** Joins a folder and a name, both as bytes. */
export const joinPath = (folder: Buffer, name: Buffer): Buffer =>
  folder.length === 0 ? name : Buffer.concat([folder, SLASH, name]);

/** Splits a path at its last slash. */
export const splitPath = (path: Buffer): { folder: Buffer; name: Buffer } => {
  const slash = path.lastIndexOf(SLASH);
  return slash === -1
    ? { folder: Buffer.alloc(0), name: path }
    : { folder: path.subarray(0, slash), name: path.subarray(slash + 1) };
};

/** The folder was removed or replaced since it was listed. */
const isGone = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

interface ListOptions {
  /** Receives each folder below the root that can't be read, such as one without permission. */
  onUnreadable?: (relative: Buffer, error: unknown) => void;
  maxFiles?: number;
}

/**
 * Lists the regular files of a folder and its folders, as paths relative to it. Omits hidden entries, symbolic links,
 * unwanted ones, and the top-level folders in
 * `skipped`. @throws errors of the folder itself
 */
export const listFiles = async (
  root: Buffer,
  skipped: readonly string[],
  isWanted: (relative: Buffer) => Promise<boolean>,
  { onUnreadable = () => {}, maxFiles = MAX_FILES }: ListOptions = {},
): Promise<Buffer[]> => {
  const files: Buffer[] = [];
  const visit = async (folder: Buffer, depth: number): Promise<void> => {
    const options = { encoding: "buffer", withFileTypes: true } as const;
    const path = depth === 0 ? root : joinPath(root, folder);
    const entries = await readdir(path, options).catch((error: unknown) => {
      if (depth === 0) throw error;
      if (!isGone(error)) onUnreadable(folder, error);
      return [];
    });
    for (const entry of entries) {
      if (files.length === maxFiles) return;
      if (entry.name[0] === DOT) continue;
      const inner = joinPath(folder, entry.name);
      if (entry.isFile()) {
        if (await isWanted(inner)) files.push(inner);
      } else if (entry.isDirectory() && depth < MAX_DEPTH)
        if (depth > 0 || !skipped.includes(entry.name.toString())) await visit(inner, depth + 1);
    }
  };
  await visit(Buffer.alloc(0), 0);
  return files;
};

/** Returns whether the open file is the one at the path: a folder may become a link between its check and the opening. */
const isOpenAt = async ({ fd }: FileHandle, path: Buffer): Promise<boolean> =>
  process.platform !== "linux" || (await readlink(`/proc/self/fd/${fd}`, "buffer")).equals(path);

/**
 * Opens a regular file of the folder for reading; undefined for a missing one, and for links, devices and pipes.
 * The caller closes it.
 */
export const openFile = async (root: Buffer, relative: Buffer): Promise<FileHandle | undefined> => {
  const path = joinPath(root, relative);
  let file: FileHandle | undefined;
  try {
    const { folder } = splitPath(path);
    // A folder on the way may have become a link since it was listed.
    if (!(await realpath(folder, "buffer")).equals(folder)) return undefined;
    // Without blocking: a pipe would wait for a writer.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if ((await file.stat()).isFile() && (await isOpenAt(file, path))) return file;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ELOOP" && code !== "ENXIO" && code !== "ENOTDIR")
      throw error;
  }
  await file?.close();
  return undefined;
};
