import { statSync } from "node:fs";
import { join } from "node:path";
import { listMedia } from "../../db/recordings/media.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { listTrashDirectories } from "../media/media-trash.js";
import type { Check, CheckProblem } from "./check.js";
import { quoteForShell } from "./quote-for-shell.js";

const PAGE_SIZE = 500;

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
        for (const { recordingId, file, bytes } of page) {
          const paths = [directory, ...trashes].map((parent) => join(parent, id, file));
          const isStored = paths.some(
            (path) => statSync(path, { throwIfNoEntry: false })?.size === bytes,
          );
          if (!isStored) missing.push(recordingId);
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
