import type { Db } from "../db/connect.js";
import { statNames } from "../db/stats.js";
import { listTeams, teamMemberIds } from "../db/teams.js";
import { emailKey, listUsers, type UserRow } from "../db/users.js";
import { numberOf } from "./facts.js";
import { entryOf, Names } from "./stats-entries.js";
import { type Selection, talliesOf } from "./stats-tallies.js";
import { addTally, emptyTally, namesOf, sumOf, type Tally } from "./tally.js";

/** What statistics are asked for. An empty list is no condition. */
export interface StatsQuery extends Selection {
  groupBy: "user" | "team";
  teamIds: readonly string[];
  emails: readonly string[];
}

/** Who or what an entry is about. */
interface Group {
  email: string | null;
  teamId: string | null;
  name: string;
  userIds: readonly string[];
  /** It has no entry without recordings. */
  optional: boolean;
}

export interface StatsAnswer {
  stats: (Pick<Group, "email" | "teamId" | "name"> & ReturnType<typeof entryOf>)[];
  errors: { type: string; value: string }[];
}

interface People {
  /** By name, then e-mail. */
  users: UserRow[];
  /** Those that the e-mails name; undefined where there are none to choose. */
  chosen: Set<string> | undefined;
  /** By name, then id: those asked for, or all. */
  teams: { id: string; name: string; members: string[] }[];
  unknown: string[];
}

const peopleOf = async (db: Db, query: StatsQuery): Promise<People> => {
  const { organizationId, groupBy, teamIds, emails } = query;
  const users = await listUsers(db, organizationId);
  const ids = new Map(users.map((user) => [emailKey(user.email), user.id]));
  const sent = new Map<string, string>();
  for (const email of emails) if (!sent.has(emailKey(email))) sent.set(emailKey(email), email);
  const known = [...sent.keys()].flatMap((key) => ids.get(key) ?? []);
  const chosen = emails.length > 0 ? new Set(known) : undefined;
  const people = {
    users,
    chosen,
    unknown: [...sent].flatMap(([key, email]) => (ids.has(key) ? [] : [email])),
  };
  if (groupBy === "user" && teamIds.length === 0) return { ...people, teams: [] };
  const wanted = new Set(teamIds);
  const teams = (await listTeams(db, organizationId)).filter(
    ({ id }) => wanted.size === 0 || wanted.has(id),
  );
  const members = Map.groupBy(
    await teamMemberIds(
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
      members: (members.get(team.id) ?? []).map(({ userId }) => userId),
    })),
  };
};

/** The groups that can have an entry, in their order. */
const groupsOf = (people: People, { groupBy, teamIds }: StatsQuery): Group[] => {
  const { users, teams, chosen } = people;
  if (groupBy === "team")
    return teams
      .map(({ id, name, members }) => ({
        email: null,
        teamId: id,
        name,
        userIds: chosen ? members.filter((member) => chosen.has(member)) : members,
        optional: false,
      }))
      .filter(({ userIds }) => !chosen || userIds.length > 0);
  const inTeams = teamIds.length > 0 ? new Set(teams.flatMap((team) => team.members)) : undefined;
  return users
    .filter(({ id }) => (!chosen || chosen.has(id)) && (!inTeams || inTeams.has(id)))
    .map(({ id, email, name, active }) => ({
      email,
      teamId: null,
      name,
      userIds: [id],
      optional: active === 0,
    }));
};

const sumFor = (userIds: readonly string[], tallies: ReadonlyMap<string, Tally>): Tally => {
  const sum = emptyTally();
  for (const userId of userIds) addTally(sum, tallies.get(userId) ?? []);
  return sum;
};

/** The statistics as they are in this database handle, which should be a snapshot. */
export const statsReport = async (db: Db, query: StatsQuery): Promise<StatsAnswer> => {
  const people = await peopleOf(db, query);
  const groups = groupsOf(people, query);
  const errors = people.unknown.map((value) => ({ type: "email_not_found", value }));
  const everybody = query.groupBy === "user" && groups.length === people.users.length;
  const userIds = everybody ? undefined : [...new Set(groups.flatMap((group) => group.userIds))];
  if (userIds?.length === 0 && groups.length === 0) return { stats: [], errors };
  const tallies = await talliesOf(db, query, userIds);
  const sums = groups
    .map((group) => ({ group, sum: sumFor(group.userIds, tallies) }))
    .filter(({ group, sum }) => !group.optional || sumOf(sum, "recordings") > 0);
  const numbers = new Set(sums.flatMap(({ sum }) => namesOf(sum).map(([key]) => numberOf(key))));
  const names = new Names(await statNames(db, query.organizationId, [...numbers]));
  const stats = sums.map(({ group: { email, teamId, name }, sum }) => ({
    email,
    teamId,
    name,
    ...entryOf(sum, names),
  }));
  return { stats, errors };
};
