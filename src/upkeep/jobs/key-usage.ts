import type { Knex } from "knex";
import { recordKeyUses } from "../../../db/organizations/api-keys.js";
import { type NamedKeyUse, recordNamedKeyUses } from "../../../db/sign-in/named-keys.js";
import { transact } from "../../../db/engine/write.js";
import type { Log } from "../../base/log/log.js";

const MINUTE_MS = 60_000;
/** A person who has just set up a key checks whether it was used. */
const FIRST_USE_MS = 1_000;
const MAX_SEEN = 10_000;

/** Collects when API keys were last used, and writes it later, so that no request waits for the disk. */
export interface KeyUsage {
  /** Records a use of the organization's credential with this digest. */
  record: (organizationId: string, hash: string) => void;
  /** Records a use of a named key. */
  recordNamed: (use: NamedKeyUse) => void;
  /** Writes the recorded uses. */
  flush: () => Promise<void>;
}

/**
 * Writes the uses of each credential once, `flushAfterMs` milliseconds after the first, or sooner if this process sees
 * the credential for the first time.
 */
export const createKeyUsage = ({
  db,
  now,
  log,
  flushAfterMs = MINUTE_MS,
  flushFirstAfterMs = FIRST_USE_MS,
}: {
  db: Knex;
  now: () => number;
  log: Log;
  flushAfterMs?: number;
  /** The delay if this process sees the credential for the first time. */
  flushFirstAfterMs?: number;
}): KeyUsage => {
  let uses = new Map<string, string>();
  let namedUses = new Map<string, NamedKeyUse>();
  const seen = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;
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
    isSoon = false;
    const [written, named] = [uses, [...namedUses.values()]];
    uses = new Map();
    namedUses = new Map();
    if (written.size + named.length > 0) lastWrite = lastWrite.then(() => write(written, named));
    await lastWrite;
  };

  const planFlush = (hash: string): void => {
    const isFirst = !seen.has(hash) && !isSoon;
    if (isFirst && seen.size >= MAX_SEEN) seen.clear();
    seen.add(hash);
    if (uses.size + namedUses.size > 0 && !isFirst) return;
    clearTimeout(timer);
    isSoon = isFirst;
    const afterMs = isFirst ? flushFirstAfterMs : flushAfterMs;
    timer = setTimeout(() => void flush(), afterMs).unref();
  };

  return {
    record: (organizationId, hash) => {
      planFlush(hash);
      uses.set(hash, organizationId);
    },
    recordNamed: (use) => {
      planFlush(use.hash);
      namedUses.set(use.hash, use);
    },
    flush,
  };
};
