import { Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../db/recordings.js";
import { type Metrics, metricsOf } from "./measures.js";
import { Recording } from "./recordings.js";

@ObjectType({
  simpleResolvers: true,
  description: "Computed from the transcript when the recording is processed.",
})
export class RecordingMetrics implements Metrics {
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
  metrics(@Root() recording: RecordingRow): Metrics | null {
    return recording.status === "processed" ? metricsOf(recording) : null;
  }
}
