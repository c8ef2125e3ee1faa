import type { Db } from "../db/connect.js";
import { createLoaders, type Loaders } from "./loaders.js";
import type { StatsAnswer, StatsQuery } from "./stats-report.js";

export type Role = "integration" | "internal" | "operator";

/** Who calls. The operator has no organization. */
export interface Credential {
  role: Role;
  organizationId: string | null;
  /** The digest of a token, which tells it from others of its organization. */
  hash?: string;
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
  /** Reads statistics without keeping others waiting. */
  readStats: (query: StatsQuery) => Promise<StatsAnswer>;
  /** Where the program is reached from outside, without a slash at the end. */
  publicUrl: string;
}

/** What a resolver knows of the request. */
export interface Context extends Services {
  role: Role;
  /** Empty for the operator, whom no tenant query is open to. */
  organizationId: string;
  requestId: string;
  /** What "now" means to all that one request reads: a page that is filtered by it agrees with itself. */
  readAt: number;
  loaders: Loaders;
  /** The webhooks that the change under way has written deliveries for, to be sent once it commits. */
  mail: string[];
}

/** One context per request: its loaders remember what they have read. */
export const createContext = (
  services: Services,
  credential: Credential,
  requestId: string,
): Context => {
  const organizationId = credential.organizationId ?? "";
  return {
    ...services,
    role: credential.role,
    organizationId,
    requestId,
    readAt: services.now(),
    mail: [],
    loaders: createLoaders(services.db, organizationId),
  };
};
