import type { Db } from "../../db/engine/connect.js";
import { POSITIONS_PER_MS } from "../../db/engine/positions.js";
import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import { listTeams, loadTeamMemberIds, type TeamRow } from "../../db/people/teams.js";
import { countTrackedCalls } from "../../db/trackers/hits.js";
import { invalidField } from "../core/errors.js";
import type { LongRead } from "../core/long-reads.js";

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** A longer time would have many rows, which no chart shows. */
export const MAX_WEEKS = 53;

/** The request for counts of calls. Times are inclusive, in milliseconds since 1970. */
interface TrackedCallsQuery {
  organizationId: string;
  scope?: ViewerScope | undefined;
  from: number;
  to: number;
  groupBy: "user" | "team";
  /** Counts the calls of these teams' members. An empty list doesn't restrict them. */
  teamIds: readonly string[];
}

/** A rep, or a team and all its calls. */
type Group = { userId: string; team: null } | { userId: null; team: TeamRow };

/** In how many calls of a rep or a team a tracker was found. */
export type TrackedCallsRow = Group & {
  trackerId: string;
  calls: number;
  /** Those of each week, the oldest first. Weeks without any are left out, and so are all of a time of more than MAX_WEEKS. */
  weeks: { from: number; calls: number }[];
};

/** Loads the teams of each user, among the requested ones. */
const loadTeamsByUser = async (
  db: Db,
  { organizationId, teamIds }: TrackedCallsQuery,
): Promise<Map<string, TeamRow[]>> => {
  const requested = new Set(teamIds);
  const teams = new Map(
    (await listTeams(db, organizationId))
      .filter(({ id }) => requested.size === 0 || requested.has(id))
      .map((team) => [team.id, team]),
  );
  const members = await loadTeamMemberIds(db, organizationId, [...teams.keys()]);
  const teamsByUser = new Map<string, TeamRow[]>();
  for (const { teamId, userId } of members)
    teamsByUser.set(userId, [...(teamsByUser.get(userId) ?? []), teams.get(teamId)!]);
  return teamsByUser;
};

/** Builds a function that lists the groups which count a user's calls. */
const buildGroups = async (
  db: Db,
  query: TrackedCallsQuery,
): Promise<(userId: string) => Group[]> => {
  const { groupBy, teamIds } = query;
  if (groupBy === "user" && teamIds.length === 0) return (userId) => [{ userId, team: null }];
  const teamsByUser = await loadTeamsByUser(db, query);
  return (userId) => {
    const teams = teamsByUser.get(userId) ?? [];
    if (groupBy === "team") return teams.map((team) => ({ userId: null, team }));
    return teams.length > 0 ? [{ userId, team: null }] : [];
  };
};

/** Adds calls to the last week, or begins the next. */
const addToWeeks = (weeks: TrackedCallsRow["weeks"], from: number, calls: number): void => {
  const last = weeks.at(-1);
  if (last?.from === from) last.calls += calls;
  else weeks.push({ from, calls });
};

export const trackedCallsRead: LongRead<TrackedCallsQuery, TrackedCallsRow[]> = {
  name: "trackedCalls",
  load: async (db, query) => {
    const { organizationId, from, to } = query;
    const hasWeeks = to - from < MAX_WEEKS * WEEK_MS;
    const listGroups = await buildGroups(db, query);
    const counts = await countTrackedCalls(db, organizationId, {
      from: from * POSITIONS_PER_MS,
      to: to * POSITIONS_PER_MS + POSITIONS_PER_MS - 1,
      partLength: (hasWeeks ? WEEK_MS : to - from + 1) * POSITIONS_PER_MS,
    });
    const rows = new Map<string, TrackedCallsRow>();
    for (const { trackerId, userId, timePart, calls } of counts)
      for (const group of listGroups(userId)) {
        const key = `${trackerId} ${group.userId ?? group.team.id}`;
        const row = rows.get(key) ?? { ...group, trackerId, calls: 0, weeks: [] };
        rows.set(key, row);
        row.calls += calls;
        if (hasWeeks) addToWeeks(row.weeks, from + timePart * WEEK_MS, calls);
      }
    // An assistant reads the list page by page.
    return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  },
  buildFailure: () => invalidField("from", "is too long ago; choose a shorter time"),
};
