import type { Knex } from "knex";
import { recordKeyUses } from "../../db/organizations/api-keys.js";
import { type NamedKeyUse, recordNamedKeyUses } from "../../db/organizations/named-keys.js";
import { transact } from "../../db/engine/write.js";
import type { Log } from "../log/log.js";

const MINUTE_MS = 60_000;

/** Collects when API keys were last used, and writes it later, so that no request waits for the disk. */
export interface KeyUsage {
  /** Records a use of the organization's credential with this digest. */
  record: (organizationId: string, hash: string) => void;
  /** Records a use of a named key. */
  recordNamed: (use: NamedKeyUse) => void;
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
  let uses = new Map<string, string>();
  let namedUses = new Map<string, NamedKeyUse>();
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = Promise.resolve();

  const write = async (
    written: ReadonlyMap<string, string>,
    named: readonly NamedKeyUse[],
  ): Promise<void> => {
    try {
      await transact(db, async (trx) => {
        await recordKeyUses(trx, written, now());
        await recordNamedKeyUses(trx, named, now());
      });
    } catch (error) {
      log.error({ err: error }, "could not write when API keys were last used");
    }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    const [written, named] = [uses, [...namedUses.values()]];
    uses = new Map();
    namedUses = new Map();
    if (written.size + named.length > 0) lastWrite = lastWrite.then(() => write(written, named));
    await lastWrite;
  };

  const planFlush = (): void => {
    if (uses.size + namedUses.size === 0)
      timer = setTimeout(() => void flush(), flushAfterMs).unref();
  };

  return {
    record: (organizationId, hash) => {
      planFlush();
      uses.set(hash, organizationId);
    },
    recordNamed: (use) => {
      planFlush();
      namedUses.set(use.hash, use);
    },
    flush,
  };
};
