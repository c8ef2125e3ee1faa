import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { loadTagsByRecordings } from "../../db/analysis/analysis.js";
import { loadTagEdits, replaceTags, upsertTagEdit } from "../../db/analysis/tags.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { forManagers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
import { Recording } from "../recordings/recording.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { MAX_TAGS, validateTag } from "./keep-tags.js";
import { transition } from "./transitions.js";

/** The tags that people added or removed, per recording. */
const MAX_EDITS = 200;

/** Changes the tags of a recording, and keeps the change for later analyses. */
const editTag = async (
  context: Context,
  recordingId: string,
  sent: string,
  isAdded: boolean,
): Promise<RecordingRow> => {
  const { organizationId, now } = context;
  const tag = sent.trim();
  validateTag("tag", tag);
  return transition(context, recordingId, {
    from: ["processed"],
    change: async (trx, recording) => {
      const rows = await loadTagsByRecordings(trx, organizationId, [recordingId]);
      const before = rows.map((row) => row.tag);
      const others = before.filter((other) => other !== tag);
      const tags = isAdded ? [...others, tag] : others;
      if (tags.length > MAX_TAGS) throw conflict(`The recording has ${MAX_TAGS} tags already`);
      const edits = await loadTagEdits(trx, organizationId, recordingId);
      if (edits.length >= MAX_EDITS && !edits.some((edit) => edit.tag === tag))
        throw conflict(`People have added or removed ${MAX_EDITS} tags of the recording already`);
      await upsertTagEdit(trx, organizationId, recordingId, { tag, isAdded: isAdded ? 1 : 0 });
      if (tags.length === before.length) return;
      await withStatsUpdated(trx, organizationId, [recording], async () => {
        await replaceTags(trx, organizationId, recording, tags);
        await updateRecording(trx, organizationId, recordingId, {}, now());
      });
    },
  });
};

@Resolver(() => Recording)
export class TagResolver {
  @forManagers()
  @Mutation(() => Recording, {
    description:
      "Adds a tag to a processed recording. It stays, whatever later analyses find. For admins and managers.",
  })
  async addTag(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("tag", () => String, { description: "Without a comma." }) tag: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return editTag(context, recordingId, tag, true);
  }

  @forManagers()
  @Mutation(() => Recording, {
    description:
      "Removes a tag from a processed recording. Later analyses don't bring it back. For admins and managers.",
  })
  async removeTag(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("tag", () => String) tag: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return editTag(context, recordingId, tag, false);
  }
}
