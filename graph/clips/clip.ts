import {
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { ClipRow } from "../../db/clips/clip.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import type { UserRow } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { StoredUtterance } from "../../db/recordings/transcript.js";
import { forViewers } from "../access/access.js";
import { recordContentView } from "../access/record-content-view.js";
import { createConnectionType } from "../arguments/pagination.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { buildClipMediaUrl } from "../context/urls.js";
import { loadNamedUser } from "../people/load-named-user.js";
import { User } from "../people/users.js";
import { recordingLoader } from "../recordings/loaders.js";
import { Recording } from "../recordings/recording.js";
import { Utterance, withSpeakerNames } from "../recordings/transcript.js";
import { mayChangeClip } from "./may-change-clip.js";
import {
  clipsOfRecordingsLoader,
  clipTeamsLoader,
  clipTranscriptLoader,
  clipUsersLoader,
} from "./loaders.js";

const ClipStates = {
  ready: "ready",
  waiting: "waiting",
  without_audio: "without_audio",
  failed: "failed",
} as const;
registerEnumType(ClipStates, {
  name: "ClipState",
  description:
    "ready: it plays. waiting: its file is being cut, or redaction must check the recording's first. without_audio: the recording has no stored file. failed: the file can't be cut.",
});

// Not Team, whose leads a caller outside the team doesn't see.
@ObjectType({ simpleResolvers: true })
class ClipTeam {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;
}

@ObjectType({ simpleResolvers: true, description: "With whom a clip is shared." })
class ClipAudience {
  @Field(() => Boolean, { description: "Whether every user of the organization hears it." })
  everyone!: boolean;

  @Field(() => [ClipTeam])
  teams!: ClipTeam[];

  @Field(() => [User])
  users!: UserRow[];
}

@ObjectType({
  simpleResolvers: true,
  description:
    "A part of a recording with a title and an audio file of its own, or the whole call. Those who see the recording see it, and those with whom it is shared; they see nothing else of the recording.",
})
export class Clip {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  title!: string;

  @Field(() => DateTime)
  createdAt!: number;
}

export const ClipConnection = createConnectionType("Clip", () => Clip);

/** Returns whether the clip may be played now. */
export const isPlayable = ({ isWhole, file, mediaFile, mediaUnchecked }: ClipRow): boolean =>
  (isWhole === 1 || file !== null) && mediaFile !== null && mediaUnchecked === 0;

const stateOf = (clip: ClipRow): keyof typeof ClipStates => {
  if (isPlayable(clip)) return "ready";
  if (clip.mediaFile === null) return "without_audio";
  const hasFailed = clip.isWhole === 0 && clip.file === null && clip.cutAfter === null;
  return hasFailed ? "failed" : "waiting";
};

@Resolver(() => Clip)
export class ClipResolver {
  @FieldResolver(() => Int, { description: "Milliseconds from the beginning of the recording." })
  start(@Root() { startMs }: ClipRow): number {
    return startMs;
  }

  @FieldResolver(() => Int, { description: "Milliseconds from the beginning of the recording." })
  end(@Root() { endMs }: ClipRow): number {
    return endMs;
  }

  @FieldResolver(() => Boolean, { description: "Whether it is the whole call." })
  isWhole(@Root() { isWhole }: ClipRow): boolean {
    return isWhole === 1;
  }

  @FieldResolver(() => User, { description: "Who made the clip." })
  async author(@Root() { authorId }: ClipRow, @Ctx() context: Context): Promise<UserRow> {
    return loadNamedUser(context, authorId);
  }

  @FieldResolver(() => User, { description: "Whose call it is." })
  async rep(@Root() { repId }: ClipRow, @Ctx() context: Context): Promise<UserRow> {
    return loadNamedUser(context, repId);
  }

  @FieldResolver(() => Recording, {
    nullable: true,
    description: "Null for callers with whom only the clip is shared.",
  })
  recording(
    @Root() { recordingId }: ClipRow,
    @Ctx() { loaders }: Context,
  ): Promise<RecordingRow | undefined> {
    return loaders.get(recordingLoader).load(recordingId);
  }

  @FieldResolver(() => ClipStates)
  state(@Root() clip: ClipRow): keyof typeof ClipStates {
    return stateOf(clip);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Why the last attempt to cut its file failed; null if it didn't fail, and for callers who don't see the recording.",
  })
  problem(@Root() { cutProblem, repId }: ClipRow, @Ctx() { scope }: Context): string | null {
    return isInScope(scope, repId) ? cutProblem : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The URL of its audio, for callers who see the clip. Null unless its state is ready.",
  })
  audioUrl(@Root() clip: ClipRow, @Ctx() context: Context): string | null {
    return isPlayable(clip) ? buildClipMediaUrl(context, clip.id) : null;
  }

  @FieldResolver(() => [Utterance], {
    description: "The utterances wholly within the clip. Their times are the recording's.",
  })
  async transcript(@Root() clip: ClipRow, @Ctx() context: Context): Promise<StoredUtterance[]> {
    const transcript = await context.loaders.get(clipTranscriptLoader).load(clip.id);
    if (!transcript) return [];
    recordContentView(context, "transcript.opened", clip.recordingId);
    return withSpeakerNames(transcript);
  }

  @FieldResolver(() => ClipAudience, {
    nullable: true,
    description: "Null for callers who don't see the recording.",
  })
  async sharedWith(
    @Root() { id, repId, isForEveryone }: ClipRow,
    @Ctx() context: Context,
  ): Promise<ClipAudience | null> {
    if (!isInScope(context.scope, repId)) return null;
    const teams = await context.loaders.get(clipTeamsLoader).load(id);
    const users = await context.loaders.get(clipUsersLoader).load(id);
    const people = await Promise.all(users.map(({ userId }) => loadNamedUser(context, userId)));
    return {
      everyone: isForEveryone === 1,
      teams: teams.map(({ teamId, name }) => ({ id: teamId, name })),
      users: people.toSorted(
        (one, other) =>
          one.name.localeCompare(other.name, "en") || (one.email < other.email ? -1 : 1),
      ),
    };
  }

  @FieldResolver(() => Boolean, {
    description: "Whether the caller may rename, share and delete it.",
  })
  canChange(@Root() clip: ClipRow, @Ctx() context: Context): boolean {
    return mayChangeClip(context, clip);
  }
}

@Resolver(() => Recording)
export class RecordingClipsResolver {
  @forViewers()
  @FieldResolver(() => [Clip], { description: "The clips of the recording, by their start." })
  async clips(@Root() { id }: RecordingRow, @Ctx() { loaders }: Context): Promise<ClipRow[]> {
    return loaders.get(clipsOfRecordingsLoader).load(id);
  }
}
