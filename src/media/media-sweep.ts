import type { Db } from "../../db/engine/connect.js";
import { loadReferencedFiles } from "../../db/recordings/media.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { findClockJump } from "../../graph/retention/clock.js";
import { type IntervalJob, startInterval } from "../jobs/interval.js";
import type { Log } from "../log/log.js";
import type { MediaStore } from "./media-store.js";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE_SIZE = 200;

/**
 * Removes files that no recording references, which a crash left after an upload or an erasure. Spares files
 * younger than an hour: an upload in progress may reference them soon. Spares organizations that aren't in
 * the database: it may be the wrong one. Returns the number of files removed.
 */
export const sweepMedia = async (
  db: Db,
  media: Pick<MediaStore, "listOlderFiles" | "remove">,
  now: number,
  signal?: AbortSignal,
): Promise<number> => {
  let removed = 0;
  for (const { id } of await listOrganizations(db)) {
    if (await findClockJump(db, id, now)) continue;
    let page: string[] = [];
    const removeUnreferenced = async (): Promise<void> => {
      const referenced = new Set(page.length > 0 ? await loadReferencedFiles(db, id, page) : []);
      for (const file of page.filter((name) => !referenced.has(name))) {
        await media.remove(id, file);
        removed += 1;
      }
      page = [];
    };
    for await (const file of media.listOlderFiles(id, now - HOUR_MS)) {
      if (signal?.aborted) return removed;
      if (page.push(file) === PAGE_SIZE) await removeUnreferenced();
    }
    await removeUnreferenced();
  }
  return removed;
};

/** Sweeps media now and every day. */
export const startMediaSweep = (parts: {
  db: Db;
  now: () => number;
  log: Log;
  media: MediaStore;
}): IntervalJob => {
  const { db, now, log, media } = parts;
  return startInterval(
    { everyMs: DAY_MS, log, failureMessage: "media sweep failed" },
    async (signal) => {
      const files = await sweepMedia(db, media, now(), signal);
      if (files > 0) log.info({ files }, "removed media files that no recording references");
    },
  );
};
