import { Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { computeProcessScore, computeTalkMetrics, type TalkMetrics } from "../stats/measures.js";
import { Recording } from "./recording.js";

const REP = "Null if no line of the transcript is the rep's.";
const SPEAKERS = "Null if the transcript has fewer than two speakers.";

@ObjectType({
  simpleResolvers: true,
  description: "Computed from the transcript at the analysis.",
})
export class RecordingMetrics implements TalkMetrics {
  @Field(() => Float, { nullable: true, description: REP })
  talkTime!: number | null;

  @Field(() => Float, { nullable: true, description: REP })
  talkRatio!: number | null;

  @Field(() => Float, { nullable: true, description: REP })
  waitedToTalkAvg!: number | null;

  @Field(() => Float, { nullable: true, description: REP })
  talkSpeed!: number | null;

  @Field(() => Int, { nullable: true, description: SPEAKERS })
  conversationSwitches!: number | null;

  @Field(() => Float, { nullable: true, description: SPEAKERS })
  switchesPerMinute!: number | null;

  @Field(() => Int, { nullable: true, description: REP })
  questionsAsked!: number | null;

  @Field(() => Float, { nullable: true, description: "The same as `process.score`." })
  processScore!: number | null;
}

@Resolver(() => Recording)
export class MetricsResolver {
  @FieldResolver(() => RecordingMetrics, {
    nullable: true,
    description: "Null until the recording is processed, and without a transcript.",
  })
  metrics(@Root() recording: RecordingRow): RecordingMetrics | null {
    const metrics = computeTalkMetrics(recording);
    return metrics && { ...metrics, processScore: computeProcessScore(recording) };
  }
}
