import { openFile } from "./folder-files.js";

export interface FileSize {
  bytes: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** Knows which files of a folder have stopped growing. */
export interface SettledFiles {
  /** Returns the size of a regular file now; undefined for a missing one. */
  measure: (relative: Buffer) => Promise<FileSize | undefined>;
  /** Returns the size of a file that hasn't changed for the settling time; undefined for any other. */
  check: (relative: Buffer) => Promise<FileSize | undefined>;
  /** Forgets files that weren't checked since the last call. */
  forgetMissing: () => void;
}

/** `clock`: milliseconds that no change of the time moves. */
export const createSettledFiles = (
  root: Buffer,
  settleMs: number,
  clock: () => number = () => performance.now(),
): SettledFiles => {
  let seen = new Map<string, FileSize & { since: number }>();
  let checked = new Map<string, FileSize & { since: number }>();
  const measure = async (relative: Buffer): Promise<FileSize | undefined> => {
    // An open file shows its size of now, also where the file system caches attributes.
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
