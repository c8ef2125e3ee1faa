import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { findMedia, listMedia, type MediaRow } from "../../../db/recordings/media.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { listTrashDirectories } from "../../media/media-trash.js";
import type { Check, CheckProblem } from "./check.js";
import { quoteForShell } from "./quote-for-shell.js";

const PAGE_SIZE = 500;

/** Returns whether the row's file has its size. Imported rows may have any name. */
const hasFile = (directory: string, { file, bytes }: MediaRow): boolean =>
  basename(file) === file &&
  statSync(join(directory, file), { throwIfNoEntry: false })?.size === bytes;

/** Checks that every media file exists with its size. Backups don't include media. */
export const mediaCheck: Check = {
  name: "media",
  run: async ({ db, config }) => {
    const directory = join(config.dataDir, "media");
    // The server moves a file back when it needs it.
    const trashes = listTrashDirectories(directory);
    const problems: CheckProblem[] = [];
    for (const { id } of await listOrganizations(db)) {
      const missing: string[] = [];
      let after: string | undefined = "";
      while (after !== undefined) {
        const page = await listMedia(db, id, after, PAGE_SIZE);
        const isStored = (row: MediaRow): boolean =>
          [directory, ...trashes].some((parent) => hasFile(join(parent, id), row));
        for (const row of page) {
          if (isStored(row)) continue;
          // A server may have erased or replaced the file since the page was read.
          const current = await findMedia(db, id, row.recordingId);
          if (current && !isStored(current)) missing.push(row.recordingId);
        }
        after = page[PAGE_SIZE - 1]?.recordingId;
      }
      if (missing.length > 0)
        problems.push({
          organization: id,
          message: `${directory} lacks the media of ${missing.length} recordings, for example ${missing[0]}`,
          fix: `cp -a <your backup of media>/. ${quoteForShell(directory)}/`,
          repaired: false,
        });
    }
    return problems;
  },
};
