import type { Tenant } from "../tenant.js";

const CREATE = "mutation ($input: CalendarInput!) { createCalendar(input: $input) { id } }";

/** Adds a calendar of a user, or of the whole organization. Returns its id. */
export const addCalendar = async (
  org: Tenant,
  url: string,
  userEmail: string | null = "rep@example.com",
): Promise<string> => (await org.graphql(CREATE, { input: { url, userEmail } })).createCalendar.id;
