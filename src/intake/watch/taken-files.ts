import { createHash } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileSize } from "./settled-files.js";
import { makeDirectories } from "../../base/files/make-directories.js";

/** A file of a sent call, in its state at that time. */
export interface TakenFile extends FileSize {
  relative: Buffer;
}

/** The destination of a call's files. */
export interface Verdict {
  target: "done" | "failed";
  /** A text to keep beside the call's first file. */
  note?: string | undefined;
  /** The key of a call sent with only one side. */
  loneSideOf?: string | undefined;
}

interface Entry extends FileSize, Omit<Verdict, "loneSideOf"> {
  /** When the call was sent, in milliseconds since 1970. */
  at?: number;
}

/** A refused call, by the file that has the reason. */
interface FailedFile extends TakenFile {
  note: string;
  at: number | undefined;
}

/**
 * The sent calls of a folder, across restarts: files that stay in place, and moves that a killed process started. A
 * call's files are recorded together, so that a later run never sees half of them.
 */
export interface TakenFiles {
  find: (relative: Buffer) => Entry | undefined;
  /** Returns whether one side of this call was sent without the other. */
  hasLoneSide: (callKey: string) => boolean;
  /** Records the files of a call that was sent at a time; they are on disk when this returns. */
  add: (files: readonly TakenFile[], verdict: Verdict, at: number) => Promise<void>;
  /** Lists the refused calls whose files weren't moved. */
  listFailed: () => FailedFile[];
  /** Removes a file that was moved or replaced. */
  remove: (relative: Buffer) => Promise<void>;
}

/** Names are bytes; this encoding keeps different names distinct in text. */
const toKey = (relative: Buffer): string => relative.toString("latin1");

/** File names can't contain this byte. */
const CALL_KEY_START = "\0";
const toCallKey = (callKey: string): string => CALL_KEY_START + callKey;

/** How many surplus lines the file may have before it is rewritten. */
const MAX_LINES = 10_000;

/** A line of the file: entries by key; null for a removed one. */
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
      // A process died while writing this line; the call is sent again.
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

/** Opens the folder's record, a file in the data directory. */
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
    // The work stays proportional to the number of lines.
    if (lines > Math.max(maxLines, entries.size)) await compact();
  };
  return {
    find: (relative) => entries.get(toKey(relative)),
    hasLoneSide: (callKey) => entries.has(toCallKey(callKey)),
    listFailed: () =>
      [...entries].flatMap(([key, { target, note, bytes, modifiedAt, at }]) =>
        target === "failed" && note !== undefined && !key.startsWith(CALL_KEY_START)
          ? [{ relative: Buffer.from(key, "latin1"), note, bytes, modifiedAt, at }]
          : [],
      ),
    add: async (files, { target, note, loneSideOf }, at) => {
      const line: Line = {};
      for (const [index, { relative, bytes, modifiedAt }] of files.entries()) {
        const entry: Entry = { bytes, modifiedAt, target, at, ...(index === 0 && { note }) };
        line[toKey(relative)] = entry;
        if (loneSideOf !== undefined) line[toCallKey(loneSideOf)] = entry;
      }
      await write(line);
    },
    remove: async (relative) => write({ [toKey(relative)]: null }),
  };
};
