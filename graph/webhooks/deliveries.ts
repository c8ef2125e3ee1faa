import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import {
  findDeliveryById,
  type DeliveryRow,
  type DeliveryStatus,
  listDeliveries,
} from "../../db/webhooks/deliveries.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import type { Keyset } from "../context/loaders.js";
import {
  createConnectionType,
  Page,
  resolvePageSize,
  decodeKeyset,
  encodeKeyset,
} from "../arguments/pagination.js";
import { Receipt } from "../access/receipts.js";
import { DateTime } from "../arguments/scalars.js";
import { Webhook } from "./webhook.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";
import { deliveriesOfRecordingsLoader, payloadLoader, webhookLoader } from "./loaders.js";

const DeliveryStatuses = { pending: "pending", delivered: "delivered", failed: "failed" } as const;
registerEnumType(DeliveryStatuses, {
  name: "DeliveryStatus",
  description: "The state of a delivery, which is one attempt.",
  valuesConfig: {
    pending: {
      description:
        "The attempt has not ended: it waits (attemptedAt is null), until dueAt if that is set, or is in progress.",
    },
    delivered: { description: "The receiver answered with a 2xx status." },
    failed: { description: "The attempt failed, or debrief made none; error has the cause." },
  },
});

@Receipt()
@ObjectType({ simpleResolvers: true })
export class Delivery {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  event!: string;

  @Field(() => String)
  url!: string;

  @Field(() => DeliveryStatuses)
  status!: DeliveryStatus;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "When debrief claimed the delivery for its attempt; null before. It may have sent nothing since.",
  })
  attemptedAt!: number | null;

  @Field(() => Int, { nullable: true, description: "How long the attempt took, in milliseconds." })
  durationMs!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "The HTTP status of the response; null without a response.",
  })
  responseStatus!: number | null;

  @Field(() => String, { nullable: true })
  responseBody!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Why the delivery failed; null if it was delivered.",
  })
  error!: string | null;

  @Field(() => Boolean)
  test!: number;

  @Field(() => String, { description: "The webhook-id header. A redelivery repeats it." })
  messageId!: string;

  @Field(() => ID, { nullable: true })
  redeliveryOf!: string | null;

  @Field(() => Int, {
    description:
      "Counts the attempts to send this message, from 1: a retry has the same messageId. A redelivery starts again, unless it makes a waiting retry due.",
  })
  attempt!: number;
}

export const DeliveryConnection = createConnectionType("Delivery", () => Delivery);

@InputType()
class DeliveryFilter {
  @Field(() => ID, { nullable: true })
  webhookId?: string | null;

  @Field(() => ID, { nullable: true })
  recordingId?: string | null;

  @Field(() => DeliveryStatuses, { nullable: true })
  status?: DeliveryStatus | null;

  @Field(() => String, { nullable: true })
  event?: string | null;
}

const createCursorEncoder =
  (organizationId: string) =>
  (row: DeliveryRow): string =>
    encodeKeyset("deliveries", organizationId, { time: row.createdAt, id: row.id });

/** Parses the cursor of a delivery page; undefined without one. @throws INVALID_CURSOR */
const parseAfter = (organizationId: string, after: string | null | undefined): Keyset | undefined =>
  typeof after === "string" ? decodeKeyset("deliveries", organizationId, after) : undefined;

/** Loads a page of a recording's deliveries. */
export const loadRecordingDeliveries = async (
  context: Context,
  recordingId: string,
  first: number | null,
  after: string | null | undefined,
): Promise<Page<DeliveryRow>> => {
  const limit = resolvePageSize(first);
  const rows = await context.loaders.get(deliveriesOfRecordingsLoader).load({
    parent: recordingId,
    limit: limit + 1,
    after: parseAfter(context.organizationId, after),
  });
  return new Page(rows, limit, createCursorEncoder(context.organizationId));
};

@Resolver(() => Delivery)
export class DeliveryResolver {
  @forInternal()
  // One condition can use an index; two can't.
  @Scans(({ filter }) =>
    countSet(filter, ["webhookId", "recordingId", "status", "event"]) > 1 ? SCAN_ROWS : 0,
  )
  @Query(() => DeliveryConnection, { description: "The delivery log, newest first. (internal)" })
  async deliveries(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => DeliveryFilter, { nullable: true })
    filter: DeliveryFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<DeliveryRow>> {
    const { organizationId } = context;
    const limit = resolvePageSize(first);
    const start = parseAfter(organizationId, after);
    const { webhookId, recordingId, status, event } = filter ?? {};
    const rows = await loadPage(context, "deliveries", listDeliveries, {
      limit: limit + 1,
      ...(start && { after: { createdAt: start.time, id: start.id } }),
      ...(typeof webhookId === "string" && { webhookId }),
      ...(typeof recordingId === "string" && { recordingId }),
      ...(status && { status }),
      ...(typeof event === "string" && { event }),
    });
    return new Page(rows, limit, createCursorEncoder(organizationId));
  }

  @forInternal()
  @Query(() => Delivery, { nullable: true, description: "(internal)" })
  async delivery(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<DeliveryRow | undefined> {
    return findDeliveryById(context.db, context.organizationId, id);
  }

  @Extensions({ bytes: Infinity })
  @FieldResolver(() => String, { description: "The exact request body, as text." })
  async payload(@Root() delivery: DeliveryRow, @Ctx() { loaders }: Context): Promise<string> {
    // Loaded separately: payloads can be long, and few queries of the log select them.
    return (await loaders.get(payloadLoader).load(delivery.eventId))!.payload;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: "When a waiting retry is due; null for every other delivery.",
  })
  dueAt(@Root() { isWaiting, dueAt }: DeliveryRow): number | null {
    return isWaiting === 1 ? dueAt : null;
  }

  @FieldResolver(() => Boolean)
  delivered(@Root() delivery: DeliveryRow): boolean {
    return delivery.status === "delivered";
  }

  @FieldResolver(() => Webhook, { nullable: true })
  webhook(@Root() delivery: DeliveryRow, @Ctx() { loaders }: Context) {
    return delivery.webhookId === null ? null : loaders.get(webhookLoader).load(delivery.webhookId);
  }
}
