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
import type { SpeakerRole, UtteranceRow } from "../db/transcripts.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { Recording } from "./recordings.js";

const SpeakerRoles = { rep: "rep", client: "client", other: "other" } as const;
registerEnumType(SpeakerRoles, { name: "SpeakerRole" });

@ObjectType({
  simpleResolvers: true,
  description: "start and end: milliseconds from the beginning of the recording.",
})
export class Utterance {
  @Field(() => String)
  speaker!: string;

  @Field(() => SpeakerRoles)
  role!: SpeakerRole;

  @Field(() => String)
  text!: string;

  @Field(() => Int)
  start!: number;

  @Field(() => Int)
  end!: number;
}

@InputType()
export class UtteranceInput {
  @Field(() => String)
  speaker!: string;

  @Field(() => SpeakerRoles, { nullable: true, defaultValue: "other" })
  role!: SpeakerRole | null;

  @Field(() => String)
  text!: string;

  @Field(() => Int)
  start!: number;

  @Field(() => Int)
  end!: number;
}

/** In the order of start; utterances that start together keep theirs. @throws INVALID_FIELD */
export const orderedTranscript = (utterances: UtteranceInput[]): UtteranceRow[] => {
  for (const [index, { start, end }] of utterances.entries()) {
    if (start < 0) throw invalidField(`transcript.${index}.start`, "must not be negative");
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
  ): Promise<UtteranceRow[]> {
    if (recording.status !== "processed") return [];
    const [utterances, user, client] = await Promise.all([
      loaders.transcript.load(recording.id),
      loaders.user.load(recording.userId),
      recording.clientId === null ? undefined : loaders.client.load(recording.clientId),
    ]);
    const names = { rep: user?.name, client: client?.name, other: undefined };
    // The rows are this request's own, and a name that is put twice is the same.
    for (const utterance of utterances)
      utterance.speaker = names[utterance.role] || utterance.speaker;
    return utterances;
  }
}
