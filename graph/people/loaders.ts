import { loadTeamLeads, loadTeamMembers } from "../../db/people/teams.js";
import { loadUserNumbers } from "../../db/people/user-numbers.js";
import { loadUsersByIds } from "../../db/people/users.js";
import { createManyLoader, createOneLoader } from "../context/loaders.js";

/** Teams, each with at most 1,000 members, that one statement loads. */
const MAX_TEAMS = 150;

export const userLoader = createOneLoader(loadUsersByIds, (row) => row.id);
export const userNumbersLoader = createManyLoader(loadUserNumbers, (row) => row.userId);
export const teamMembersLoader = createManyLoader(loadTeamMembers, (row) => row.teamId, MAX_TEAMS);
export const teamLeadsLoader = createManyLoader(loadTeamLeads, (row) => row.teamId, MAX_TEAMS);
