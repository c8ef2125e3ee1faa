import type { Knex } from "knex";
import { recordKeyUses } from "../../db/organizations/api-keys.js";
import { transact } from "../../db/engine/write.js";
import type { Log } from "../log/log.js";

const MINUTE_MS = 60_000;

/** Collects when API keys were last used, and writes it later, so that no request waits for the disk. */
export interface KeyUsage {
  /** Records a use of the organization's credential with this digest. */
  record: (organizationId: string, hash: string) => void;
  /** Writes the recorded uses. */
  flush: () => Promise<void>;
}

/** Writes the uses of each credential once, `flushAfterMs` milliseconds after the first. */
export const createKeyUsage = ({
  db,
  now,
  log,
  flushAfterMs = MINUTE_MS,
}: {
  db: Knex;
  now: () => number;
  log: Log;
  flushAfterMs?: number;
}): KeyUsage => {
  let pendingUses = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = Promise.resolve();

  const write = async (uses: Map<string, string>): Promise<void> => {
    try {
      await transact(db, (trx) => recordKeyUses(trx, uses, now()));
    } catch (error) {
      log.error({ err: error }, "could not write when API keys were last used");
    }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    const uses = pendingUses;
    pendingUses = new Map();
    if (uses.size > 0) lastWrite = lastWrite.then(() => write(uses));
    await lastWrite;
  };

  return {
    record: (organizationId, hash) => {
      if (pendingUses.size === 0) timer = setTimeout(() => void flush(), flushAfterMs).unref();
      pendingUses.set(hash, organizationId);
    },
    flush,
  };
};
