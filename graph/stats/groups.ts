import type { Db } from "../../db/engine/connect.js";
import { listTeams, loadTeamMemberIds } from "../../db/people/teams.js";
import { buildEmailKey, listUsers, type UserRow } from "../../db/people/users.js";

/** Whose recordings to count. An empty list doesn't restrict them. */
export interface UserSelection {
  organizationId: string;
  teamIds: readonly string[];
  emails: readonly string[];
}

/** The users or teams to report. */
export interface GroupQuery extends UserSelection {
  groupBy: "user" | "team" | "all";
}

/** The user or team of an entry, or all users. */
export interface ReportGroup {
  email: string | null;
  teamId: string | null;
  name: string;
  userIds: readonly string[];
  /** True if the group has an entry only if it has recordings. */
  isOptional: boolean;
}

export interface ReportPeople {
  /** Ordered by name, then e-mail. */
  users: UserRow[];
  /** The ids of the users that the query names by e-mail; undefined if it names none. */
  chosenIds: Set<string> | undefined;
  /** The requested teams, or all, ordered by name, then id. */
  teams: { id: string; name: string; memberIds: string[] }[];
  /** E-mails that belong to no user, as sent. */
  unknownEmails: string[];
}

/** Loads the users and teams that the query could count. */
export const loadReportPeople = async (db: Db, query: GroupQuery): Promise<ReportPeople> => {
  const { organizationId, groupBy, teamIds, emails } = query;
  const users = await listUsers(db, organizationId);
  const ids = new Map(users.map((user) => [buildEmailKey(user.email), user.id]));
  /** The e-mails as first sent, by key. */
  const sent = new Map<string, string>();
  for (const email of emails)
    if (!sent.has(buildEmailKey(email))) sent.set(buildEmailKey(email), email);
  const foundIds = [...sent.keys()].flatMap((key) => ids.get(key) ?? []);
  const people = {
    users,
    chosenIds: emails.length > 0 ? new Set(foundIds) : undefined,
    unknownEmails: [...sent].flatMap(([key, email]) => (ids.has(key) ? [] : [email])),
  };
  if (groupBy !== "team" && teamIds.length === 0) return { ...people, teams: [] };
  const requested = new Set(teamIds);
  const teams = (await listTeams(db, organizationId)).filter(
    ({ id }) => requested.size === 0 || requested.has(id),
  );
  const members = Map.groupBy(
    await loadTeamMemberIds(
      db,
      organizationId,
      teams.map(({ id }) => id),
    ),
    ({ teamId }) => teamId,
  );
  return {
    ...people,
    teams: teams.map((team) => ({
      ...team,
      memberIds: (members.get(team.id) ?? []).map(({ userId }) => userId),
    })),
  };
};

/** Builds the groups that can have an entry, in order. */
export const buildGroups = (
  people: ReportPeople,
  { groupBy, teamIds }: GroupQuery,
): ReportGroup[] => {
  const { users, teams, chosenIds } = people;
  if (groupBy === "team")
    return teams
      .map(({ id, name, memberIds }) => ({
        email: null,
        teamId: id,
        name,
        userIds: chosenIds ? memberIds.filter((member) => chosenIds.has(member)) : memberIds,
        isOptional: false,
      }))
      .filter(({ userIds }) => !chosenIds || userIds.length > 0);
  const inTeams = teamIds.length > 0 ? new Set(teams.flatMap((team) => team.memberIds)) : undefined;
  const chosen = users.filter(
    ({ id }) => (!chosenIds || chosenIds.has(id)) && (!inTeams || inTeams.has(id)),
  );
  if (groupBy === "all") {
    const userIds = chosen.map(({ id }) => id);
    const isFiltered = chosenIds !== undefined || inTeams !== undefined;
    // Without any of the requested users there is nothing to add up.
    if (isFiltered && userIds.length === 0) return [];
    const name = isFiltered ? "Chosen users" : "All users";
    return [{ email: null, teamId: null, name, userIds, isOptional: false }];
  }
  return chosen.map(({ id, email, name, active }) => ({
    email,
    teamId: null,
    name,
    userIds: [id],
    isOptional: active === 0,
  }));
};
