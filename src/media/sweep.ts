import type { Db } from "../../db/connect.js";
import { keptFiles } from "../../db/media.js";
import { allOrganizations } from "../../db/organizations.js";
import { type Regular, regularly } from "../regularly.js";
import type { Log } from "../log.js";
import type { MediaStore } from "./store.js";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PAGE = 200;

/**
 * Removes files that are no recording's: what a crash has left of an upload, or of an erasure. Younger
 * ones may be somebody's in a moment. The files of an organization that the database does not know are left
 * alone: it may be the wrong database. Returns how many were removed.
 */
export const sweep = async (
  db: Db,
  media: Pick<MediaStore, "older" | "remove">,
  now: number,
  signal?: AbortSignal,
): Promise<number> => {
  let removed = 0;
  for (const { id } of await allOrganizations(db)) {
    let page: string[] = [];
    const clear = async (): Promise<void> => {
      const kept = new Set(page.length > 0 ? await keptFiles(db, id, page) : []);
      for (const file of page.filter((name) => !kept.has(name))) {
        await media.remove(id, file);
        removed += 1;
      }
      page = [];
    };
    for await (const file of media.older(id, now - HOUR_MS)) {
      if (signal?.aborted) return removed;
      if (page.push(file) === PAGE) await clear();
    }
    await clear();
  }
  return removed;
};

/** Now, and every day. */
export const startSweeping = (parts: {
  db: Db;
  now: () => number;
  log: Log;
  media: MediaStore;
}): Regular => {
  const { db, now, log, media } = parts;
  return regularly({ everyMs: DAY_MS, log, failed: "media could not be swept" }, async (signal) => {
    const files = await sweep(db, media, now(), signal);
    if (files > 0) log.info({ files }, "media that is no recording's was removed");
  });
};
