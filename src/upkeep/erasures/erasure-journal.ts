import { existsSync, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toPathError } from "../../base/config/data-dir.js";
import { ConfigError } from "../../base/config/config-error.js";
import type { ErasedSubject, ErasureJournal, Vault } from "../../../graph/core/ports.js";
import { makeDirectoriesSync } from "../../base/files/make-directories.js";

const FILE_NAME = "erasures.log";
/** Time, kind and keyed digest. A killed process may leave a truncated last line. */
const LINE = /^\S+ (\w+) ([\w-]{43})$/gm;

/** The start of the first line. A kill during its write leaves a part of it; a power failure may leave zeros. */
const FIRST_LINE = /^\0*[\d-]{0,10}(?:T[\d:.]*Z?)?(?: |\n|$)/;

/** The journal, plus the methods for repeating erasures at start-up. */
export interface StoredErasureJournal extends ErasureJournal {
  /** Returns the number of erasures of a kind. */
  count: (kind: ErasedSubject["kind"]) => number;
}

export const resolveErasureJournal = (dataDir: string): string => join(dataDir, FILE_NAME);

const fsyncDirectory = async (directory: string): Promise<void> => {
  await using handle = await open(directory, "r");
  await handle.sync();
};

/** Returns a line break if the file ends within a line, which a kill or a full disk leaves. */
const buildLineStart = async (handle: FileHandle): Promise<string> => {
  const { size } = await handle.stat();
  if (size === 0) return "";
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === "\n" ? "" : "\n";
};

/** Appends to the file, which is on disk when this returns. @throws errors of the disk */
const append = async (path: string, text: string): Promise<void> => {
  const isNew = !existsSync(path);
  if (isNew) makeDirectoriesSync(dirname(path));
  {
    await using handle = await open(path, "a+", 0o600);
    // One write, so that lines of several processes don't mix. On a full disk, only a part is written: appendFile
    // continues until the disk refuses the rest.
    await handle.appendFile((await buildLineStart(handle)) + text);
    await handle.datasync();
  }
  if (isNew) await fsyncDirectory(dirname(path));
};

const readStored = (file: string): string => {
  let stored;
  try {
    stored = existsSync(file) ? readFileSync(file, "utf8") : "";
  } catch (error) {
    throw toPathError("DEBRIEF_DATA_DIR", file, error as Error);
  }
  // Treating it as empty would let a restore bring back erased data.
  if (!FIRST_LINE.test(stored))
    throw new ConfigError(
      `DEBRIEF_DATA_DIR: ${file} is not a journal of erasures; put the copy of it back that was made with the media`,
    );
  return stored;
};

/**
 * Opens the journal of erasures: an append-only file with digests under the vault's key, so that nothing in it names a
 * recording. It lies outside the database, because a restore replaces that. `file`: undefined for a database in memory.
 * @throws ConfigError if the file isn't readable or isn't an erasure journal
 */
export const openErasureJournal = ({
  file,
  vault,
  now,
}: {
  file: string | undefined;
  vault: Vault;
  now: () => number;
}): StoredErasureJournal => {
  const digests = new Map<string, Set<string>>();
  const add = (kind: string, digest: string): void => {
    const known = digests.get(kind) ?? new Set();
    digests.set(kind, known.add(digest));
  };
  const stored = file === undefined ? "" : readStored(file);
  for (const [, kind, digest] of stored.matchAll(LINE)) add(kind!, digest!);

  const digestOf = (organizationId: string, { kind, id }: ErasedSubject): string =>
    vault.digest(JSON.stringify([organizationId, kind, id]));

  return {
    count: (kind) => digests.get(kind)?.size ?? 0,
    has: (organizationId, subject) => {
      const known = digests.get(subject.kind);
      return known !== undefined && known.has(digestOf(organizationId, subject));
    },
    record: async (organizationId, subjects) => {
      const added = subjects
        .map((subject) => ({ kind: subject.kind, digest: digestOf(organizationId, subject) }))
        .filter(({ kind, digest }) => digests.get(kind)?.has(digest) !== true);
      if (added.length === 0) return;
      const time = new Date(now()).toISOString();
      const lines = added.map(({ kind, digest }) => `${time} ${kind} ${digest}\n`).join("");
      if (file !== undefined) await append(file, lines);
      for (const { kind, digest } of added) add(kind, digest);
    },
  };
};
