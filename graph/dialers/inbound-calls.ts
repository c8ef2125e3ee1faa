import {
  Arg,
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
import {
  INBOUND_MS,
  inboundCallById,
  type InboundOutcome,
  type InboundRow,
  pageOfInboundCalls,
} from "../db/inbound-calls.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import { connectionType, invalidCursor, openCursor, Page, pageSize, sealCursor } from "./page.js";
import { Recording } from "./recordings.js";
import { DateTime, JsonScalar } from "./scalars.js";

const LIST = "inbound-calls";

const InboundOutcomes = { taken: "taken", ignored: "ignored", refused: "refused" } as const;
registerEnumType(InboundOutcomes, {
  name: "InboundOutcome",
  description: "Ignored is what tells of no finished and recorded call.",
});

@ObjectType({ simpleResolvers: true, description: "A call as a phone system sent it." })
export class InboundCall {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  receivedAt!: number;

  @Field(() => String, {
    description:
      "The URL that it came to: key (/v1/dialer), token (the organization's dialerUrl), or the adapter after that.",
  })
  way!: string;

  @Field(() => InboundOutcomes, {
    description: "As it is now: what is replayed may come to another one.",
  })
  outcome!: InboundOutcome;

  @Field(() => String, { nullable: true, description: "Of the refusal." })
  code!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What the refusal is about, as the sender names it.",
  })
  field!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Why it was not taken, or what was not done with it.",
  })
  message!: string | null;

  @Field(() => String, { nullable: true, description: "As the recording has it." })
  callId!: string | null;

  @Field(() => String, { nullable: true, description: "Whose call the URL said it was." })
  userEmail!: string | null;

  @Field(() => Int, { description: "Of the body as it came." })
  payloadBytes!: number;
}

const InboundCallConnection = connectionType("InboundCall", () => InboundCall);

/** @throws INVALID_CURSOR */
const sequenceOf = (organizationId: string, cursor: string): number => {
  const sequence = openCursor(LIST, organizationId, cursor);
  if (!/^\d{1,15}$/.test(sequence)) throw invalidCursor();
  return Number(sequence);
};

@Resolver(() => InboundCall)
export class InboundCallResolver {
  @forInternal()
  @Query(() => InboundCallConnection, {
    description:
      "The last calls that phone systems sent, newest first: at most 500, of at most 30 days. (internal)",
  })
  async inboundCalls(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("outcome", () => InboundOutcomes, { nullable: true })
    outcome: InboundOutcome | null | undefined,
    @Ctx() { db, organizationId, readAt }: Context,
  ): Promise<Page<InboundRow>> {
    const limit = pageSize(first);
    const rows = await pageOfInboundCalls(db, organizationId, {
      limit: limit + 1,
      since: readAt - INBOUND_MS,
      ...(typeof after === "string" && { before: sequenceOf(organizationId, after) }),
      ...(outcome && { outcome }),
    });
    return new Page(rows, limit, ({ sequence }) =>
      sealCursor(LIST, organizationId, String(sequence)),
    );
  }

  @forInternal()
  @Query(() => InboundCall, { nullable: true, description: "(internal)" })
  async inboundCall(
    @Arg("id", () => ID) id: string,
    @Ctx() { db, organizationId }: Context,
  ): Promise<InboundRow | undefined> {
    return inboundCallById(db, organizationId, id);
  }

  @FieldResolver(() => [String], { description: "Names of what the payload has and was not read." })
  unread(@Root() { unread }: InboundRow): string[] {
    return JSON.parse(unread) as string[];
  }

  @FieldResolver(() => JsonScalar, {
    nullable: true,
    description: "The call as it was read: what ingestCall was given.",
  })
  understood(@Root() { understood }: InboundRow): unknown {
    return understood === null ? null : JSON.parse(understood);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The first 64 KiB of the body, without secrets; null once the recording is erased.",
  })
  async payload(@Root() { id }: InboundRow, @Ctx() { loaders }: Context): Promise<string | null> {
    return (await loaders.inboundPayload.load(id))?.payload ?? null;
  }

  @FieldResolver(() => Boolean, { description: "Whether enough is kept of it for a replay." })
  replayable(@Root() { readable, code }: InboundRow): boolean {
    return readable === 1 && code !== "UNAUTHENTICATED";
  }

  @FieldResolver(() => Recording, { nullable: true })
  recording(@Root() { recordingId }: InboundRow, @Ctx() { loaders }: Context) {
    return recordingId === null ? null : loaders.recording.load(recordingId);
  }
}
