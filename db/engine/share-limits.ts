import type { ShareLimits } from "./fair-shares.js";

/**
 * The share of one organization in everything that organizations use together. One that uses up its share
 * waits or is refused; the others don't notice. docs/operations.md shows
 * this table to operators: run `npm run docs` after a change.
 */
export const SHARE_LIMITS = {
  /**
   * PostgreSQL connections for requests. The pool has 12: two are for statistics and searches, one is for
   * authentication, readiness and background work.
   */
  connections: { places: 9, placesPerKey: 4, waitingPerKey: 1_000 },
  /**
   * PostgreSQL transactions that change data. One organization's changes take turns here, before they hold a
   * connection; with all exports, they leave a connection to reads.
   */
  changes: { places: 5, placesPerKey: 1, waitingPerKey: 1_000 },
  /**
   * Changes that share SQLite's transactions. A batch runs for 20 ms, in which one organization hardly
   * completes more.
   */
  batchedChanges: { places: 1_000, placesPerKey: 32, waitingPerKey: 5_000 },
  /** Statistics, searches, and lists that read many rows, off the main thread. */
  longReads: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Files whose duration is read, each in a process of its own. */
  mediaParsing: { places: 2, placesPerKey: 1, waitingPerKey: 16 },
  /** Pieces of audio that are decoded for a player, a few milliseconds each. */
  mediaDecoding: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Audio files that this machine transcribes itself. One keeps a core busy for minutes; the others wait for hours. */
  transcriptions: { places: 1, placesPerKey: 1, waitingPerKey: 1_000 },
  /** Analyses by rules, each on a thread of its own. The analyzer starts few at a time. */
  ruleAnalyses: { places: 2, placesPerKey: 1, waitingPerKey: 64 },
  /** Texts that are redacted, each on a thread of its own. Small ones need no place. */
  redactions: { places: 2, placesPerKey: 1, waitingPerKey: 1_000 },
  /** GraphQL documents that are parsed and priced for the first time, between turns of the event loop. */
  newDocuments: { places: 4, placesPerKey: 1, waitingPerKey: 256 },
  /**
   * Answers to GET under /v1, and large ones of /graphql, that are built or not sent yet; one can have 30 MB. Tool calls
   * of /mcp, until they are built.
   */
  answers: { places: 24, placesPerKey: 4, waitingPerKey: 1_000 },
  /** Of these, answers of /v1 to requests like one whose answer was large. */
  largeAnswers: { places: 24, placesPerKey: 1, waitingPerKey: 1_000 },
  /** GraphQL operations that could have a large answer or scan a list. */
  largeOperations: { places: 8, placesPerKey: 1, waitingPerKey: 64 },
  /** Requests with a JSON body above 256 KiB. The body of one that waits has not been read. */
  largeBodies: { places: 4, placesPerKey: 1, waitingPerKey: 64 },
  /** Request bodies of media files. A client above its share is refused, and repeats the upload. */
  uploads: { places: 16, placesPerKey: 4, waitingPerKey: 0 },
  /**
   * Exports that read a snapshot into a temporary file, on PostgreSQL over a connection. How fast callers read the file
   * doesn't count.
   */
  exports: { places: 3, placesPerKey: 1, waitingPerKey: 0 },
  /** Open streams of events. */
  eventStreams: { places: 1_000, placesPerKey: 10, waitingPerKey: 0 },
  /** Attempts to deliver webhooks. The deliveries wait in the database. */
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
  /** Mails that are under way to the mail server. */
  mails: { places: 4, placesPerKey: 2, waitingPerKey: 100 },
  /** Hashes of passwords. The share is that of an address or a known device. */
  passwordHashes: { places: 2, placesPerKey: 1, waitingPerKey: 16 },
} satisfies Record<string, ShareLimits>;
