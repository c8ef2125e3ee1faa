import {
  Arg,
  Ctx,
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
  deliveryById,
  type DeliveryRow,
  type DeliveryStatus,
  pageOfDeliveries,
} from "../db/deliveries.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import type { At } from "./loaders.js";
import { connectionType, Page, pageSize, readCursor, writeCursor } from "./page.js";
import { Recording } from "./recordings.js";
import { DateTime } from "./scalars.js";
import { Webhook } from "./webhooks.js";

const DeliveryStatuses = { pending: "pending", delivered: "delivered", failed: "failed" } as const;
registerEnumType(DeliveryStatuses, { name: "DeliveryStatus" });

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

  @Field(() => DateTime, { nullable: true })
  attemptedAt!: number | null;

  @Field(() => Int, { nullable: true, description: "How long the attempt took, in milliseconds." })
  durationMs!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "What the receiver answered with; null where it did not answer.",
  })
  responseStatus!: number | null;

  @Field(() => String, { nullable: true })
  responseBody!: string | null;

  @Field(() => String, { nullable: true, description: "Why it failed; null where it was taken." })
  error!: string | null;

  @Field(() => Boolean)
  test!: number;

  @Field(() => String, { description: "The webhook-id header; a redelivery has it again." })
  messageId!: string;

  @Field(() => ID, { nullable: true })
  redeliveryOf!: string | null;
}

export const DeliveryConnection = connectionType("Delivery", () => Delivery);

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

const cursorOf =
  (organizationId: string) =>
  (row: DeliveryRow): string =>
    writeCursor("deliveries", organizationId, { time: row.createdAt, id: row.id });

/** A page of deliveries' place, or the beginning. @throws INVALID_CURSOR */
const placeOf = (organizationId: string, after: string | null | undefined): At | undefined =>
  typeof after === "string" ? readCursor("deliveries", organizationId, after) : undefined;

/** A recording's page of the log, for the edge of that name. */
export const deliveriesOf = async (
  context: Context,
  recordingId: string,
  first: number | null,
  after: string | null | undefined,
): Promise<Page<DeliveryRow>> => {
  const limit = pageSize(first);
  const rows = await context.loaders.deliveriesOfRecordings.load({
    parent: recordingId,
    limit: limit + 1,
    after: placeOf(context.organizationId, after),
  });
  return new Page(rows, limit, cursorOf(context.organizationId));
};

@Resolver(() => Delivery)
export class DeliveryResolver {
  @forInternal()
  @Query(() => DeliveryConnection, { description: "The delivery log, newest first. (internal)" })
  async deliveries(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => DeliveryFilter, { nullable: true })
    filter: DeliveryFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<DeliveryRow>> {
    const { db, organizationId } = context;
    const limit = pageSize(first);
    const at = placeOf(organizationId, after);
    const { webhookId, recordingId, status, event } = filter ?? {};
    const rows = await pageOfDeliveries(db, organizationId, {
      limit: limit + 1,
      ...(at && { after: { createdAt: at.time, id: at.id } }),
      ...(typeof webhookId === "string" && { webhookId }),
      ...(typeof recordingId === "string" && { recordingId }),
      ...(status && { status }),
      ...(typeof event === "string" && { event }),
    });
    return new Page(rows, limit, cursorOf(organizationId));
  }

  @forInternal()
  @Query(() => Delivery, { nullable: true, description: "(internal)" })
  async delivery(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<DeliveryRow | undefined> {
    return deliveryById(context.db, context.organizationId, id);
  }

  @FieldResolver(() => String, { description: "The exact body that was sent, as text." })
  async payload(@Root() delivery: DeliveryRow, @Ctx() { loaders }: Context): Promise<string> {
    // Bodies can be long, and most who read the log do not ask for them.
    return (await loaders.payload.load(delivery.eventId))!.payload;
  }

  @FieldResolver(() => Boolean)
  delivered(@Root() delivery: DeliveryRow): boolean {
    return delivery.status === "delivered";
  }

  @FieldResolver(() => Webhook, { nullable: true })
  webhook(@Root() delivery: DeliveryRow, @Ctx() { loaders }: Context) {
    return delivery.webhookId === null ? null : loaders.webhook.load(delivery.webhookId);
  }

  @FieldResolver(() => Recording, { nullable: true })
  recording(@Root() delivery: DeliveryRow, @Ctx() { loaders }: Context) {
    return delivery.recordingId === null ? null : loaders.recording.load(delivery.recordingId);
  }
}
