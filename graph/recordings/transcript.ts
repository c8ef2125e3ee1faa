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
import type { RecordingRow } from "../../db/recordings/fields.js";
import {
  findTranscriptEnd,
  type SpeakerRole,
  type StoredUtterance,
  type TranscriptRow,
} from "../../db/recordings/transcript.js";
import { LONG_TEXT, Limit } from "../arguments/limits.js";
import type { Context } from "../context/context.js";
import { recordContentView } from "../access/record-content-view.js";
import { invalidField } from "../core/errors.js";
import { Constraint } from "../arguments/constraints.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { Recording } from "./recording.js";
import { nameSpeaker } from "./speaker-names.js";
import { DateTime } from "../arguments/scalars.js";
import { transcriptLoader, transcriptRemovalLoader } from "./loaders.js";

export const SpeakerRoles = { rep: "rep", client: "client", other: "other" } as const;
registerEnumType(SpeakerRoles, { name: "SpeakerRole" });

@ObjectType({
  simpleResolvers: true,
  description: "start and end: milliseconds from the start of the recording.",
})
export class Utterance {
  @Field(() => String, {
    description: "The rep's or the client's name if known, else the name that was sent.",
  })
  speaker!: string;

  @Field(() => SpeakerRoles, { description: "The speaker's side of the call." })
  role!: SpeakerRole;

  @Field(() => String, { description: "The spoken words." })
  text!: string;

  @Field(() => Int, { description: "Milliseconds from the start of the recording." })
  start!: number;

  @Field(() => Int, {
    description: "Milliseconds from the start of the recording, not before start.",
  })
  end!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "The line as it was heard, if debrief repaired names and terms that it knows; null if it is as it was heard, and after a correction by a person.",
  })
  heard?: string;
}

@InputType()
export class UtteranceInput {
  @Field(() => String, { description: "The speaker's name." })
  speaker!: string;

  @Field(() => SpeakerRoles, {
    nullable: true,
    defaultValue: "other",
    description: "The speaker's side of the call.",
  })
  role!: SpeakerRole | null;

  @Limit(LONG_TEXT)
  @Field(() => String, { description: "The spoken words." })
  text!: string;

  @Constraint({ minimum: 0 })
  @Field(() => Int, { description: "Milliseconds from the start of the recording." })
  start!: number;

  @Field(() => Int, {
    description: "Milliseconds from the start of the recording, not before start.",
  })
  end!: number;

  /** Only the transcriptions of this program set it: the text before words were repaired. */
  heard?: string;
}

/** From here on, each step of a transcript takes milliseconds. */
const LARGE_TRANSCRIPT_UTTERANCES = 5_000;

/** Lets other requests run before the next step of a large transcript. */
export const yieldIfLargeTranscript = async (utterances: readonly object[]): Promise<void> => {
  if (utterances.length >= LARGE_TRANSCRIPT_UTTERANCES) await yieldToEventLoop();
};

/** Sorts utterances by start; utterances with the same start keep their order. @throws INVALID_FIELD */
export const normalizeTranscript = (utterances: UtteranceInput[]): StoredUtterance[] => {
  for (const [index, { start, end }] of utterances.entries()) {
    if (end < start) throw invalidField(`transcript.${index}.end`, "must not be before start");
  }
  return utterances
    .map((utterance) => ({ ...utterance, role: utterance.role ?? "other" }))
    .toSorted((a, b) => a.start - b.start);
};

/** Writes the current names of the rep and the client into the utterances, and returns them. */
export const withSpeakerNames = (transcript: TranscriptRow): StoredUtterance[] => {
  for (const utterance of transcript.utterances)
    utterance.speaker = nameSpeaker(transcript, utterance);
  return transcript.utterances;
};

const loadUtterances = async (
  { id }: RecordingRow,
  context: Context,
): Promise<StoredUtterance[]> => {
  const transcript = await context.loaders.get(transcriptLoader).load(id);
  if (!transcript) return [];
  recordContentView(context, "transcript.opened", id);
  // The loader's rows belong to this request; naming a speaker twice has no effect.
  const utterances = withSpeakerNames(transcript);
  await yieldIfLargeTranscript(utterances);
  return utterances;
};

@Resolver(() => Recording)
export class TranscriptResolver {
  @FieldResolver(() => [Utterance], { description: "Empty until the recording is processed." })
  async transcript(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<StoredUtterance[]> {
    return recording.status === "processed" ? loadUtterances(recording, context) : [];
  }

  @FieldResolver(() => [Utterance], {
    description:
      "The transcript of a failed recording, as far as there is one: what was understood of a call in another language, or what could not be analysed. Empty for every other status.",
  })
  async understood(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<StoredUtterance[]> {
    return recording.status === "failed" ? loadUtterances(recording, context) : [];
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: "When retention removed the transcript; null if it has not.",
  })
  async transcriptRemovedAt(
    @Root() recording: RecordingRow,
    @Ctx() { loaders }: Context,
  ): Promise<number | null> {
    return (await loaders.get(transcriptRemovalLoader).load(recording.id))?.removedAt ?? null;
  }
}

/** Returns the duration in milliseconds: as sent, else the end of the last utterance. */
export const resolveCallDuration = (
  sent: number | null,
  transcript: readonly StoredUtterance[],
): number => sent ?? findTranscriptEnd(transcript);
