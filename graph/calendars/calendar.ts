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
  type CalendarEvents,
  type CalendarRow,
  listCalendars,
} from "../../db/calendars/calendar.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import {
  createConnectionType,
  decodeKeyset,
  encodeKeyset,
  Page,
  resolvePageSize,
} from "../arguments/pagination.js";
import { DateTime } from "../arguments/scalars.js";
import { User } from "../people/users.js";
import { userLoader } from "../people/loaders.js";
import type { CalendarNotice } from "./calendar-notices.js";
import { CalendarNoticeType } from "./notice-types.js";

export const CalendarEventsChoice = {
  visits: "visits",
  all: "all",
} as const satisfies Record<CalendarEvents, CalendarEvents>;
registerEnumType(CalendarEventsChoice, {
  name: "CalendarEvents",
  description: "Which events of a calendar become appointments.",
  valuesConfig: {
    visits: {
      description:
        "Events with a guest from outside the organization's domains that aren't free, declined by the calendar's user, or cancelled.",
    },
    all: { description: "All events that aren't cancelled." },
  },
});

@ObjectType({
  simpleResolvers: true,
  description:
    "A calendar at an ICS address, whose events become appointments. The address is never returned.",
})
export class Calendar {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: "The host of the address." })
  host!: string;

  @Field(() => Boolean, { description: "Whether all-day events become appointments." })
  includesAllDay!: number;

  @Field(() => CalendarEventsChoice, { description: "Which events become appointments." })
  events!: CalendarEvents;

  @Field(() => String, {
    nullable: true,
    description: "The IANA zone of times without a zone; null: the calendar's own zone, else UTC.",
  })
  timeZone!: string | null;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "The last poll, successful or not.",
  })
  attemptedAt!: number | null;

  @Field(() => DateTime, { nullable: true, description: "The last poll with a response." })
  polledAt!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "The last poll that changed appointments.",
  })
  changedAt!: number | null;

  @Field(() => DateTime)
  nextPollAt!: number;

  @Field(() => String, {
    nullable: true,
    description: "Why the last poll failed, or kept appointments of vanished events; else null.",
  })
  problem!: string | null;

  @Field(() => Int, { description: "Failed polls in a row." })
  failures!: number;

  @Field(() => Int, { description: "The occurrences with an appointment." })
  occurrences!: number;

  @Field(() => Int, {
    description:
      "The occurrences without an appointment: they don't count, have no active user, or another system or calendar owns them.",
  })
  leftOut!: number;
}

const CalendarConnection = createConnectionType("Calendar", () => Calendar);

@Resolver(() => Calendar)
export class CalendarResolver {
  @forInternal()
  @Query(() => CalendarConnection, { description: "The oldest first. (internal)" })
  async calendars(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Ctx() { db, organizationId }: Context,
  ): Promise<Page<CalendarRow>> {
    const limit = resolvePageSize(first);
    const afterId =
      typeof after === "string" ? decodeKeyset("calendars", organizationId, after).id : undefined;
    const rows = await listCalendars(db, organizationId, { limit: limit + 1, afterId });
    return new Page(rows, limit, ({ createdAt, id }) =>
      encodeKeyset("calendars", organizationId, { time: createdAt, id }),
    );
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "The rep of all its appointments; null if each event names its rep.",
  })
  user(@Root() calendar: CalendarRow, @Ctx() context: Context) {
    return calendar.userId === null ? null : context.loaders.get(userLoader).load(calendar.userId);
  }

  @FieldResolver(() => [CalendarNoticeType], {
    description:
      "What the last read could not read, guessed, repaired or skipped, by reason; the unreadable first.",
  })
  notices(@Root() calendar: CalendarRow): CalendarNotice[] {
    return JSON.parse(calendar.notices) as CalendarNotice[];
  }
}
