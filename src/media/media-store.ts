import { createWriteStream } from "node:fs";
import { open, opendir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { Failure, notFound } from "../../graph/core/errors.js";
import type { MediaStorage, StoredFile } from "../../graph/core/ports.js";
import type { Log } from "../base/log/log.js";
import { isMediaDirectory } from "./media-names.js";
import { isMissing, undefinedIfMissing } from "../base/files/missing-file.js";
import { computeRawDuration } from "../speech/raw-formats.js";
import type { WavRequest } from "../speech/write-wav.js";
import type { ReadPeaks } from "./peaks-reader.js";
import type { ReadDuration } from "./read-duration.js";
import { createMediaTrash } from "./media-trash.js";
import { keepSpaceFree, readDiskSpace } from "../base/files/free-space.js";
import { makeDirectories } from "../base/files/make-directories.js";

/** The stored media files, and what the sweep and the doctor need. */
export interface MediaStore extends MediaStorage {
  /** Lists an organization's files last written before that time in milliseconds, drafts included. */
  listOlderFiles: (organizationId: string, before: number) => AsyncGenerator<string>;
  /** Lists the organization's files in the trash. */
  listDiscarded: (organizationId: string) => Promise<string[]>;
  /**
   * Returns how loud each channel of a file is over time; empty if it can't be decoded, undefined for a missing file.
   * @throws ProcessEndError, ShareExceededError, errors of the disk, the signal's reason
   */
  readPeaks: (
    organizationId: string,
    file: StoredFile,
    signal: AbortSignal,
  ) => Promise<string[] | undefined>;
  /** Moves a file back from the trash. Returns false if it isn't there. */
  recover: (organizationId: string, file: string) => Promise<boolean>;
  /** Deletes files that have been in the trash for more than 7 days. Returns the number of files. */
  purgeTrash: (organizationId: string, now: number) => Promise<number>;
  /** Returns whether the file exists with that size. */
  hasFile: (organizationId: string, file: string, bytes: number) => Promise<boolean>;
}

/** How many bytes are enough to detect the type. */
const SNIFF_BYTES = 64 * 1024;

/** Ten minutes of 48 kHz in two channels. */
const MAX_CUT_BYTES = 128 * 1024 * 1024;

const FILE_NAME = /^[0-9a-f]{32}(\.part)?$/;
const DRAFT_SUFFIX = ".part";

const fsyncDirectory = async (directory: string): Promise<void> => {
  await using handle = await open(directory, "r");
  await handle.sync();
};

/** Returns the type of a file that begins with `head`. @throws UNSUPPORTED_MEDIA_TYPE */
const detectAudio = async (head: Uint8Array, hints: readonly string[]): Promise<string> => {
  const { detectMediaType } = await import("./media-type.js");
  const type = await detectMediaType(head, hints, head.length < SNIFF_BYTES);
  if (type !== undefined) return type;
  const { ACCEPTED_FORMATS } = await import("./extensions.js");
  throw new Failure(
    "UNSUPPORTED_MEDIA_TYPE",
    `must be audio or video in one of these formats: ${ACCEPTED_FORMATS}`,
    "file",
  );
};

/** Reads what `detectAudio` needs, and the size. */
const readHead = async (path: string): Promise<{ head: Uint8Array; bytes: number }> => {
  await using handle = await open(path, "r");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return { head: buffer.subarray(0, bytesRead), bytes: (await handle.stat()).size };
};

/**
 * Yields a source's chunks after detecting an accepted type in its first bytes. Sets type and byte count in
 * `detected`. @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
async function* sniffAudio(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  detected: { type: string; bytes: number },
  hints: readonly string[],
): AsyncGenerator<Uint8Array> {
  const firstChunks: Uint8Array[] = [];
  for await (const chunk of source) {
    detected.bytes += chunk.length;
    if (detected.bytes > limit)
      throw new Failure("PAYLOAD_TOO_LARGE", `may have at most ${limit} bytes`, "file");
    if (detected.type === "") {
      firstChunks.push(chunk);
      if (detected.bytes < SNIFF_BYTES) continue;
      const head = Buffer.concat(firstChunks);
      detected.type = await detectAudio(head, hints);
      yield head;
    } else yield chunk;
  }
  if (detected.type !== "") return;
  const head = Buffer.concat(firstChunks);
  detected.type = await detectAudio(head, hints);
  yield head;
}

/**
 * Stores media as files, in one directory for each organization. A file is a draft until it is whole and
 * synced; then it gets its name and never changes.
 */
export const createMediaStore = ({
  directory: root,
  randomBytes,
  log,
  readSpace = readDiskSpace,
}: {
  /** Created when first needed. */
  directory: string;
  randomBytes: (count: number) => Buffer;
  log: Log;
  /** Reads the space of the directory's disk. */
  readSpace?: typeof readDiskSpace;
}): MediaStore => {
  // Names come from the database, whose rows may have been imported: reject path traversal.
  const resolveDirectory = (organizationId: string): string => {
    if (!isMediaDirectory(organizationId))
      throw new Error("invalid organization id in a media path");
    return join(root, organizationId);
  };
  const resolvePath = (organizationId: string, file: string): string => {
    if (!FILE_NAME.test(file)) throw new Error("invalid media file name");
    return join(resolveDirectory(organizationId), file);
  };
  const ensureDirectory = async (organizationId: string): Promise<string> => {
    const directory = resolveDirectory(organizationId);
    const firstCreated = await makeDirectories(directory);
    if (firstCreated !== undefined)
      for (const parent of [dirname(root), root]) await fsyncDirectory(parent);
    return directory;
  };
  let durationReader: Promise<ReadDuration> | undefined;
  let peaksReader: Promise<ReadPeaks> | undefined;
  const decoding = new FairShares(SHARE_LIMITS.mediaDecoding);
  const trash = createMediaTrash(root);
  const recover: MediaStore["recover"] = async (organizationId, file) => {
    const path = resolvePath(organizationId, file);
    const directory = await ensureDirectory(organizationId);
    if (!(await trash.recover(organizationId, file, path))) return false;
    await fsyncDirectory(directory);
    return true;
  };
  /**
   * Calls `read`. If the file is missing but in the trash, moves it back and calls `read` again: a restore may have
   * brought its row back.
   */
  const readOrRecover = async <T>(
    organizationId: string,
    file: string,
    read: () => Promise<T>,
  ): Promise<T | undefined> => {
    const tryRead = async (): Promise<T | undefined> => read().catch(undefinedIfMissing);
    const found = await tryRead();
    if (found !== undefined) return found;
    // The sweep, or another reader, may move it back meanwhile.
    await recover(organizationId, file);
    return tryRead();
  };
  const createFileName = (): string => randomBytes(16).toString("hex");
  const reportFailure = (error: unknown, organizationId: string): void =>
    // The change is committed already; the next sweep retries.
    log.error(
      { err: error, organization: organizationId },
      "could not remove a media file; the next sweep retries",
    );
  /** Copies a file's audio into a new WAV file. Returns undefined for a missing file. */
  const copyAsWav = async (
    organizationId: string,
    { file, type }: StoredFile,
    copy: Pick<WavRequest, "spans" | "range" | "maxBytes">,
    signal: AbortSignal,
  ): Promise<StoredFile | { reason: string } | undefined> => {
    const source = resolvePath(organizationId, file);
    const copied = createFileName();
    const path = resolvePath(organizationId, copied);
    const draft = path + DRAFT_SUFFIX;
    const { writeWavInProcess } = await import("./wav-writer.js");
    try {
      const isThere = await readOrRecover(organizationId, file, async () => stat(source));
      if (!isThere) return undefined;
      const result = await writeWavInProcess({ source, type, target: draft, ...copy }, signal);
      if ("reason" in result) return result;
      const { bytes } = result;
      if ((await stat(draft)).size !== bytes)
        throw new Error("the copied file differs in size from what was written");
      await rename(draft, path);
      await fsyncDirectory(dirname(path));
      return { file: copied, type: "audio/wav", bytes };
    } finally {
      await rm(draft, { force: true });
    }
  };
  return {
    createFileName,
    write: async (organizationId, source, limit, { file = createFileName(), hints = [] } = {}) => {
      const path = resolvePath(organizationId, file);
      const draft = path + DRAFT_SUFFIX;
      const detected = { type: "", bytes: 0 };
      try {
        const directory = await ensureDirectory(organizationId);
        await pipeline(
          keepSpaceFree(sniffAudio(source, limit, detected, hints), async () =>
            readSpace(directory),
          ),
          createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }),
        );
        await rename(draft, path);
        await fsyncDirectory(directory);
      } catch (error) {
        await Promise.all(
          [draft, path].map(async (leftover) => rm(leftover, { force: true }).catch(() => {})),
        );
        throw error;
      }
      return { file, ...detected };
    },
    adopt: async (organizationId, path, { file, hints = [] }) => {
      const target = resolvePath(organizationId, file);
      const directory = await ensureDirectory(organizationId);
      const draft = await readHead(path).catch(undefinedIfMissing);
      const readStored = async () => readHead(target);
      const found = draft ?? (await readOrRecover(organizationId, file, readStored));
      if (!found) throw notFound();
      const type = await detectAudio(found.head, hints);
      if (draft) {
        // The sweep skips files written within the last hour, but the upload may have paused for longer.
        const now = new Date();
        await utimes(path, now, now);
        await rename(path, target);
        await fsyncDirectory(directory);
      }
      return { file, type, bytes: found.bytes };
    },
    open: async (organizationId, file, range) =>
      readOrRecover(organizationId, file, async () =>
        (await open(resolvePath(organizationId, file))).createReadStream(range),
      ),
    openAsWav: async (organizationId, { file, type }) => {
      const { openWavForm } = await import("./wav-form.js");
      const path = resolvePath(organizationId, file);
      return readOrRecover(organizationId, file, async () =>
        openWavForm({ path, type, organizationId, decoding }),
      );
    },
    silence: async (organizationId, file, spans, signal) =>
      copyAsWav(organizationId, file, { spans }, signal),
    cut: async (organizationId, file, range, signal) =>
      copyAsWav(organizationId, file, { range, maxBytes: MAX_CUT_BYTES }, signal),
    readPeaks: async (organizationId, { file, type }, signal) => {
      const path = resolvePath(organizationId, file);
      const isThere = await readOrRecover(organizationId, file, async () => stat(path));
      if (!isThere) return undefined;
      peaksReader ??= import("./peaks-reader.js").then((module) => module.createPeaksReader());
      return (await peaksReader)(organizationId, { path, type }, signal);
    },
    readDuration: async (organizationId, { file, type, bytes }) => {
      const rawDuration = computeRawDuration(type, bytes);
      if (rawDuration !== undefined) return rawDuration;
      durationReader ??= import("./read-duration.js").then((module) =>
        module.createDurationReader(),
      );
      return (await durationReader)(organizationId, resolvePath(organizationId, file));
    },
    remove: async (organizationId, file) => {
      try {
        const path = resolvePath(organizationId, file);
        // Deletes from the trash first, because a reader may move the file back meanwhile.
        await trash.remove(organizationId, file);
        for (const leftover of [path, path + DRAFT_SUFFIX]) await rm(leftover, { force: true });
      } catch (error) {
        reportFailure(error, organizationId);
      }
    },
    discard: async (organizationId, file, now) => {
      try {
        const path = resolvePath(organizationId, file);
        // No row of any database refers to a draft.
        if (file.endsWith(DRAFT_SUFFIX)) await rm(path, { force: true });
        else await trash.add(path, organizationId, file, now);
      } catch (error) {
        reportFailure(error, organizationId);
      }
    },
    listDiscarded: async (organizationId) => {
      resolveDirectory(organizationId);
      return (await trash.list(organizationId)).filter((name) => FILE_NAME.test(name));
    },
    recover,
    purgeTrash: async (organizationId, now) => {
      resolveDirectory(organizationId);
      return trash.purge(organizationId, now);
    },
    hasFile: async (organizationId, file, bytes) => {
      try {
        return (await stat(resolvePath(organizationId, file))).size === bytes;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async *listOlderFiles(organizationId, before) {
      const directory = resolveDirectory(organizationId);
      const entries = await opendir(directory).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      for await (const { name } of entries ?? []) {
        if (!FILE_NAME.test(name)) continue;
        const { mtimeMs } = await stat(join(directory, name)).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < before) yield name;
      }
    },
  };
};
