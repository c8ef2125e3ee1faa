import { Field, type FormValues, Select } from "../../parts/index.js";
import type { CalendarsQuery } from "./calendars.graphql.js";

export type CalendarSettingsProps = Pick<
  CalendarsQuery["calendars"]["nodes"][number],
  "events" | "timeZone"
>;

/** Which events of a calendar count, and the zone of times without one. */
export const CalendarSettings = ({ events, timeZone }: CalendarSettingsProps) => (
  <>
    <Select
      label="Which events become appointments"
      name="events"
      options={{
        visits: "Visits: a guest from outside, not free, not declined",
        all: "All events",
      }}
      value={events}
    />
    <Field
      label="Time zone of events without one"
      name="timeZone"
      hint="For example Europe/Berlin. Empty: the calendar’s own time zone."
      value={timeZone ?? ""}
    />
  </>
);

export const readCalendarSettings = (values: FormValues): CalendarSettingsProps => ({
  events: values.get("events") === "all" ? "all" : "visits",
  timeZone: values.get("timeZone").trim() || null,
});
