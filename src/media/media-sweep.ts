import type { Db } from "../../db/engine/connect.js";
import { loadReferencedFiles } from "../../db/recordings/media.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import type { ErasureJournal } from "../../graph/core/ports.js";
import { findClockJump } from "../../graph/retention/clock.js";
import { isMediaDirectory } from "./media-names.js";
import { type IntervalJob, startInterval } from "../base/workers/interval.js";
import type { Log } from "../base/log/log.js";
import type { MediaStore } from "./media-store.js";
import { deleteRestoreMark, hasRestoreMark } from "./restore-mark.js";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE_SIZE = 200;

type SweptMedia = Pick<
  MediaStore,
  "listOlderFiles" | "discard" | "remove" | "listDiscarded" | "recover" | "purgeTrash"
>;

interface SweepDependencies {
  db: Db;
  media: SweptMedia;
  erasures: Pick<ErasureJournal, "has">;
}

/** How many files a sweep moved back, moved to the trash, and deleted from it. */
export interface SweepCounts {
  recovered: number;
  discarded: number;
  purged: number;
}

/** Moves files back whose recordings exist again: a restore was undone. */
const recoverReferenced = async ({ db, media }: SweepDependencies, id: string): Promise<number> => {
  const files = await media.listDiscarded(id);
  let recovered = 0;
  for (let at = 0; at < files.length; at += PAGE_SIZE) {
    const referenced = await loadReferencedFiles(db, id, files.slice(at, at + PAGE_SIZE));
    for (const file of referenced) if (await media.recover(id, file)) recovered += 1;
  }
  return recovered;
};

/** Moves unreferenced files to the trash. Deletes those of erased recordings at once. */
const discardUnreferenced = async (
  { db, media, erasures }: SweepDependencies,
  id: string,
  now: number,
  signal?: AbortSignal,
): Promise<number> => {
  let discarded = 0;
  let page: string[] = [];
  const discardPage = async (): Promise<void> => {
    const referenced = new Set(page.length > 0 ? await loadReferencedFiles(db, id, page) : []);
    for (const file of page.filter((name) => !referenced.has(name))) {
      if (erasures.has(id, { kind: "media", id: file })) await media.remove(id, file);
      else await media.discard(id, file, now);
      discarded += 1;
    }
    page = [];
  };
  for await (const file of media.listOlderFiles(id, now - HOUR_MS)) {
    if (signal?.aborted) return discarded;
    if (page.push(file) === PAGE_SIZE) await discardPage();
  }
  await discardPage();
  return discarded;
};

/**
 * Moves unreferenced files, left by a crash after an upload or an erasure, to the trash, and moves files that are
 * referenced again back. Skips files younger than an hour: an upload in progress may reference them soon. Skips
 * organizations missing from the database, because it may be the wrong one. Also skips those for which the clock
 * jumped, or whose id can't be a directory name. `isRestored`: only moves files back.
 */
export const sweepMedia = async (
  parts: SweepDependencies,
  now: number,
  { isRestored = false, signal }: { isRestored?: boolean; signal?: AbortSignal } = {},
): Promise<SweepCounts> => {
  const counts = { recovered: 0, discarded: 0, purged: 0 };
  for (const { id } of await listOrganizations(parts.db)) {
    if (signal?.aborted) break;
    if (!isMediaDirectory(id)) continue;
    counts.recovered += await recoverReferenced(parts, id);
    if (isRestored || (await findClockJump(parts.db, id, now))) continue;
    counts.discarded += await discardUnreferenced(parts, id, now, signal);
    counts.purged += await parts.media.purgeTrash(id, now);
  }
  return counts;
};

/** Sweeps media now and every day. After a restore, the first sweep removes nothing. */
export const startMediaSweep = (
  parts: SweepDependencies & { now: () => number; log: Log; dataDir: string },
): IntervalJob => {
  const { now, log, dataDir } = parts;
  return startInterval(
    { everyMs: DAY_MS, log, failureMessage: "media sweep failed" },
    async (signal) => {
      const isRestored = hasRestoreMark(dataDir);
      const counts = await sweepMedia(parts, now(), { isRestored, signal });
      if (Object.values(counts).some((count) => count > 0))
        log.info({ ...counts }, "swept media files that no recording references");
      if (isRestored && !signal.aborted) deleteRestoreMark(dataDir);
    },
  );
};
