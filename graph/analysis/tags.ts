import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { loadTagsByRecordings } from "../../db/analysis/analysis.js";
import { countTagEdits, replaceTags, upsertTagEdit } from "../../db/analysis/tags.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { forManagers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
import { Recording } from "../recordings/recording.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { MAX_RECORDING_TAGS, validateTag } from "./keep-tags.js";
import { transition } from "./transitions.js";

/** Tags that people may add or remove per recording, each counted once. */
const MAX_EDITS = 1_000;

/** Keeps what a person does with a tag for later analyses. @throws CONFLICT */
const keepEdit = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  edit: { tag: string; isAdded: boolean },
): Promise<void> => {
  await upsertTagEdit(trx, organizationId, recordingId, edit);
  if ((await countTagEdits(trx, organizationId, recordingId)) > MAX_EDITS)
    throw conflict(`People can't add or remove more than ${MAX_EDITS} tags of a recording`);
};

/** Changes the tags of a recording: `change` returns them, or undefined if nothing changes. */
const changeTags = async (
  context: Context,
  recordingId: string,
  change: (trx: Db, before: string[]) => Promise<string[] | undefined>,
): Promise<RecordingRow> => {
  const { organizationId, now } = context;
  return transition(context, recordingId, {
    from: ["processed"],
    change: async (trx, recording) => {
      const rows = await loadTagsByRecordings(trx, organizationId, [recordingId]);
      const tags = await change(
        trx,
        rows.map(({ tag }) => tag),
      );
      if (!tags) return;
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
      "Adds a tag to a processed recording. Later analyses don't remove it. For admins and managers.",
  })
  async addTag(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("tag", () => String, { description: "Without a comma." }) sent: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const tag = sent.trim();
    validateTag("tag", tag);
    return changeTags(context, recordingId, async (trx, before) => {
      await keepEdit(trx, context.organizationId, recordingId, { tag, isAdded: true });
      if (before.includes(tag)) return undefined;
      if (before.length >= MAX_RECORDING_TAGS)
        throw conflict(`The recording has ${MAX_RECORDING_TAGS} tags; remove one first`);
      return [...before, tag];
    });
  }

  @forManagers()
  @Mutation(() => Recording, {
    description:
      "Removes a tag from a processed recording. Later analyses don't bring it back. For admins and managers.",
  })
  async removeTag(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("tag", () => String, { description: "Exactly as the recording has it." }) tag: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return changeTags(context, recordingId, async (trx, before) => {
      if (!before.includes(tag)) return undefined;
      await keepEdit(trx, context.organizationId, recordingId, { tag, isAdded: false });
      return before.filter((other) => other !== tag);
    });
  }
}
