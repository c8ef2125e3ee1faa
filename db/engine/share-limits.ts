import type { ShareLimits } from "./fair-shares.js";

/**
 * The share of one organization in everything that organizations use together. One that uses up its share
 * waits or is refused; the others don't notice. docs/operations.md shows this table to operators.
 */
export const SHARE_LIMITS = {
  /** Statistics and searches off the main thread. */
  longReads: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Files whose duration is read, each in a process of its own. */
  mediaParsing: { places: 2, placesPerKey: 1, waitingPerKey: 16 },
  /** Analyses by rules, each on a thread of its own. The analyzer starts few at a time. */
  ruleAnalyses: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Request bodies of media files. A client above its share is refused, and repeats the upload. */
  uploads: { places: 16, placesPerKey: 4, waitingPerKey: 0 },
} satisfies Record<string, ShareLimits>;
