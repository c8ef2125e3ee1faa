import type { TeamsQuery, TemplatesQuery, UsersQuery } from "./people.graphql.js";

export type User = UsersQuery["users"][number];
export type Team = TeamsQuery["teams"][number];
export type Tracker = TemplatesQuery["trackers"][number];
export type Template = TemplatesQuery["templates"][number];
