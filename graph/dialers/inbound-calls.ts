import {
  Arg,
  Ctx,
  Extensions,
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
  INBOUND_RETENTION_MS,
  findInboundCallById,
  type InboundOutcome,
  type InboundCallRow,
  listInboundCalls,
} from "../../db/dialers/inbound-calls.js";
import { findAdapter } from "./adapters/index.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import {
  createConnectionType,
  invalidCursor,
  decodeCursor,
  Page,
  resolvePageSize,
  encodeCursor,
} from "../arguments/pagination.js";
import { Recording } from "../recordings/recording.js";
import { DateTime, JsonScalar } from "../arguments/scalars.js";
import { createStoredJsonParser } from "../core/exact-json.js";
import { inboundPayloadLoader } from "./loaders.js";
import { recordingLoader } from "../recordings/loaders.js";

const parseStoredCall = createStoredJsonParser();

/** Returns whether the stored call can be replayed: it is whole, and its sender is known. */
export const isReplayable = ({
  readable,
  code,
}: Pick<InboundCallRow, "readable" | "code">): boolean =>
  readable === 1 && code !== "UNAUTHENTICATED";

const INBOUND_CALLS_LIST = "inbound-calls";

const InboundOutcomes = { ingested: "ingested", ignored: "ignored", refused: "refused" } as const;
registerEnumType(InboundOutcomes, {
  name: "InboundOutcome",
  description: "Ignored: the event is not about a finished and recorded call.",
});

@ObjectType({ simpleResolvers: true, description: "A call as a phone system sent it." })
export class InboundCall {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  receivedAt!: number;

  @Field(() => String, {
    description:
      "The kind of URL: key (/v1/dialer), token (the organization's dialerUrl), or an adapter's name.",
  })
  channel!: string;

  @Field(() => InboundOutcomes, {
    description: "The current outcome. A replay can change it.",
  })
  outcome!: InboundOutcome;

  @Field(() => String, { nullable: true, description: "The error code of a refusal." })
  code!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The refused field, by the sender's name for it.",
  })
  field!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Why the call was refused or ignored, or what was left unchanged.",
  })
  message!: string | null;

  @Field(() => String, { nullable: true, description: "The recording's call id." })
  callId!: string | null;

  @Field(() => String, { nullable: true, description: "The user's email in the URL." })
  userEmail!: string | null;

  @Field(() => Int, { description: "The size of the whole body." })
  payloadBytes!: number;
}

const InboundCallConnection = createConnectionType("InboundCall", () => InboundCall);

/** Parses a cursor of the log. @throws INVALID_CURSOR */
const parseSequence = (organizationId: string, cursor: string): number => {
  const sequence = decodeCursor(INBOUND_CALLS_LIST, organizationId, cursor);
  if (!/^\d{1,15}$/.test(sequence)) throw invalidCursor();
  return Number(sequence);
};

@Resolver(() => InboundCall)
export class InboundCallResolver {
  @forInternal()
  @Query(() => InboundCallConnection, {
    description:
      "The latest calls that phone systems sent, newest first: of the last 30 days, at most 500 refused ones and 500 others. (internal)",
  })
  async inboundCalls(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("outcome", () => InboundOutcomes, { nullable: true })
    outcome: InboundOutcome | null | undefined,
    @Ctx() { db, organizationId, readAt }: Context,
  ): Promise<Page<InboundCallRow>> {
    const limit = resolvePageSize(first);
    const rows = await listInboundCalls(db, organizationId, {
      limit: limit + 1,
      since: readAt - INBOUND_RETENTION_MS,
      ...(typeof after === "string" && { before: parseSequence(organizationId, after) }),
      ...(outcome && { outcome }),
    });
    return new Page(rows, limit, ({ sequence }) =>
      encodeCursor(INBOUND_CALLS_LIST, organizationId, String(sequence)),
    );
  }

  @forInternal()
  @Query(() => InboundCall, { nullable: true, description: "(internal)" })
  async inboundCall(
    @Arg("id", () => ID) id: string,
    @Ctx() { db, organizationId }: Context,
  ): Promise<InboundCallRow | undefined> {
    return findInboundCallById(db, organizationId, id);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The phone system's title; null for key, token and an unknown adapter.",
  })
  channelTitle(@Root() { channel }: InboundCallRow): string | null {
    return findAdapter(channel)?.title ?? null;
  }

  @FieldResolver(() => [String], {
    description: "Names of payload fields that the parser ignored.",
  })
  ignoredFields(@Root() { ignoredFields }: InboundCallRow): string[] {
    return JSON.parse(ignoredFields) as string[];
  }

  @Extensions({ bytes: Infinity })
  @FieldResolver(() => JsonScalar, {
    nullable: true,
    description: "The parsed call: the input of ingestCall.",
  })
  parsedCall(@Root() { parsedCall }: InboundCallRow): unknown {
    return parsedCall === null ? null : parseStoredCall(parsedCall);
  }

  @Extensions({ bytes: Infinity })
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The first 64 KiB of the body, without secrets; null once the recording is erased.",
  })
  async payload(
    @Root() { id }: InboundCallRow,
    @Ctx() { loaders }: Context,
  ): Promise<string | null> {
    return (await loaders.get(inboundPayloadLoader).load(id))?.payload ?? null;
  }

  @FieldResolver(() => Boolean, { description: "Whether a replay is possible." })
  replayable(@Root() call: InboundCallRow): boolean {
    return isReplayable(call);
  }

  @FieldResolver(() => Recording, { nullable: true })
  recording(@Root() { recordingId }: InboundCallRow, @Ctx() { loaders }: Context) {
    return recordingId === null ? null : loaders.get(recordingLoader).load(recordingId);
  }
}
