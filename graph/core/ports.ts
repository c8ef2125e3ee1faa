import type { Readable } from "node:stream";

/** The browser of a console user. */
export interface Browser {
  /** The IP address; null if unknown. */
  ipAddress: string | null;
  /** The User-Agent header. */
  userAgent: string;
  /** Stores a session token in the browser until `expiresAt`, in milliseconds since 1970. */
  storeToken: (token: string, expiresAt: number) => void;
  clearToken: () => void;
  /** Returns the token that an admin's device received at its last sign-in; undefined without one. */
  readDeviceToken: (account: string) => string | undefined;
  storeDeviceToken: (account: string, device: { token: string; expiresAt: number }) => void;
  /**
   * Runs one password attempt within the rate limits: those of a known device, or else of the account and the address.
   * `attempt` receives the fairness key for the password hashing queue. Returns false for a wrong password. @throws
   * RATE_LIMITED before the attempt
   */
  attemptPassword: (
    caller: { account: string; deviceId: string | undefined },
    attempt: (hashingKey: HashingKey) => Promise<boolean>,
  ) => Promise<boolean>;
  /** Counts a request for a link to a new password. @throws RATE_LIMITED for too many from the address */
  countResetRequest: () => Promise<void>;
}

/** A mail in plain text and in HTML. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/**
 * What became of a mail. `refused`: the mail server refused it, which may pass. `unreachable`: no mail server received
 * it. `unknown`: the mail server may have accepted it.
 */
export type MailResult = "accepted" | "refused" | "deferred" | "unreachable" | "unknown";

/** Sends mails over the operator's mail server. */
export interface MailPort {
  /**
   * Sends a mail within the limits of its address and its organization. Calls `prepare` only if the limits allow the
   * mail. Returns, and logs, why the mail was not sent; undefined once the mail server has accepted it. Throws only
   * errors from `prepare`.
   */
  send: (
    organizationId: string,
    to: string,
    prepare: () => Promise<Mail>,
  ) => Promise<string | undefined>;
  /** Sends a mail of a job, which limits its mails itself. Logs why a mail was not sent. Throws if it is too long. */
  sendPlanned: (organizationId: string, to: string, mail: Mail) => Promise<MailResult>;
  /** Runs work that no caller waits for, and logs its failure. */
  runInBackground: (work: () => Promise<void>) => void;
}

/** The caller for whom a password is hashed. */
export interface HashingKey {
  key: string;
  /** False for a visitor, who must not fill the queue. */
  isTrusted: boolean;
}

/** Encrypts secrets that the server reads again, such as signing secrets. */
export interface Vault {
  seal(text: string): string;
  /** @throws Error if the text was sealed with another key */
  open(sealed: string): string;
  /** Returns a digest of the text under the key, in base64url. The same text always has the same digest. */
  digest(text: string): string;
}

/** Something that was erased: an id, the phone system's id of an erased call, or the name of a media file. */
export interface ErasedSubject {
  kind: "recording" | "client" | "call" | "media";
  id: string;
}

/** The erasure journal, outside the database, so that erasures survive the restore of an older database. */
export interface ErasureJournal {
  /** Records erasures; they are on disk when this returns. @throws errors of the disk */
  record: (organizationId: string, subjects: readonly ErasedSubject[]) => Promise<void>;
  /** Returns whether this was erased, in this database or in one that a restore replaced. */
  has: (organizationId: string, subject: ErasedSubject) => boolean;
}

/** The sealed secrets that sign a message. */
export interface SigningSecrets {
  /** The webhook's and the organization's. Without them nothing is sent. */
  current: string[];
  /** Secrets that rotations replaced in the last 24 hours. */
  previous: string[];
}

/** A message for a webhook, which the notifier signs. */
export interface WebhookMessage {
  url: string;
  /** The exact body. */
  body: string;
  /** The webhook-id header. */
  messageId: string;
  /** The message carries a signature for each. */
  secrets: SigningSecrets;
  /** The webhook's id; null for a test of a plain URL. */
  webhookId: string | null;
  test: boolean;
}

/** The result of a delivery attempt. Only a 2xx counts as delivered. */
export interface AttemptOutcome {
  delivered: boolean;
  /** The HTTP status; null without a response. */
  status: number | null;
  /** The first part of the response body. */
  body: string | null;
  /** Null if delivered. */
  error: string | null;
  timedOut: boolean;
  /** False if debrief made no request. */
  attempted: boolean;
  durationMs: number;
}

