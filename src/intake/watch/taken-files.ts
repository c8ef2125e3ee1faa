import { createHash } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileSize } from "./settled-files.js";
import { makeDirectories } from "../../base/files/make-directories.js";

/** A file of a call that was sent, as it was then. */
export interface TakenFile extends FileSize {
  relative: Buffer;
}

/** Where the files of a call belong. */
export interface Verdict {
  target: "done" | "failed";
  /** A text to keep beside the call's first file. */
  note?: string | undefined;
  /** The key of a call that was sent with one side only. */
  loneSideOf?: string | undefined;
}

interface Entry extends FileSize, Omit<Verdict, "loneSideOf"> {}

/**
 * The calls of a folder that were sent, across restarts: files that are left in their place, and moves that a killed
 * process began. All files of a call are recorded at once, so that no repetition sees half of them.
 */
export interface TakenFiles {
  find: (relative: Buffer) => Entry | undefined;
  /** Returns whether one side of this call was sent without the other. */
  hasLoneSide: (callKey: string) => boolean;
  /** Records the files of a call; they are on disk when this returns. */
  add: (files: readonly TakenFile[], verdict: Verdict) => Promise<void>;
  /** Forgets a file that was moved, or replaced by another one. */
  remove: (relative: Buffer) => Promise<void>;
}

/** Names are bytes; this encoding keeps them apart in text. */
const toKey = (relative: Buffer): string => relative.toString("latin1");

/** No file's name has this byte. */
const toCallKey = (callKey: string): string => `\0${callKey}`;

/** Lines that the file may have beyond its files, until it is rewritten. */
const MAX_LINES = 10_000;

/** A line of the file: entries by key, null for a forgotten one. */
type Line = Record<string, Entry | null>;

const readLines = async (file: string): Promise<Line[]> => {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as Line];
    } catch {
      // A process died within this line, and the call is sent again.
      return [];
    }
  });
};

const apply = (entries: Map<string, Entry>, line: Line): void => {
  for (const [key, entry] of Object.entries(line))
    if (entry) entries.set(key, entry);
    else entries.delete(key);
};

const appendLine = async (file: string, line: Line): Promise<void> => {
  const log = await open(file, "a", 0o600);
  try {
    // Begins with a newline, since a killed process may have left an unfinished line.
    await log.appendFile(`\n${JSON.stringify(line)}`);
    await log.datasync();
  } finally {
    await log.close();
  }
};

/** Opens the memory of a folder: a file in the data directory. */
export const openTakenFiles = async (
  dataDir: string,
  root: Buffer,
  maxLines: number = MAX_LINES,
): Promise<TakenFiles> => {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const file = join(dataDir, "watch", `${name}.ndjson`);
  await makeDirectories(dirname(file));
  const entries = new Map<string, Entry>();
  for (const line of await readLines(file)) apply(entries, line);
  let lines = 0;
  /** Rewrites the file without the lines of files that were moved. */
  const compact = async (): Promise<void> => {
    await rm(`${file}.new`, { force: true });
    await appendLine(`${file}.new`, Object.fromEntries(entries));
    await rename(`${file}.new`, file);
    lines = 0;
  };
  await compact();
  const write = async (line: Line): Promise<void> => {
    await appendLine(file, line);
    apply(entries, line);
    lines += 1;
    // The work stays in proportion to that of the lines.
    if (lines > Math.max(maxLines, entries.size)) await compact();
  };
  return {
    find: (relative) => entries.get(toKey(relative)),
    hasLoneSide: (callKey) => entries.has(toCallKey(callKey)),
    add: async (files, { target, note, loneSideOf }) => {
      const line: Line = {};
      for (const [index, { relative, bytes, modifiedAt }] of files.entries()) {
        const entry: Entry = { bytes, modifiedAt, target, ...(index === 0 && { note }) };
        line[toKey(relative)] = entry;
        if (loneSideOf !== undefined) line[toCallKey(loneSideOf)] = entry;
      }
      await write(line);
    },
    remove: async (relative) => write({ [toKey(relative)]: null }),
  };
};
