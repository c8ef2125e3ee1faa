import type { Knex } from "knex";
import { insertAuditEntries } from "../../../db/organizations/audit-log.js";
import { write } from "../../../db/engine/write.js";
import { loadUsersByIds } from "../../../db/people/users.js";
import type { ContentView, ContentViewRecorder } from "../../../graph/core/content-views.js";
import type { Log } from "../../base/log/log.js";
import { createRecentKeys } from "./recent-keys.js";

const FLUSH_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 10_000;
/**
 * A player requests many ranges of a file, and a page may load its transcript again. Within this time, that counts as
 * one view.
 */
const SAME_LOOK_MS = 10 * 60_000;
/** The most views that wait while the database can't be written. */
const MAX_WAITING = 10_000;
const MAX_RECENT = 50_000;
const BATCH_SIZE = 500;

interface WaitingView extends ContentView {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Collects content views, and writes them to the audit log within a second, so that no reader waits for the disk. */
export interface ContentViewLog {
  record: ContentViewRecorder;
  /** Writes the waiting views. */
  flush: () => Promise<void>;
}

const writeBatch = async (
  db: Knex,
  organizationId: string,
  looks: readonly WaitingView[],
): Promise<void> => {
  await write(db, organizationId, async (trx) => {
    const userIds = [...new Set(looks.flatMap(({ actor }) => actor.userId ?? []))];
    const users = await loadUsersByIds(trx, organizationId, userIds);
    await insertAuditEntries(
      trx,
      organizationId,
      looks.map(({ id, at, action, actor: { kind, userId, ipAddress }, subject }) => ({
        id,
        at,
        action,
        actor: kind,
        userId,
        email: users.find((user) => user.id === userId)?.email ?? null,
        ipAddress,
        subject,
        fields: "[]",
        detail: null,
        recordings: null,
        isLook: 1,
      })),
    );
  });
};

/** Writes views in batches, `flushAfterMs` milliseconds after the first. */
export const createContentViewLog = ({
  db,
  now,
  newId,
  log,
  flushAfterMs = FLUSH_AFTER_MS,
}: {
  db: Knex;
  now: () => number;
  newId: () => string;
  log: Log;
  flushAfterMs?: number;
}): ContentViewLog => {
  const recent = createRecentKeys({ forMs: SAME_LOOK_MS, max: MAX_RECENT });
  let waiting: WaitingView[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = Promise.resolve();

  const wait = (looks: readonly WaitingView[]): void => {
    waiting = [...looks, ...waiting];
    const lost = waiting.splice(MAX_WAITING).length;
    if (lost > 0) log.error({ looks: lost }, "the audit log lacks who looked: too many waited");
  };

  const planFlush = (afterMs: number): void => {
    timer ??= setTimeout(() => void flush(), afterMs).unref();
  };

  const writeAll = async (looks: readonly WaitingView[]): Promise<void> => {
    const byOrganization = Map.groupBy(looks, ({ organizationId }) => organizationId);
    for (const [organizationId, group] of byOrganization)
      for (let start = 0; start < group.length; start += BATCH_SIZE) {
        const batch = group.slice(start, start + BATCH_SIZE);
        try {
          await writeBatch(db, organizationId, batch);
        } catch (error) {
          log.error({ err: error }, "could not write who looked into the audit log");
          wait(batch);
          planFlush(RETRY_AFTER_MS);
        }
      }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const looks = waiting;
    waiting = [];
    if (looks.length > 0) lastWrite = lastWrite.then(() => writeAll(looks));
    await lastWrite;
  };

  return {
    record: (look) => {
      const at = now();
      const { organizationId, actor, action, subject } = look;
      const key = `${organizationId} ${actor.userId} ${action} ${subject}`;
      if (subject !== null && !recent.add(key, at)) return;
      wait([{ ...look, id: newId(), at }]);
      planFlush(flushAfterMs);
    },
    flush,
  };
};
