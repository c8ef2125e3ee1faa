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
  Resolver,
  Root,
} from "type-graphql";
import { type EventRow, listEvents } from "../../db/webhooks/events.js";
import { forIntegration } from "../access/access.js";
import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import { eventNames, isEventName } from "./events.js";
import {
  createConnectionType,
  FeedPage,
  createFeedCursorEncoder,
  resolveFeedStart,
  countFitting,
  resolvePageSize,
} from "../arguments/pagination.js";
import { DateFrom, DateTime } from "../arguments/scalars.js";
import { payloadLoader } from "./loaders.js";

@ObjectType({ simpleResolvers: true, description: "An event that webhooks receive." })
class Event {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: "The name, as in Webhook.events." })
  event!: string;

  @Field(() => ID, { nullable: true })
  recordingId!: string | null;
}

const EventConnection = createConnectionType("Event", () => Event);

@InputType()
class EventFilter {
  @Field(() => String, { nullable: true })
  event?: string | null;

  @Field(() => DateFrom, { nullable: true })
  since?: number | null;
}

export const EVENTS_LIST = "events";

@Resolver(() => Event)
export class EventResolver {
  @forIntegration("read")
  @Query(() => EventConnection, {
    description:
      "Events in commit order, oldest first, for as long as the delivery log is kept (30 days by default), also without any webhook. Continuing from syncCursor returns every later event and misses none. A page ends early at 4 MiB of payloads.",
  })
  async events(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => EventFilter, { nullable: true }) filter: EventFilter | null | undefined,
    @Ctx() { db, organizationId }: Context,
  ): Promise<FeedPage<EventRow>> {
    const limit = resolvePageSize(first);
    const { event, since } = filter ?? {};
    if (typeof event === "string" && !isEventName(event))
      throw invalidField("event", `must be one of ${eventNames.join(", ")}`);
    const start = resolveFeedStart(EVENTS_LIST, organizationId, after, since);
    const rows = await listEvents(db, organizationId, {
      after: start,
      limit: limit + 1,
      ...(typeof event === "string" && { event }),
    });
    const nodes = rows.slice(0, Math.min(limit, countFitting(rows.map(({ bytes }) => bytes))));
    const end = nodes.at(-1)?.position ?? start;
    const cursorOf = createFeedCursorEncoder(EVENTS_LIST, organizationId);
    return new FeedPage(
      nodes,
      rows.length > nodes.length,
      end,
      ({ position }) => position,
      cursorOf,
    );
  }

  @FieldResolver(() => DateTime)
  createdAt(@Root() { position }: EventRow): number {
    return Math.floor(position / 1000);
  }

  @Extensions({ bytes: Infinity })
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The exact body that webhooks receive, as text; null once its recording or, by retention, the payload is erased.",
  })
  async payload(@Root() { id }: EventRow, @Ctx() { loaders }: Context): Promise<string | null> {
    return (await loaders.get(payloadLoader).load(id))?.payload || null;
  }
}

@Resolver(() => EventConnection)
export class EventSyncResolver {
  @FieldResolver(() => String, {
    description: "The cursor to continue from, now or at any later time.",
  })
  syncCursor(@Root() feed: FeedPage<EventRow>): string {
    return feed.syncCursor;
  }
}
