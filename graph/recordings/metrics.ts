import { Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { computeProcessScore, computeTalkMetrics, type TalkMetrics } from "../stats/measures.js";
import { Recording } from "./recording.js";

@ObjectType({
  simpleResolvers: true,
  description: "Computed from the transcript at the analysis.",
})
export class RecordingMetrics implements TalkMetrics {
  @Field(() => Float)
  talkTime!: number;

  @Field(() => Float)
  talkRatio!: number;

  @Field(() => Float)
  waitedToTalkAvg!: number;

  @Field(() => Float)
  talkSpeed!: number;

  @Field(() => Int)
  conversationSwitches!: number;

  @Field(() => Float)
  switchesPerMinute!: number;

  @Field(() => Int)
  questionsAsked!: number;

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
