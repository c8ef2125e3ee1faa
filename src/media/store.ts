import { createWriteStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Failure } from "../../graph/errors.js";
import type { Media } from "../../graph/context.js";
import type { Log } from "../log.js";

/** Kept media, and what is left beside it. */
export interface MediaStore extends Media {
  /** The files of an organization that nothing was written to since then, drafts among them. */
  older: (organizationId: string, before: number) => AsyncGenerator<string>;
  /** Whether the file is there, with that size. */
  has: (organizationId: string, file: string, bytes: number) => Promise<boolean>;
}

/** How much of a file is looked at to tell what it is. */
const HEAD_BYTES = 64 * 1024;

const FILE = /^[0-9a-f]{32}(\.part)?$/;
const ORGANIZATION = /^[\w-]{1,64}$/;

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === "ENOENT";

const sync = async (directory: string): Promise<void> => {
  await using handle = await open(directory, "r");
  await handle.sync();
};

/** The chunks of a source, once it has been seen to begin with audio. @throws Failure */
async function* audioOf(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  found: { type: string; bytes: number },
): AsyncGenerator<Uint8Array> {
  const sniff = async (head: Uint8Array): Promise<void> => {
    const { typeOf } = await import("./types.js");
    const type = await typeOf(head);
    if (type === undefined)
      throw new Failure(
        "UNSUPPORTED_MEDIA_TYPE",
        "must be audio or video of a known format",
        "file",
      );
    found.type = type;
  };
  const head: Uint8Array[] = [];
  for await (const chunk of source) {
    found.bytes += chunk.length;
    if (found.bytes > limit)
      throw new Failure("PAYLOAD_TOO_LARGE", `may have ${limit} bytes`, "file");
    if (found.type === "") {
      head.push(chunk);
      if (found.bytes < HEAD_BYTES) continue;
      const seen = Buffer.concat(head);
      await sniff(seen);
      yield seen;
    } else yield chunk;
  }
  if (found.type !== "") return;
  const seen = Buffer.concat(head);
  await sniff(seen);
  yield seen;
}

/**
 * Media as files below a directory, one directory for each organization. What is written is on the disk,
 * whole and under its name, before anybody is told of it; until then it is a draft. Nothing is ever
 * written to a file that has its name.
 */
export const createMediaStore = (parts: {
  /** It is made where it is needed. */
  directory: string;
  randomBytes: (count: number) => Buffer;
  log: Log;
}): MediaStore => {
  const { directory: root, randomBytes, log } = parts;
  // Names come from the database, and what is in a database may have been imported.
  const directoryOf = (organizationId: string): string => {
    if (!ORGANIZATION.test(organizationId)) throw new Error("no name of an organization");
    return join(root, organizationId);
  };
  const pathOf = (organizationId: string, file: string): string => {
    if (!FILE.test(file)) throw new Error("no name of a file");
    return join(directoryOf(organizationId), file);
  };
  const made = async (organizationId: string): Promise<string> => {
    const directory = directoryOf(organizationId);
    const first = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (first !== undefined) for (const above of [dirname(root), root]) await sync(above);
    return directory;
  };
  return {
    write: async (organizationId, source, limit) => {
      const file = randomBytes(16).toString("hex");
      const path = pathOf(organizationId, file);
      const draft = `${path}.part`;
      const found = { type: "", bytes: 0 };
      try {
        const directory = await made(organizationId);
        await pipeline(
          audioOf(source, limit, found),
          createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }),
        );
        await rename(draft, path);
        await sync(directory);
      } catch (error) {
        await Promise.all(
          [draft, path].map(async (left) => rm(left, { force: true }).catch(() => {})),
        );
        throw error;
      }
      return { file, ...found };
    },
    open: async (organizationId, file, range) => {
      try {
        return (await open(pathOf(organizationId, file))).createReadStream(range);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    duration: async (organizationId, file) => {
      const { durationOf } = await import("./duration.js");
      return durationOf(pathOf(organizationId, file));
    },
    remove: async (organizationId, file) => {
      try {
        await rm(pathOf(organizationId, file), { force: true });
      } catch (error) {
        // What asked for it is committed; the next sweep tries again.
        log.error({ err: error, organization: organizationId }, "a file could not be removed");
      }
    },
    has: async (organizationId, file, bytes) => {
      try {
        return (await stat(pathOf(organizationId, file))).size === bytes;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async *older(organizationId, before) {
      const directory = directoryOf(organizationId);
      const entries = await opendir(directory).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      for await (const { name } of entries ?? []) {
        if (!FILE.test(name)) continue;
        const { mtimeMs } = await stat(join(directory, name)).catch(() => ({ mtimeMs: Infinity }));
        if (mtimeMs < before) yield name;
      }
    },
  };
};
