import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { addAudience, countAudience, removeAudience } from "../../db/clips/audience.js";
import {
  type ClipRow,
  deleteClip,
  findClip,
  insertClip,
  measureClips,
  updateClip,
} from "../../db/clips/clip.js";
import type { Db } from "../../db/engine/connect.js";
import { findMedia } from "../../db/recordings/media.js";
import { forPeople } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict } from "../core/errors.js";
import { resolveAuthor } from "../people/resolve-author.js";
import { requireVisibleRecording } from "../recordings/visible.js";
import { Clip } from "./clip.js";
import { clipReaderOf } from "./clip-reader.js";
import {
  AudienceInput,
  ClipInput,
  findAudience,
  MAX_AUDIENCE,
  resolveAudience,
  resolveRange,
  validateTitle,
} from "./input.js";
import { requireOwnClip } from "./may-change-clip.js";

/** Per recording: a recording lists all its clips. */
const MAX_CLIPS = 100;
/** Of all clips of a recording: each is a file, larger than its part of a compressed recording. */
const MAX_TOTAL_MS = 60 * 60_000;

/** Returns the names of the fields that name anyone, for the audit log. */
const listNamed = ({ everyone, teamIds, userEmails }: AudienceInput): string[] => [
  ...(everyone === true ? ["everyone"] : []),
  ...((teamIds?.length ?? 0) > 0 ? ["teamIds"] : []),
  ...((userEmails?.length ?? 0) > 0 ? ["userEmails"] : []),
];

/** Shares a clip. @throws CONFLICT for too many users and teams, and as `resolveAudience` */
const share = async (
  trx: Db,
  context: Context,
  { id, repId }: Pick<ClipRow, "id" | "repId">,
  input: AudienceInput,
): Promise<void> => {
  const fields = listNamed(input);
  if (fields.length === 0) return;
  const { organizationId } = context;
  const audience = await resolveAudience(trx, context, repId, input);
  await addAudience(trx, organizationId, id, audience);
  if (audience.everyone) await updateClip(trx, organizationId, id, { isForEveryone: 1 });
  if ((await countAudience(trx, organizationId, id)) > MAX_AUDIENCE)
    throw conflict(`A clip can be shared with at most ${MAX_AUDIENCE} users and teams`);
  await audit(trx, context, { action: "clip.shared", subject: id, fields });
};

const reload = async (trx: Db, context: Context, id: string): Promise<ClipRow> =>
  (await findClip(trx, context.organizationId, id, clipReaderOf(context)))!;

@Resolver()
export class ClipMutationResolver {
  @forPeople()
  @Mutation(() => Clip, {
    description:
      "Makes a clip of a processed recording that the caller sees. Its audio file is cut soon after; the whole call plays the recording's.",
  })
  async createClip(
    @Arg("input", () => ClipInput) input: ClipInput,
    @Ctx() context: Context,
  ): Promise<ClipRow> {
    const { title, shareWith } = input;
    validateTitle(title);
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const recording = await requireVisibleRecording(trx, context, input.recordingId);
      const range = resolveRange(input, recording);
      const ownMs = range.isWhole === 1 ? 0 : range.endMs - range.startMs;
      const authorId = await resolveAuthor(trx, context, input.authorEmail);
      const others = await measureClips(trx, organizationId, recording.id);
      if (others.count >= MAX_CLIPS)
        throw conflict(`has ${MAX_CLIPS} clips already`, "recordingId");
      if (others.totalMs + ownMs > MAX_TOTAL_MS)
        throw conflict(`has clips of ${MAX_TOTAL_MS / 60_000} min in all already`, "recordingId");
      const isCut =
        range.isWhole === 0 && (await findMedia(trx, organizationId, recording.id)) !== undefined;
      const id = context.newId();
      await insertClip(trx, organizationId, {
        id,
        recordingId: recording.id,
        authorId,
        title,
        ...range,
        createdAt: context.now(),
        isForEveryone: 0,
        file: null,
        bytes: null,
        cutFailures: 0,
        cutProblem: null,
        cutAfter: isCut ? 0 : null,
      });
      await audit(trx, context, { action: "clip.created", subject: id });
      if (shareWith) await share(trx, context, { id, repId: recording.userId }, shareWith);
      return reload(trx, context, id);
    });
  }

  @forPeople()
  @Mutation(() => Clip, { description: "Renames a clip." })
  async renameClip(
    @Arg("id", () => ID) id: string,
    @Arg("title", () => String) title: string,
    @Ctx() context: Context,
  ): Promise<ClipRow> {
    validateTitle(title);
    return mutate(context, async (trx) => {
      const clip = await requireOwnClip(trx, context, id);
      if (clip.title === title) return clip;
      await updateClip(trx, context.organizationId, id, { title });
      return { ...clip, title };
    });
  }

  @forPeople()
  @Mutation(() => Clip, {
    description:
      "Shares a clip with more users or teams, or with everyone. They hear it and read its words, and see nothing else of the recording.",
  })
  async shareClip(
    @Arg("id", () => ID) id: string,
    @Arg("with", () => AudienceInput) audience: AudienceInput,
    @Ctx() context: Context,
  ): Promise<ClipRow> {
    return mutate(context, async (trx) => {
      await share(trx, context, await requireOwnClip(trx, context, id), audience);
      return reload(trx, context, id);
    });
  }

  @forPeople()
  @Mutation(() => Clip, {
    description:
      "Takes a clip back from users and teams, or from everyone. Users who see the recording still see it.",
  })
  async unshareClip(
    @Arg("id", () => ID) id: string,
    @Arg("with", () => AudienceInput) audience: AudienceInput,
    @Ctx() context: Context,
  ): Promise<ClipRow> {
    const { organizationId } = context;
    const fields = listNamed(audience);
    return mutate(context, async (trx) => {
      const clip = await requireOwnClip(trx, context, id);
      if (fields.length === 0) return clip;
      const removed = await findAudience(trx, organizationId, id, audience);
      await removeAudience(trx, organizationId, id, removed);
      if (audience.everyone === true)
        await updateClip(trx, organizationId, id, { isForEveryone: 0 });
      await audit(trx, context, { action: "clip.unshared", subject: id, fields });
      return reload(trx, context, id);
    });
  }

  @forPeople()
  @Mutation(() => Boolean, { description: "Deletes a clip and its file. The recording stays." })
  async deleteClip(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    return mutate(context, async (trx, effects) => {
      const { file } = await requireOwnClip(trx, context, id);
      await deleteClip(trx, context.organizationId, id);
      if (file !== null) effects.filesToDelete.push(file);
      await audit(trx, context, { action: "clip.deleted", subject: id });
      return true;
    });
  }
}
