import type { Readable } from "node:stream";
import type { Db } from "../db/connect.js";
import { type Actor, actorOf } from "./auditing.js";
import type { Inbound } from "./inbound.js";
import { createLoaders, type Loaders } from "./loaders.js";
import type { Found, SearchQuery } from "./search-page.js";
import type { StatsAnswer, StatsQuery } from "./stats-report.js";

/** A visitor has no credential yet, and may do nothing but get one. */
export type Role = "integration" | "internal" | "operator" | "visitor";

/** Who calls. The operator and a visitor have no organization. */
export interface Credential {
  role: Role;
  organizationId: string | null;
  /** The digest of a token, which tells it from others of its organization. */
  hash?: string;
  /** The session that an admin has signed in to. */
  sessionId?: string;
  /** The admin. */
  userId?: string;
}

/** The browser at the other end, where the console asks. */
export interface Browser {
  /** Null where it is not known. */
  address: string | null;
  /** As it calls itself. */
  agent: string;
  /** Has it keep a session's token until then, in milliseconds since 1970. */
  remember: (token: string, expiresAt: number) => void;
  /** Has it keep no token. */
  forget: () => void;
  /**
   * Makes an attempt at the password of an account, within the limits for that and for the address; false
   * is one that failed. @throws RATE_LIMITED, with nothing attempted
   */
  attempt: (account: string, attempt: () => Promise<boolean>) => Promise<boolean>;
}

/** Encrypts what must be read again, such as signing secrets. */
export interface Vault {
  seal(text: string): string;
  /** @throws where the text was not sealed under this vault's key. */
  open(sealed: string): string;
}

/** A message for a webhook, signed as it is sent. */
export interface Message {
  url: string;
  /** The exact body. */
  body: string;
  /** The webhook-id header. */
  messageId: string;
  /** In the form whsec_…; each signs. */
  secrets: string[];
  test: boolean;
}

/** How an attempt to deliver ended. Delivered is a 2xx, and nothing else. */
export interface Outcome {
  delivered: boolean;
  /** Of the answer; null where there was none. */
  status: number | null;
  /** The first part of the answer's body. */
  body: string | null;
  /** Null where delivered. */
  error: string | null;
  timedOut: boolean;
  durationMs: number;
}

/** Whoever carries webhooks to their receivers. */
export interface Courier {
  /** Who claims what it sends. */
  owner: string;
  /** Why the destination policy forbids the URL; undefined where it does not. */
  refusal: (url: string) => Promise<string | undefined>;
  /**
   * One attempt of an organization's own, as soon as there is a place for it: `prepare` is then asked for
   * the message. Undefined where there was no place in time, and nothing was prepared.
   * Throws what `prepare` throws, and nothing else: what goes wrong is the outcome.
   */
  attempt: (
    from: { organizationId: string; url: string },
    prepare: () => Promise<Message>,
  ) => Promise<Outcome | undefined>;
  /** There is something to deliver to these webhooks. */
  wake: (webhookIds: readonly string[]) => void;
}

/** A file of media that is kept. */
export interface KeptFile {
  /** Its name among those of the organization. */
  file: string;
  /** MIME, as the content says, whatever was said of it. */
  type: string;
  bytes: number;
}

/** A file that came with a request, and was kept before anything else was done. */
export interface Attached extends KeptFile {
  /** It is some recording's, or will be where the change under way commits. Any other goes with the request. */
  taken: boolean;
}

/** Where media is kept. */
export interface Media {
  /**
   * Keeps what a source gives, which is on the disk when this returns; nothing is left of what fails.
   * @throws PAYLOAD_TOO_LARGE beyond so many bytes, UNSUPPORTED_MEDIA_TYPE for what is no audio or video,
   * both of the field `file`; whatever the source throws, or the disk
   */
  write: (
    organizationId: string,
    source: AsyncIterable<Uint8Array>,
    limit: number,
  ) => Promise<KeptFile>;
  /** Reads a file, or its bytes from `start` to `end`, both included; undefined where it is gone. */
  open: (
    organizationId: string,
    file: string,
    range?: { start: number; end: number },
  ) => Promise<Readable | undefined>;
  /** How long it plays, in milliseconds, as far as it says so; null where that is not to be found out soon. */
  duration: (organizationId: string, file: string) => Promise<number | null>;
  /** Removes a file that no recording has any more. One that is gone is no problem, and never throws. */
  remove: (organizationId: string, file: string) => Promise<void>;
}

/** The program's one clock, one randomness and one configuration. */
export interface Services {
  db: Db;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A new UUIDv7. */
  newId: () => string;
  randomBytes: (count: number) => Buffer;
  vault: Vault;
  courier: Courier;
  media: Media;
  /** Is told whenever an API key or a dialer token is used, by its digest; answers at once. */
  keyUsed: (organizationId: string, hash: string) => void;
  /** Is told of each call that was taken in, once it is kept; answers at once. */
  callTaken: (organizationId: string, recordingId: string) => void;
  /** Reads statistics without keeping others waiting. */
  readStats: (query: StatsQuery) => Promise<StatsAnswer>;
  /** Searches recordings without keeping others waiting. */
  readSearch: (query: SearchQuery) => Promise<Found[]>;
  /** Where the program is reached from outside, without a slash at the end. */
  publicUrl: string;
}

/** What a resolver knows of the request. */
export interface Context extends Services {
  role: Role;
  /** Empty for the operator and for visitors, to whom no tenant query is open. */
  organizationId: string;
  /** Of an admin who has signed in. */
  sessionId: string | undefined;
  userId: string | undefined;
  /** Undefined where the caller is no page of ours. */
  browser: Browser | undefined;
  /** The call that the caller sends, as it came in; undefined where it does not come from a phone system. */
  inbound: Inbound | undefined;
  /** As whom, and from where, the caller changes something. */
  actor: () => Actor;
  requestId: string;
  /** What "now" means to all that one request reads: a page that is filtered by it agrees with itself. */
  readAt: number;
  loaders: Loaders;
  /** The webhooks that the change under way has written deliveries for, to be sent once it commits. */
  mail: string[];
  attached: Attached | undefined;
  /** The files that the change under way takes from their recordings, to be removed once it commits. */
  dropped: string[];
}

/**
 * One context per request: its loaders remember what they have read. `address`: where the request comes
 * from, which only changes ask for.
 */
export const createContext = (
  services: Services,
  credential: Credential,
  requestId: string,
  browser?: Browser,
  address: () => string | undefined = () => undefined,
): Context => {
  const organizationId = credential.organizationId ?? "";
  return {
    ...services,
    role: credential.role,
    organizationId,
    sessionId: credential.sessionId,
    userId: credential.userId,
    browser,
    inbound: undefined,
    actor: () => actorOf(credential, address() ?? null),
    requestId,
    readAt: services.now(),
    mail: [],
    attached: undefined,
    dropped: [],
    loaders: createLoaders(services.db, organizationId),
  };
};
