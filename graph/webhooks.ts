import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { listWebhooks, type WebhookRow } from "../db/webhooks.js";
import { forIntegration, forInternal } from "./access.js";
import type { Context } from "./context.js";
import { Delivery } from "./deliveries.js";
import { notYet } from "./errors.js";
import { DateTime, JsonScalar } from "./scalars.js";

@ObjectType({
  simpleResolvers: true,
  description:
    "events: recording.processed, recording.integration_updated, client.created; empty means recording.processed only. trigger: all, or a RecordingSource.",
})
export class Webhook {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  url!: string;

  @Field(() => Boolean)
  active!: number;

  @Field(() => String)
  trigger!: string;

  @Field(() => DateTime)
  createdAt!: number;
}

@ObjectType({ simpleResolvers: true })
export class WebhookPayload {
  @Field(() => Webhook)
  webhook!: WebhookRow;

  @Field(() => String)
  signingSecret!: string;
}

@InputType()
class WebhookInput {
  @Field(() => String)
  url!: string;

  @Field(() => String, { nullable: true, defaultValue: "all" })
  trigger!: string | null;

  @Field(() => [String], { nullable: true, defaultValue: [] })
  events!: string[] | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true })
  active!: boolean | null;
}

@InputType()
class WebhookPatch {
  @Field(() => String, { nullable: true })
  url?: string | null;

  @Field(() => String, { nullable: true })
  trigger?: string | null;

  @Field(() => [String], { nullable: true })
  events?: string[] | null;

  @Field(() => Boolean, { nullable: true })
  active?: boolean | null;
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @forIntegration()
  @Query(() => [Webhook])
  async webhooks(@Ctx() context: Context): Promise<WebhookRow[]> {
    return listWebhooks(context.db, context.organizationId);
  }

  @FieldResolver(() => [String])
  events(@Root() webhook: WebhookRow): string[] {
    return JSON.parse(webhook.events) as string[];
  }

  @forInternal()
  @FieldResolver(() => Delivery, { nullable: true, description: "(internal)" })
  lastDelivery(): Delivery {
    throw notYet("lastDelivery");
  }

  @forInternal()
  @Mutation(() => WebhookPayload)
  createWebhook(@Arg("input", () => WebhookInput) _input: WebhookInput): WebhookPayload {
    throw notYet("createWebhook");
  }

  @forInternal()
  @Mutation(() => Webhook)
  updateWebhook(
    @Arg("id", () => ID) _id: string,
    @Arg("input", () => WebhookPatch) _input: WebhookPatch,
  ): WebhookRow {
    throw notYet("updateWebhook");
  }

  @forInternal()
  @Mutation(() => Boolean)
  deleteWebhook(@Arg("id", () => ID) _id: string): boolean {
    throw notYet("deleteWebhook");
  }

  @forInternal()
  @Mutation(() => WebhookPayload)
  rotateWebhookSecret(@Arg("id", () => ID) _id: string): WebhookPayload {
    throw notYet("rotateWebhookSecret");
  }

  @forIntegration()
  @Mutation(() => Delivery)
  testWebhook(
    @Arg("url", () => String) _url: string,
    @Arg("recording", () => JsonScalar) _recording: unknown,
  ): Delivery {
    throw notYet("testWebhook");
  }
}
