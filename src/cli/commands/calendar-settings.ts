import { type CommandInput, UsageError } from "../../base/config/command.js";

/** The settings of a calendar. */
export const settingFlags = {
  events: {
    type: "string",
    value: "visits|all",
    description: "visits: events with a guest from outside the organization; all: every event",
  },
  "time-zone": {
    type: "string",
    value: "<name>",
    description: "the zone of times without one, such as Europe/Berlin; none: the calendar's",
  },
} as const;

/** Returns the settings that the flags name. @throws UsageError */
export const readSettings = ({ flags }: CommandInput) => {
  const events = flags["events"];
  if (events !== undefined && events !== "visits" && events !== "all")
    throw new UsageError("--events is visits or all");
  const timeZone = flags["time-zone"];
  return {
    ...(events !== undefined && { events }),
    ...(timeZone !== undefined && { timeZone: timeZone === "none" ? null : timeZone }),
  };
};
