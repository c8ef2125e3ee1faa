import type { TeamsQuery, UsersQuery } from "./people.graphql.js";

export type User = UsersQuery["users"][number];
export type Team = TeamsQuery["teams"][number];
