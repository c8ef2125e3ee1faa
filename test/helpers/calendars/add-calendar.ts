import type { Tenant } from "../tenant.js";

const CREATE = "mutation ($input: CalendarInput!) { createCalendar(input: $input) { id } }";

/** Adds a calendar of a user, or of the whole organization, that takes all events. Returns its id. */
export const addCalendar = async (
  org: Tenant,
  url: string,
  userEmail: string | null = "rep@example.com",
  settings: { events?: "visits" | "all"; timeZone?: string; includesAllDay?: boolean } = {},
): Promise<string> => {
  const input = { url, userEmail, events: "all", ...settings };
  return (await org.graphql(CREATE, { input })).createCalendar.id;
};
