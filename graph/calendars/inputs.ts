import { Field, InputType } from "type-graphql";
import type { CalendarEvents } from "../../db/calendars/calendar.js";
import { Constraint, NotNull } from "../arguments/constraints.js";
import { Limit, URL_TEXT } from "../arguments/limits.js";
import { invalidField } from "../core/errors.js";
import { CalendarEventsChoice } from "./calendar.js";

const TIME_ZONE_DESCRIPTION =
  "The IANA zone of times without a zone, such as Europe/Berlin. Null: the calendar's own zone (X-WR-TIMEZONE), else that of its other events, else UTC.";

@InputType()
export class CalendarInput {
  @Constraint({ minLength: 1 })
  @Limit(URL_TEXT)
  @Field(() => String, {
    description:
      "The secret address in iCal format, https or webcal. It is stored encrypted and can't be read again.",
  })
  url!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Whose calendar it is. Null: the organization's; the rep of an event is its organizer, else its first attendee who is an active user.",
  })
  userEmail?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Whether all-day events become appointments.",
  })
  includesAllDay?: boolean | null;

  @Field(() => CalendarEventsChoice, {
    nullable: true,
    defaultValue: CalendarEventsChoice.visits,
    description: "Which events become appointments.",
  })
  events?: CalendarEvents | null;

  @Field(() => String, { nullable: true, description: TIME_ZONE_DESCRIPTION })
  timeZone?: string | null;
}

@InputType()
export class CalendarUpdate {
  @NotNull()
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether all-day events become appointments.",
  })
  includesAllDay?: boolean;

  @NotNull()
  @Field(() => CalendarEventsChoice, {
    nullable: true,
    description: "Which events become appointments.",
  })
  events?: CalendarEvents;

  @Field(() => String, { nullable: true, description: TIME_ZONE_DESCRIPTION })
  timeZone?: string | null;
}

/** Returns the zone's name; null for none. @throws INVALID_FIELD */
export const normalizeTimeZone = (text: string | null | undefined): string | null => {
  const name = text?.trim() ?? "";
  if (name === "") return null;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return name;
  } catch {
    throw invalidField("timeZone", "must be the IANA name of a time zone, such as Europe/Berlin");
  }
};
