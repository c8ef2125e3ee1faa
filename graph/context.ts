import type { Db } from "../db/connect.js";
import { createLoaders, type Loaders } from "./loaders.js";

export type Role = "integration" | "internal" | "operator";

/** Who calls. The operator has no organization. */
export interface Credential {
  role: Role;
  organizationId: string | null;
}

/** Encrypts what must be read again, such as signing secrets. */
export interface Vault {
  seal(text: string): string;
  /** @throws where the text was not sealed under this vault's key. */
  open(sealed: string): string;
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
    loaders: createLoaders(services.db, organizationId),
  };
};
