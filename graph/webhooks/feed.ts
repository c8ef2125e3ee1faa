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
  Resolver,
  Root,
} from "type-graphql";
import { type EventRow, pageOfEvents } from "../db/event-feed.js";
import { forIntegration } from "./access.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { eventNames } from "./events.js";
import { connectionType, Feed, feedCursor, feedStart, fitting, pageSize } from "./page.js";
import { DateFrom, DateTime } from "./scalars.js";

@ObjectType({ simpleResolvers: true, description: "Something that webhooks are told." })
export class Event {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: "As a webhook's list of events has it." })
  event!: string;

  @Field(() => ID, { nullable: true })
  recordingId!: string | null;
}

export const EventConnection = connectionType("Event", () => Event);

@InputType()
class EventFilter {
  @Field(() => String, { nullable: true })
  event?: string | null;

  @Field(() => DateFrom, { nullable: true })
  since?: number | null;
}

export const EVENTS = "events";

@Resolver(() => Event)
export class EventResolver {
  @forIntegration()
  @Query(() => EventConnection, {
    description:
      "What webhooks are told, whether or not there is one: oldest first, in the order in which it was committed, as long as the delivery log is kept (30 days). A cursor misses nothing: whoever goes on from syncCursor at a later time is shown all that has happened since. A page ends early where it has more than 4 MiB.",
  })
  async events(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => EventFilter, { nullable: true }) filter: EventFilter | null | undefined,
    @Ctx() { db, organizationId }: Context,
  ): Promise<Feed<EventRow>> {
    const limit = pageSize(first);
    const { event, since } = filter ?? {};
    if (typeof event === "string" && !(eventNames as readonly string[]).includes(event))
      throw invalidField("event", `must be one of ${eventNames.join(", ")}`);
    const start = feedStart(EVENTS, organizationId, after, since);
    const rows = await pageOfEvents(db, organizationId, {
      after: start,
      limit: limit + 1,
      ...(typeof event === "string" && { event }),
    });
    const nodes = rows.slice(0, Math.min(limit, fitting(rows.map(({ bytes }) => bytes))));
    const end = nodes.at(-1)?.position ?? start;
    const cursorOf = feedCursor(EVENTS, organizationId);
    return new Feed(nodes, rows.length > nodes.length, end, ({ position }) => position, cursorOf);
  }

  @FieldResolver(() => DateTime)
  createdAt(@Root() { position }: EventRow): number {
    return Math.floor(position / 1000);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The exact body that webhooks get, as text; null once its recording is erased, or it is older than the organization keeps payloads.",
  })
  async payload(@Root() { id }: EventRow, @Ctx() { loaders }: Context): Promise<string | null> {
    return (await loaders.payload.load(id))?.payload || null;
  }
}

@Resolver(() => EventConnection)
export class EventSyncResolver {
  @FieldResolver(() => String, { description: "Where to go on from, now or at any later time." })
  syncCursor(@Root() feed: Feed<EventRow>): string {
    return feed.syncCursor;
  }
}
