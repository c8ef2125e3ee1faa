import { Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { type CallMetrics, computeMetrics } from "../analysis/measures.js";
import { Recording } from "./recording.js";

@ObjectType({
  simpleResolvers: true,
  description: "Computed from the transcript at the analysis.",
})
class RecordingMetrics implements CallMetrics {
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

  @Field(() => Float, { nullable: true })
  processScore!: number | null;
}

@Resolver(() => Recording)
export class MetricsResolver {
  @FieldResolver(() => RecordingMetrics, { nullable: true })
  metrics(@Root() recording: RecordingRow): CallMetrics | null {
    return recording.status === "processed" ? computeMetrics(recording) : null;
  }
}
