import {
  loadLedTeams,
  loadTeamLeads,
  loadTeamMembers,
  loadTeamsByIds,
  type TeamRow,
} from "../../db/people/teams.js";
import { loadUserNumbers } from "../../db/people/user-numbers.js";
import { loadUsersByIds } from "../../db/people/users.js";
import type { Context } from "../context/context.js";
import { createManyLoader, createOneLoader } from "../context/loaders.js";

/** Teams, each with at most 1,000 members, that one statement loads. */
const MAX_TEAMS = 150;

export const userLoader = createOneLoader(loadUsersByIds, (row) => row.id);
export const userNumbersLoader = createManyLoader(loadUserNumbers, (row) => row.userId);
export const teamMembersLoader = createManyLoader(loadTeamMembers, (row) => row.teamId, MAX_TEAMS);
export const teamLeadsLoader = createManyLoader(loadTeamLeads, (row) => row.teamId, MAX_TEAMS);
export const ledTeamsLoader = createManyLoader(loadLedTeams, (row) => row.userId);
const teamLoader = createOneLoader(loadTeamsByIds, (row) => row.id);

/** Loads those of the teams that the caller sees, by name. */
export const loadTeamsByName = async (
  { loaders }: Context,
  ids: readonly string[],
): Promise<TeamRow[]> => {
  const loader = loaders.get(teamLoader);
  const teams = await Promise.all(ids.map(async (id) => loader.load(id)));
  return teams
    .filter((team) => team !== undefined)
    .toSorted((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
};
