import {
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { DateTime } from "../arguments/scalars.js";
import { Recording } from "../recordings/recording.js";
import { findAdapter } from "./adapters/index.js";
import { UPLOADED_CALLS } from "./call-sources.js";
import { isReplayable } from "./inbound-calls.js";
import { loadSources, type SourceActivity } from "./load-sources.js";
import { recordingLoader } from "../recordings/loaders.js";

// Each kind of source has a value here, and a loader of its rows.
const SourceKinds = { calls: "calls", uploads: "uploads" } as const;
registerEnumType(SourceKinds, {
  name: "SourceKind",
  description: "What arrives by a source.",
  valuesConfig: {
    calls: { description: "Calls that a phone system or another program sends." },
    uploads: { description: "Uploaded files." },
  },
});

const titles: Readonly<Record<string, string>> = {
  key: "API",
  token: "Dialer URL",
  [UPLOADED_CALLS]: "Uploads",
};

@ObjectType({ simpleResolvers: true, description: "The latest refused call of a source." })
class SourceFailure {
  @Field(() => DateTime)
  at!: number;

  @Field(() => String, { nullable: true })
  code!: string | null;

  @Field(() => String, { nullable: true })
  message!: string | null;

  @Field(() => ID, { description: "As in `inboundCalls`." })
  inboundCallId!: string;

  @Field(() => Boolean, { description: "Whether `replayInboundCall` is possible." })
  replayable!: boolean;
}

const LOGGED_COUNT = "Counts the calls in `inboundCalls`; null for uploads, which aren't in it.";

@ObjectType({ simpleResolvers: true, description: "A channel that calls or files arrive by." })
class Source {
  @Field(() => String, {
    description: "key (/v1/dialer), token (dialerUrl), upload, or the name of an adapter.",
  })
  channel!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: "Null: nothing in the last 30 days, or uploads.",
  })
  lastReceivedAt!: number | null;

  @Field(() => Int, { nullable: true, description: LOGGED_COUNT })
  ingested!: number | null;

  @Field(() => Int, { nullable: true, description: LOGGED_COUNT })
  ignored!: number | null;

  @Field(() => Int, { nullable: true, description: LOGGED_COUNT })
  refused!: number | null;

  @Field(() => Int, { description: "How many calls wait for a user, as in `unmappedNumbers`." })
  waitingCalls!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      "How many of the calls in `inboundCalls` became recordings with `notices`: each recording once, without deleted and hidden ones. Uploads: all that have notices, also from watched folders and imports, among the 1,000 newest recordings with notices.",
  })
  noticedCalls!: number;
}

@Resolver(() => Source)
export class SourceResolver {
  @forInternal()
  @Query(() => [Source], {
    description:
      "The channels that received anything in the last 30 days, where calls wait, or that have a setting, and uploads with `notices`: by channel, the 50 latest of the log. (internal)",
  })
  async sources(@Ctx() context: Context): Promise<SourceActivity[]> {
    return loadSources(context);
  }

  @FieldResolver(() => SourceKinds)
  kind(@Root() { channel }: SourceActivity): keyof typeof SourceKinds {
    return channel === UPLOADED_CALLS ? "uploads" : "calls";
  }

  @FieldResolver(() => String)
  title(@Root() { channel }: SourceActivity): string {
    return titles[channel] ?? findAdapter(channel)?.title ?? `“${channel}”`;
  }

  @FieldResolver(() => Recording, {
    nullable: true,
    description: "Of the latest call that became a recording; null if it was deleted.",
  })
  lastRecording(@Root() { lastRecordingId }: SourceActivity, @Ctx() { loaders }: Context) {
    return lastRecordingId === null ? null : loaders.get(recordingLoader).load(lastRecordingId);
  }

  @FieldResolver(() => Recording, {
    nullable: true,
    description: "Of the latest of `noticedCalls`; null if there are none.",
  })
  lastNoticedRecording(
    @Root() { lastNoticedRecordingId }: SourceActivity,
    @Ctx() { loaders }: Context,
  ) {
    return lastNoticedRecordingId === null
      ? null
      : loaders.get(recordingLoader).load(lastNoticedRecordingId);
  }

  @FieldResolver(() => SourceFailure, { nullable: true })
  lastFailure(@Root() { lastFailure }: SourceActivity): SourceFailure | null {
    return lastFailure && { ...lastFailure, replayable: isReplayable(lastFailure) };
  }
}
