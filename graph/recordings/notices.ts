import {
  Ctx,
  Field,
  FieldResolver,
  Int,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Notice as StoredNotice, NoticeKind } from "../../db/recordings/notices.js";
import type { Context } from "../context/context.js";
import { describeNotice } from "./describe-notices.js";
import { noticeLoader } from "./loaders.js";
import { Recording } from "./recording.js";

const NoticeKinds = {
  audio_damaged: "audio_damaged",
  audio_ended_early: "audio_ended_early",
  audio_left_out: "audio_left_out",
  cue_left_out: "cue_left_out",
  invention_left_out: "invention_left_out",
  other_language: "other_language",
  speech_not_understood: "speech_not_understood",
  text_joined: "text_joined",
  text_repaired: "text_repaired",
  time_estimated: "time_estimated",
  time_repaired: "time_repaired",
} as const satisfies { [Kind in NoticeKind]: Kind };
registerEnumType(NoticeKinds, {
  name: "NoticeKind",
  valuesConfig: {
    audio_damaged: { description: "A part of the audio is damaged and can't be heard." },
    audio_ended_early: { description: "The audio file ends before the time that it states." },
    audio_left_out: {
      description:
        "The file has sound that was not read: another audio track, or another file after its end.",
    },
    cue_left_out: { description: "A part of the sent transcript can't be read and was left out." },
    invention_left_out: {
      description: "The transcription server returned a text that was not said; it was left out.",
    },
    other_language: {
      description:
        "Most of the speech is in a language that debrief doesn't understand. `understood` has the rest.",
    },
    speech_not_understood: { description: "There is speech that debrief did not understand." },
    text_joined: {
      description:
        "A text stood after a blank line, without times of its own, and was joined to the part before it.",
    },
    text_repaired: {
      description: "A text had characters that no text may have; they were replaced.",
    },
    time_estimated: {
      description:
        "A text had no time and got that of its neighbours, or a share of the duration if no text had a time.",
    },
    time_repaired: { description: "A time was impossible, such as an end before its start." },
  },
});

@ObjectType({ simpleResolvers: true, description: "A place in the audio or the sent transcript." })
class NoticePlace {
  @Field(() => Int, {
    nullable: true,
    description: "Milliseconds from the start of the recording.",
  })
  start?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Milliseconds from the start of the recording.",
  })
  end?: number | null;

  @Field(() => Int, { nullable: true, description: "The line of WebVTT or SRT, from 1." })
  line?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "The path in JSON, such as `transcript.segments.3.end`.",
  })
  path?: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: "Something that was left out, repaired or estimated while the call was read.",
})
class Notice {
  @Field(() => NoticeKinds)
  kind!: NoticeKind;

  @Field(() => Int, { description: "How often; at least 1." })
  count!: number;

  @Field(() => [NoticePlace], { description: "The first 20 places." })
  places!: NoticePlace[];

  @Field(() => String, { description: "The notice in a sentence, with the first places." })
  description!: string;
}

@Resolver(() => Recording)
export class NoticeResolver {
  @FieldResolver(() => [Notice], {
    description:
      "What was left out, repaired or estimated while the call's audio and transcript were read. Empty: nothing was.",
  })
  async notices(@Root() { id }: RecordingRow, @Ctx() { loaders }: Context): Promise<Notice[]> {
    const row = await loaders.get(noticeLoader).load(id);
    const notices = row ? (JSON.parse(row.notices) as StoredNotice[]) : [];
    return notices.map((notice) => ({ ...notice, description: describeNotice(notice) }));
  }
}
