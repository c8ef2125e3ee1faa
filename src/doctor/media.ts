import { statSync } from "node:fs";
import { join } from "node:path";
import { pageOfMedia } from "../../db/media.js";
import { allOrganizations } from "../../db/organizations.js";
import type { Check, Problem } from "../checks.js";
import { quoted } from "./quoted.js";

const PAGE = 500;

/** Every file that a recording's media is in, whole. The database is backed up without them. */
export const media: Check = {
  name: "media",
  run: async ({ db, config }) => {
    const directory = join(config.dataDir, "media");
    const problems: Problem[] = [];
    for (const { id } of await allOrganizations(db)) {
      const missing: string[] = [];
      let after: string | undefined = "";
      while (after !== undefined) {
        const page = await pageOfMedia(db, id, after, PAGE);
        for (const { recordingId, file, bytes } of page) {
          const found = statSync(join(directory, id, file), { throwIfNoEntry: false });
          if (found?.size !== bytes) missing.push(recordingId);
        }
        after = page[PAGE - 1]?.recordingId;
      }
      if (missing.length > 0)
        problems.push({
          organization: id,
          message: `${directory} lacks the media of ${missing.length} recordings, such as ${missing[0]}`,
          mend: `cp -a <your backup of media>/. ${quoted(directory)}/`,
          repaired: false,
        });
    }
    return problems;
  },
};
