import { Ctx, Field, FieldResolver, Float, ObjectType, Resolver, Root } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import { deleteMedia, insertMedia, type MediaRow } from "../../db/recordings/media.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Effects } from "../context/effects.js";
import type { Context } from "../context/context.js";
import { buildMediaUrl } from "../context/urls.js";
import { resolveUnchecked } from "../redaction/media-checks.js";
import { Recording, requireRecording } from "./recording.js";
import { DateTime } from "../arguments/scalars.js";
import { mediaLoader } from "./loaders.js";

@ObjectType({ simpleResolvers: true, description: "A stored audio or video file." })
export class Media {
  @Field(() => String, { description: "MIME type, detected from the content." })
  type!: string;

  // Int ends at 2 GiB.
  @Field(() => Float)
  bytes!: number;

  @Field(() => DateTime, { description: "When the file was uploaded." })
  createdAt!: number;

  @Field(() => Boolean, {
    description:
      "Whether the file waits for its check by redaction, which needs a transcript. Until then it isn't served.",
  })
  unchecked!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "Why the last attempt to silence the file failed. It isn't served, and stays until it is silenced or deleted.",
  })
  checkProblem!: string | null;
}

@Resolver(() => Media)
export class MediaResolver {
  @FieldResolver(() => String, {
    description: "The URL of the file. Requires the API key or a signed-in admin.",
  })
  url(@Root() media: MediaRow, @Ctx() context: Context): string {
    return buildMediaUrl(context, media.recordingId);
  }
}

@Resolver(() => Recording)
export class RecordingMediaResolver {
  @FieldResolver(() => Media, {
    nullable: true,
    description: "The uploaded file; null without one.",
  })
  async media(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<MediaRow | undefined> {
    return context.loaders.get(mediaLoader).load(recording.id);
  }
}

/** Makes the request's file the recording's media and replaces an earlier file. Does nothing without a file. */
export const attachUpload = async (
  trx: Db,
  context: Context,
  effects: Effects,
  recordingId: string,
): Promise<void> => {
  const { upload, organizationId } = context;
  if (!upload) return;
  const { file, type, bytes } = upload;
  const replaced = await deleteMedia(trx, organizationId, [recordingId]);
  // A resumed upload attaches its file again after a crash before the response.
  effects.filesToDelete.push(...replaced.filter((name) => name !== file));
  await insertMedia(trx, organizationId, {
    recordingId,
    file,
    type,
    bytes,
    createdAt: context.now(),
    unchecked: await resolveUnchecked(
      trx,
      organizationId,
      await requireRecording(trx, organizationId, recordingId),
    ),
  });
  // Called before the commit, whose outcome may stay unknown; a sweep deletes files without a recording.
  upload.keep();
};
