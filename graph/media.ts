import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import type { Db } from "../db/connect.js";
import { deleteMedia, insertMedia, type MediaRow } from "../db/media.js";
import type { RecordingRow } from "../db/recordings.js";
import type { Context } from "./context.js";
import { mediaUrl } from "./links.js";
import { Recording } from "./recordings.js";
import { DateTime } from "./scalars.js";

@ObjectType({ simpleResolvers: true, description: "A file of audio or video that is kept." })
class Media {
  @Field(() => String, { description: "MIME, as the content says." })
  type!: string;

  @Field(() => Int)
  bytes!: number;

  @Field(() => DateTime, { description: "When it was uploaded." })
  createdAt!: number;
}

@Resolver(() => Media)
export class MediaResolver {
  @FieldResolver(() => String, {
    description: "Where it is played and read from: by the key, or by an admin who has signed in.",
  })
  url(@Root() media: MediaRow, @Ctx() context: Context): string {
    return mediaUrl(context, media.recordingId);
  }
}

@Resolver(() => Recording)
export class RecordingMediaResolver {
  @FieldResolver(() => Media, {
    nullable: true,
    description: "The file that was uploaded; null where none is kept.",
  })
  async media(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<MediaRow | undefined> {
    return context.loaders.media.load(recording.id);
  }
}

/** Makes the file that came with the request the recording's media, in the place of what it has. */
export const attach = async (trx: Db, context: Context, recordingId: string): Promise<void> => {
  const { attached, organizationId } = context;
  if (!attached) return;
  context.dropped.push(...(await deleteMedia(trx, organizationId, [recordingId])));
  const { file, type, bytes } = attached;
  await insertMedia(trx, organizationId, {
    recordingId,
    file,
    type,
    bytes,
    createdAt: context.now(),
  });
  // Nobody may ever know whether this commits: a sweep finds out.
  attached.taken = true;
};
