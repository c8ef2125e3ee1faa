import type { ShareLimits } from "./fair-shares.js";

/**
 * One organization's share of each shared resource. An organization that uses up its share waits or is refused; the
 * others aren't affected. docs/operations.md shows this table to operators: run `npm run docs` after a change.
 */
export const SHARE_LIMITS = {
  /**
   * PostgreSQL connections for requests. The pool has 12: two are for statistics and searches, one is for
   * authentication, readiness and background work.
   */
  connections: { places: 9, placesPerKey: 4, waitingPerKey: 1_000 },
  /**
   * PostgreSQL transactions that change data. One organization's changes take turns here, before they hold a
   * connection; together with all exports, they leave one connection for reads.
   */
  changes: { places: 5, placesPerKey: 1, waitingPerKey: 1_000 },
  /**
   * Changes that share SQLite's transactions. A batch runs for 20 ms; one organization rarely completes more in that
   * time.
   */
  batchedChanges: { places: 1_000, placesPerKey: 32, waitingPerKey: 5_000 },
  /** Statistics, searches, and lists that read many rows, off the main thread. */
  longReads: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Files whose duration is being read, each in its own process. */
  mediaParsing: { places: 2, placesPerKey: 1, waitingPerKey: 16 },
  /** Pieces of audio that are decoded for a player, a few milliseconds each. */
  mediaDecoding: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Files whose waveform is made, because a user looks at a call that has none. Further ones wait for the next look. */
  waveforms: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Audio files that this machine transcribes itself. One keeps a core busy for minutes; the others wait for hours. */
  transcriptions: { places: 1, placesPerKey: 1, waitingPerKey: 1_000 },
  /** Analyses by rules, each on its own thread. The analyzer starts few at a time. */
  ruleAnalyses: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Sentences whose meaning is computed, up to 128 at a time, in one process. */
  meanings: { places: 1, placesPerKey: 1, waitingPerKey: 1_000 },
  /** Pages of transcripts in which trackers are looked for, each on its own thread. */
  trackers: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Texts being redacted, each on its own thread. Small texts need no place. */
  redactions: { places: 2, placesPerKey: 1, waitingPerKey: 1_000 },
  /** GraphQL documents that are parsed and priced for the first time, between turns of the event loop. */
  newDocuments: { places: 4, placesPerKey: 1, waitingPerKey: 256 },
  /**
   * Responses to GET under /v1, and large /graphql responses, that are being built or sent; one can have 30 MB. Tool
   * calls of /mcp, until they are built.
   */
  answers: { places: 24, placesPerKey: 4, waitingPerKey: 1_000 },
  /** Of these, /v1 responses to requests whose last response was large. */
  largeAnswers: { places: 24, placesPerKey: 1, waitingPerKey: 1_000 },
  /** GraphQL operations that may return a large response or scan a list. */
  largeOperations: { places: 8, placesPerKey: 1, waitingPerKey: 64 },
  /** Requests with a JSON body above 256 KiB. The body of a waiting request has not been read. */
  largeBodies: { places: 4, placesPerKey: 1, waitingPerKey: 64 },
  /** Request bodies of media files. A client above its share is refused and must repeat the upload. */
  uploads: { places: 16, placesPerKey: 4, waitingPerKey: 0 },
  /**
   * Exports that read a snapshot into a temporary file; on PostgreSQL, each holds a connection. Sending the file to the
   * caller doesn't count.
   */
  exports: { places: 3, placesPerKey: 1, waitingPerKey: 0 },
  /** Open streams of events. */
  eventStreams: { places: 1_000, placesPerKey: 10, waitingPerKey: 0 },
  /** Attempts to deliver webhooks. Other deliveries wait in the database. */
  webhookAttempts: { places: 64, placesPerKey: 48, waitingPerKey: 0 },
  /** Of these, attempts of webhooks that are slow or have no quick success yet. */
  unprovenWebhookAttempts: { places: 32, placesPerKey: 8, waitingPerKey: 0 },
  /** Of these, attempts of organizations whose unproven webhooks were slow. */
  slowWebhookAttempts: { places: 24, placesPerKey: 8, waitingPerKey: 0 },
  /** Tests of webhooks that run or wait for an attempt. */
  webhookTests: { places: 1_000, placesPerKey: 8, waitingPerKey: 0 },
  /** Audio of calls, fetched for the transcription. A download holds no place of the model. */
  audioDownloads: { places: 8, placesPerKey: 2, waitingPerKey: 1_000 },
  /** Polls of calendars: a download, then a process that reads it. */
  calendarPolls: { places: 4, placesPerKey: 2, waitingPerKey: 1_000 },
  /** Mails being sent to the mail server. */
  mails: { places: 4, placesPerKey: 2, waitingPerKey: 100 },
  /** Hashes of passwords. The share is per address or known device. */
  passwordHashes: { places: 2, placesPerKey: 1, waitingPerKey: 16 },
} satisfies Record<string, ShareLimits>;
