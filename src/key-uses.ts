import type { Knex } from "knex";
import { noteUses } from "../db/keys.js";
import { transact } from "../db/write.js";
import type { Log } from "./log.js";

const MINUTE_MS = 60_000;

/** Keeps note of when API keys were last used, so that no request waits for a disk because of it. */
export interface KeyUses {
  /** The credential with this digest has been presented, and is the organization's. */
  used: (organizationId: string, hash: string) => void;
  /** Writes what has been noted. */
  flush: () => Promise<void>;
}

/** What is used is written when `afterMs` have gone by, once, however often it was used meanwhile. */
export const createKeyUses = ({
  db,
  now,
  log,
  afterMs = MINUTE_MS,
}: {
  db: Knex;
  now: () => number;
  log: Log;
  afterMs?: number;
}): KeyUses => {
  let noted = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  const write = async (uses: Map<string, string>): Promise<void> => {
    try {
      await transact(db, (trx) => noteUses(trx, uses, now()));
    } catch (error) {
      log.error({ err: error }, "when keys were last used could not be written");
    }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    const uses = noted;
    noted = new Map();
    if (uses.size > 0) written = written.then(() => write(uses));
    await written;
  };

  return {
    used: (organizationId, hash) => {
      if (noted.size === 0) timer = setTimeout(() => void flush(), afterMs).unref();
      noted.set(hash, organizationId);
    },
    flush,
  };
};
