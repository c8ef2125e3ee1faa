import { createWriteStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Failure } from "../../graph/core/errors.js";
import type { MediaStorage } from "../../graph/core/ports.js";
import type { Log } from "../log/log.js";
import { keepSpaceFree, readDiskSpace } from "./free-space.js";

/** The stored media files, and what the sweep and the doctor need. */
export interface MediaStore extends MediaStorage {
  /** Lists an organization's files last written before that time in milliseconds, drafts included. */
  listOlderFiles: (organizationId: string, before: number) => AsyncGenerator<string>;
  /** Returns whether the file exists with that size. */
  hasFile: (organizationId: string, file: string, bytes: number) => Promise<boolean>;
}

/** How many bytes are enough to detect the type. */
const SNIFF_BYTES = 64 * 1024;

const FILE_NAME = /^[0-9a-f]{32}(\.part)?$/;
const ORGANIZATION_ID = /^[\w-]{1,64}$/;

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === "ENOENT";

const fsyncDirectory = async (directory: string): Promise<void> => {
  await using handle = await open(directory, "r");
  await handle.sync();
};

/**
 * Yields a source's chunks after detecting an accepted type in its first bytes. Sets type and byte count in
 * `detected`. @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 */
async function* sniffAudio(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  detected: { type: string; bytes: number },
): AsyncGenerator<Uint8Array> {
  const sniff = async (head: Uint8Array): Promise<void> => {
    const { detectMediaType } = await import("./media-type.js");
    const type = await detectMediaType(head);
    if (type === undefined)
      throw new Failure(
        "UNSUPPORTED_MEDIA_TYPE",
        "must be audio or video of a known format",
        "file",
      );
    detected.type = type;
  };
  const firstChunks: Uint8Array[] = [];
  for await (const chunk of source) {
    detected.bytes += chunk.length;
    if (detected.bytes > limit)
      throw new Failure("PAYLOAD_TOO_LARGE", `may have ${limit} bytes`, "file");
    if (detected.type === "") {
      firstChunks.push(chunk);
      if (detected.bytes < SNIFF_BYTES) continue;
      const head = Buffer.concat(firstChunks);
      await sniff(head);
      yield head;
    } else yield chunk;
  }
  if (detected.type !== "") return;
  const head = Buffer.concat(firstChunks);
  await sniff(head);
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
    if (!ORGANIZATION_ID.test(organizationId))
      throw new Error("invalid organization id in a media path");
    return join(root, organizationId);
  };
  const resolvePath = (organizationId: string, file: string): string => {
    if (!FILE_NAME.test(file)) throw new Error("invalid media file name");
    return join(resolveDirectory(organizationId), file);
  };
  const ensureDirectory = async (organizationId: string): Promise<string> => {
    const directory = resolveDirectory(organizationId);
    const firstCreated = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (firstCreated !== undefined)
      for (const parent of [dirname(root), root]) await fsyncDirectory(parent);
    return directory;
  };
  return {
    write: async (organizationId, source, limit) => {
      const file = randomBytes(16).toString("hex");
      const path = resolvePath(organizationId, file);
      const draft = `${path}.part`;
      const detected = { type: "", bytes: 0 };
      try {
        const directory = await ensureDirectory(organizationId);
        await pipeline(
          keepSpaceFree(sniffAudio(source, limit, detected), async () => readSpace(directory)),
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
    open: async (organizationId, file, range) => {
      try {
        return (await open(resolvePath(organizationId, file))).createReadStream(range);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    readDuration: async (organizationId, file) => {
      const { readDuration } = await import("./read-duration.js");
      return readDuration(resolvePath(organizationId, file));
    },
    remove: async (organizationId, file) => {
      try {
        await rm(resolvePath(organizationId, file), { force: true });
      } catch (error) {
        // The change is committed already; the next sweep retries.
        log.error(
          { err: error, organization: organizationId },
          "could not remove a media file; the next sweep retries",
        );
      }
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
