import type { ShareLimits } from "./fair-shares.js";

/**
 * The share of one organization in everything that organizations use together. One that uses up its share
 * waits or is refused; the others don't notice. docs/operations.md shows this table to operators.
 */
export const SHARE_LIMITS = {
  /** Statistics and searches off the main thread. */
  longReads: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Exports that read a snapshot into a temporary file. How fast callers read the file doesn't count. */
  exports: { places: 4, placesPerKey: 1, waitingPerKey: 0 },
  /** Request bodies of media files. A client above its share is refused, and repeats the upload. */
  uploads: { places: 16, placesPerKey: 4, waitingPerKey: 0 },
} satisfies Record<string, ShareLimits>;
