import type { Db } from "../../db/engine/connect.js";
import { loadStatNames } from "../../db/stats/query.js";
import { listTeams, loadTeamMemberIds } from "../../db/people/teams.js";
import { buildEmailKey, listUsers, type UserRow } from "../../db/people/users.js";
import { toNameNumber } from "./facts.js";
import { buildStatEntry, StatNameIndex } from "./entries.js";
import { type StatsSelection, loadTallies } from "./tallies.js";
import { addTally, createTally, listNameCounts, sumOf, type Tally } from "./tally.js";
import { Failure } from "../core/errors.js";
import type { LongQuery, LongRead } from "../core/long-reads.js";

/** A query for statistics. An empty list doesn't restrict it. */
export interface StatsQuery extends StatsSelection, LongQuery {
  groupBy: "user" | "team";
  teamIds: readonly string[];
  emails: readonly string[];
}

/** The user or team of an entry. */
interface ReportGroup {
  email: string | null;
  teamId: string | null;
  name: string;
  userIds: readonly string[];
  /** True if the group has an entry only if it has recordings. */
  isOptional: boolean;
}

export interface StatsResult {
  stats: (Pick<ReportGroup, "email" | "teamId" | "name"> & ReturnType<typeof buildStatEntry>)[];
  errors: { type: string; value: string }[];
}

interface ReportPeople {
  /** Ordered by name, then e-mail. */
  users: UserRow[];
  /** The ids of the users that the query names by e-mail; undefined if it names none. */
  chosenIds: Set<string> | undefined;
  /** The requested teams, or all, ordered by name, then id. */
  teams: { id: string; name: string; memberIds: string[] }[];
  /** E-mails that belong to no user, as sent. */
  unknownEmails: string[];
}

const loadReportPeople = async (db: Db, query: StatsQuery): Promise<ReportPeople> => {
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
  if (groupBy === "user" && teamIds.length === 0) return { ...people, teams: [] };
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
const buildGroups = (people: ReportPeople, { groupBy, teamIds }: StatsQuery): ReportGroup[] => {
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
  return users
    .filter(({ id }) => (!chosenIds || chosenIds.has(id)) && (!inTeams || inTeams.has(id)))
    .map(({ id, email, name, active }) => ({
      email,
      teamId: null,
      name,
      userIds: [id],
      isOptional: active === 0,
    }));
};

const sumTallies = (userIds: readonly string[], tallies: ReadonlyMap<string, Tally>): Tally => {
  const sum = createTally();
  for (const userId of userIds) addTally(sum, tallies.get(userId) ?? []);
  return sum;
};

/** Loads the statistics. `db` should be a snapshot, so that the figures agree with each other. */
export const loadStatsReport = async (db: Db, query: StatsQuery): Promise<StatsResult> => {
  const people = await loadReportPeople(db, query);
  const groups = buildGroups(people, query);
  const errors = people.unknownEmails.map((value) => ({ type: "email_not_found", value }));
  const isEveryUser = query.groupBy === "user" && groups.length === people.users.length;
  const userIds = isEveryUser ? undefined : [...new Set(groups.flatMap((group) => group.userIds))];
  if (userIds?.length === 0 && groups.length === 0) return { stats: [], errors };
  const tallies = await loadTallies(db, query, userIds);
  const sums = groups
    .map((group) => ({ group, sum: sumTallies(group.userIds, tallies) }))
    .filter(({ group, sum }) => !group.isOptional || sumOf(sum, "recordings") > 0);
  const numbers = new Set(
    sums.flatMap(({ sum }) => listNameCounts(sum).map(([key]) => toNameNumber(key))),
  );
  const names = new StatNameIndex(await loadStatNames(db, query.organizationId, [...numbers]));
  const stats = sums.map(({ group: { email, teamId, name }, sum }) => ({
    email,
    teamId,
    name,
    ...buildStatEntry(sum, names),
  }));
  return { stats, errors };
};

export const statsRead: LongRead<StatsQuery, StatsResult> = {
  name: "stats",
  load: loadStatsReport,
  buildFailure: () =>
    new Failure(
      "UNAVAILABLE",
      "The statistics need too much work; request a shorter period, or fewer users and tags",
    ),
};
