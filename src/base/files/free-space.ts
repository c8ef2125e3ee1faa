import { statfs } from "node:fs/promises";
import { Failure } from "../../../graph/core/errors.js";

/** The space that stays free for the database, the log and other organizations: 5 % of the disk, at most 2 GiB. */
export const RESERVED_SHARE = 0.05;
export const MAX_RESERVED_BYTES = 2 * 1024 ** 3;
const CHECK_INTERVAL_BYTES = 8 * 1024 ** 2;

/** The size of a disk and its free space, in bytes. */
export interface DiskSpace {
  totalBytes: number;
  freeBytes: number;
}

export const readDiskSpace = async (directory: string): Promise<DiskSpace> => {
  const { bsize, blocks, bavail } = await statfs(directory);
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
};

/** Returns how many bytes of a disk call files must leave free. */
export const computeReservedBytes = (totalBytes: number): number =>
  Math.min(MAX_RESERVED_BYTES, totalBytes * RESERVED_SHARE);

/**
 * Yields the chunks of a source while its disk keeps the reserved space free. Checks at the start and every
 * 8 MiB. @throws UNAVAILABLE
 */
export async function* keepSpaceFree(
  source: AsyncIterable<Uint8Array>,
  readSpace: () => Promise<DiskSpace>,
): AsyncGenerator<Uint8Array> {
  let uncheckedBytes = CHECK_INTERVAL_BYTES;
  for await (const chunk of source) {
    uncheckedBytes += chunk.length;
    if (uncheckedBytes >= CHECK_INTERVAL_BYTES) {
      const { totalBytes, freeBytes } = await readSpace();
      if (freeBytes < computeReservedBytes(totalBytes))
        throw new Failure("UNAVAILABLE", "The disk of the server is almost full");
      uncheckedBytes = 0;
    }
    yield chunk;
  }
}