/** The notifier as the graph uses it. It delivers webhooks to their receivers. */
export interface NotifierPort {
  /** The name under which this process claims deliveries. */
  owner: string;
  /** Returns why the destination policy forbids the URL; undefined for an allowed URL. */
  findRefusal: (url: string) => Promise<string | undefined>;
  /**
   * Makes one test attempt for an organization as soon as a slot is free, and only then calls `prepare` for the
   * message. Returns undefined if no slot was free in time; `prepare` did not run. Throws only errors from `prepare`;
   * the outcome contains every other failure.
   */
  attemptTest: (
    from: { organizationId: string; url: string },
    prepare: () => Promise<WebhookMessage>,
  ) => Promise<AttemptOutcome | undefined>;
  /** Starts sending the new deliveries of these webhooks of the organization. */
  wake: (organizationId: string, webhookIds: readonly string[]) => void;
}

/** A stored media file. */
export interface StoredFile {
  /** The file's name, unique in the organization. */
  file: string;
  /** The MIME type by content; the sent type is ignored. */
  type: string;
  bytes: number;
}

/** A stored file in another format. */
export interface MediaForm {
  type: string;
  bytes: number;
  /** Converts the bytes from `start` to `end` inclusive, by default all, while they are read. */
  read: (range?: { start: number; end: number }) => Readable;
}

/** The file of an upload request, stored before anything else happens. The request deletes it unless it is kept. */
export interface UploadedFile extends StoredFile {
  /** Keeps the file: a recording refers to it, or will when the current change commits. */
  keep: () => void;
}

/** Milliseconds from the beginning of the audio. */
export interface AudioSpan {
  start: number;
  end: number;
}

export interface MediaStorage {
  /**
   * Stores a stream; the file is on disk when this returns. A failed write leaves nothing behind.
   * @throws PAYLOAD_TOO_LARGE above `limit` bytes, UNSUPPORTED_MEDIA_TYPE unless audio or video, both for
   * the field `file`; errors of the stream and the disk
   */
  write: (
    organizationId: string,
    source: AsyncIterable<Uint8Array>,
    limit: number,
    options?: {
      /** From `createFileName`; a new one by default. */
      file?: string;
      /**
       * The file's names and content types, if the sender sent any. They decide if the content doesn't show the type.
       */
      hints?: readonly string[];
    },
  ) => Promise<StoredFile>;
  /** Returns a random name for a file. */
  createFileName: () => string;
  /** Reads a file, or its bytes from `start` to `end` inclusive; undefined for a missing file. */
  open: (
    organizationId: string,
    file: string,
    range?: { start: number; end: number },
  ) => Promise<Readable | undefined>;
  /**
   * Converts a file to a WAV file that every browser plays; undefined for a missing file, and for formats other than
   * WAV and those without a header.
   */
  openAsWav: (organizationId: string, file: StoredFile) => Promise<MediaForm | undefined>;
  /**
   * Moves the complete and synced file at `path`, on the same disk, into the store. Does nothing if an earlier call has
   * moved it. `file`: its new name. @throws UNSUPPORTED_MEDIA_TYPE, and leaves the file; NOT_FOUND
   */
  adopt: (
    organizationId: string,
    path: string,
    options: { file: string; hints?: readonly string[] },
  ) => Promise<StoredFile>;
  /**
   * Writes a copy of a file's audio that is silent in the spans, as WAV with 16-bit PCM. Returns the decoder's reason if
   * it refuses the file, and undefined for a missing file. @throws Error for any other failure, which a retry may fix;
   * the signal's reason
   */
  silence: (
    organizationId: string,
    file: StoredFile,
    spans: readonly AudioSpan[],
    signal: AbortSignal,
  ) => Promise<StoredFile | { reason: string } | undefined>;
  /** Writes a part of a file's audio as a file of its own, as WAV with 16-bit PCM. Returns, and throws, as `silence`. */
  cut: (
    organizationId: string,
    file: StoredFile,
    range: AudioSpan,
    signal: AbortSignal,
  ) => Promise<StoredFile | { reason: string } | undefined>;
  /** Reads the duration from the file's header, or computes it if the format has none; in milliseconds, or null. */
  readDuration: (organizationId: string, file: StoredFile) => Promise<number | null>;
  /** Deletes a file without a recording, or its draft. Ignores a missing file, and never throws. */
  remove: (organizationId: string, file: string) => Promise<void>;
  /** Moves a file without a recording to the trash for 7 days. Deletes a draft. Never throws. */
  discard: (organizationId: string, file: string, now: number) => Promise<void>;
}
