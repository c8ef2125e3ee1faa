import {
  Arg,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import type { RecordingRow } from "../db/recordings.js";
import { forInternal } from "./access.js";
import { notYet } from "./errors.js";
import { connectionType, type Page } from "./page.js";
import { Recording } from "./recordings.js";
import { DateTime } from "./scalars.js";
import { Webhook } from "./webhooks.js";

const DeliveryStatuses = { pending: "pending", delivered: "delivered", failed: "failed" } as const;
type DeliveryStatus = keyof typeof DeliveryStatuses;
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

  @Field(() => Boolean)
  delivered!: boolean;

  @Field(() => Webhook, { nullable: true })
  webhook!: unknown;

  @Field(() => Recording, { nullable: true })
  recording!: unknown;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, { nullable: true })
  attemptedAt!: number | null;

  @Field(() => Int, { nullable: true })
  durationMs!: number | null;

  @Field(() => Int, { nullable: true })
  responseStatus!: number | null;

  @Field(() => String, { nullable: true })
  responseBody!: string | null;

  @Field(() => String, { nullable: true })
  error!: string | null;

  @Field(() => String, { description: "The exact body that was sent, as text." })
  payload!: string;

  @Field(() => Boolean)
  test!: boolean;

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

@Resolver()
export class DeliveryResolver {
  @forInternal()
  @Query(() => DeliveryConnection, { description: "The delivery log, newest first. (internal)" })
  deliveries(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) _first: number | null,
    @Arg("after", () => String, { nullable: true }) _after: string | null | undefined,
    @Arg("filter", () => DeliveryFilter, { nullable: true }) _filter: DeliveryFilter | null,
  ): Page<never> {
    throw notYet("deliveries");
  }

  @forInternal()
  @Mutation(() => Delivery)
  redeliver(@Arg("deliveryId", () => ID) _deliveryId: string): Delivery {
    throw notYet("redeliver");
  }

  @forInternal()
  @Mutation(() => Recording, {
    description: "The integration sync action: fires recording.integration_updated.",
  })
  syncRecording(@Arg("recordingId", () => ID) _recordingId: string): RecordingRow {
    throw notYet("syncRecording");
  }
}
