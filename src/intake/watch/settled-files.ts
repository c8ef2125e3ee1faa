import { openFile } from "./folder-files.js";

export interface FileSize {
  bytes: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** Tracks which files in a folder have stopped growing. */
export interface SettledFiles {
  /** Returns the size of a regular file now; undefined for a missing one. */
  measure: (relative: Buffer) => Promise<FileSize | undefined>;
  /** Returns the size of a file that hasn't changed for the settling time; undefined for any other. */
  check: (relative: Buffer) => Promise<FileSize | undefined>;
  /** Removes files not checked since the last call. */
  forgetMissing: () => void;
}

/** `clock`: a monotonic clock in milliseconds. */
export const createSettledFiles = (
  root: Buffer,
  settleMs: number,
  clock: () => number = () => performance.now(),
): SettledFiles => {
  let seen = new Map<string, FileSize & { since: number }>();
  let checked = new Map<string, FileSize & { since: number }>();
  const measure = async (relative: Buffer): Promise<FileSize | undefined> => {
    // An open file has its current size even if the file system caches attributes.
    const file = await openFile(root, relative);
    if (!file) return undefined;
    try {
      const { size, mtimeMs } = await file.stat();
      return { bytes: size, modifiedAt: mtimeMs };
    } finally {
      await file.close();
    }
  };
  return {
    measure,
    check: async (relative) => {
      const size = await measure(relative);
      if (!size) return undefined;
      const key = relative.toString("latin1");
      const before = seen.get(key);
      const isSame = before?.bytes === size.bytes && before.modifiedAt === size.modifiedAt;
      const since = isSame ? before.since : clock();
      checked.set(key, { ...size, since });
      return isSame && clock() - since >= settleMs ? size : undefined;
    },
    forgetMissing: () => {
      seen = checked;
      checked = new Map();
    },
  };
};
