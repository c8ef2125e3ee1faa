import {
  Ctx,
  Field,
  FieldResolver,
  InputType,
  Int,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { RecordingRow } from "../db/recordings.js";
import type { SpeakerRole, StoredUtterance } from "../db/transcripts.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { Says } from "./keywords.js";
import { Recording } from "./recordings.js";
import { DateTime } from "./scalars.js";

const SpeakerRoles = { rep: "rep", client: "client", other: "other" } as const;
registerEnumType(SpeakerRoles, { name: "SpeakerRole" });

@ObjectType({
  simpleResolvers: true,
  description: "start and end: milliseconds from the beginning of the recording.",
})
export class Utterance {
  @Field(() => String, {
    description: "The rep's or the client's name where it is known, else as it was sent.",
  })
  speaker!: string;

  @Field(() => SpeakerRoles, { description: "Whose side the speaker is on." })
  role!: SpeakerRole;

  @Field(() => String, { description: "What is said." })
  text!: string;

  @Field(() => Int, { description: "Milliseconds from the beginning of the recording." })
  start!: number;

  @Field(() => Int, {
    description: "Milliseconds from the beginning of the recording, not before start.",
  })
  end!: number;
}

@InputType()
export class UtteranceInput {
  @Field(() => String, { description: "The name of who speaks." })
  speaker!: string;

  @Field(() => SpeakerRoles, {
    nullable: true,
    defaultValue: "other",
    description: "Whose side the speaker is on.",
  })
  role!: SpeakerRole | null;

  @Field(() => String, { description: "What is said." })
  text!: string;

  @Says({ minimum: 0 })
  @Field(() => Int, { description: "Milliseconds from the beginning of the recording." })
  start!: number;

  @Field(() => Int, {
    description: "Milliseconds from the beginning of the recording, not before start.",
  })
  end!: number;
}

/** In the order of start; utterances that start together keep theirs. @throws INVALID_FIELD */
export const orderedTranscript = (utterances: UtteranceInput[]): StoredUtterance[] => {
  for (const [index, { start, end }] of utterances.entries()) {
    if (end < start) throw invalidField(`transcript.${index}.end`, "must not be before start");
  }
  return utterances
    .map((utterance) => ({ ...utterance, role: utterance.role ?? "other" }))
    .toSorted((a, b) => a.start - b.start);
};

@Resolver(() => Recording)
export class TranscriptResolver {
  @FieldResolver(() => [Utterance], { description: "Empty until the recording is processed." })
  async transcript(
    @Root() recording: RecordingRow,
    @Ctx() { loaders }: Context,
  ): Promise<StoredUtterance[]> {
    if (recording.status !== "processed") return [];
    const found = await loaders.transcript.load(recording.id);
    if (!found) return [];
    const names = { rep: found.userName, client: found.clientName, other: undefined };
    // They are this request's own, and a name that is put twice is the same.
    for (const utterance of found.utterances)
      utterance.speaker = names[utterance.role] || utterance.speaker;
    return found.utterances;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      "When the transcript was removed, being older than the organization keeps them; null where it was not.",
  })
  async transcriptRemovedAt(
    @Root() recording: RecordingRow,
    @Ctx() { loaders }: Context,
  ): Promise<number | null> {
    return (await loaders.transcript.load(recording.id))?.removedAt ?? null;
  }
}
