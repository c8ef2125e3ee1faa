import { resolveClient } from "./clients.js";
import { listShown } from "./threads.js";
import type { NamedKey, Organization, Recording, Team, User } from "./world.js";

/** What a viewer sees: what belongs to these users, and these teams. */
interface Sight {
  users: ReadonlySet<User>;
  teams: ReadonlySet<Team>;
}

/** Lists the key's teams that weren't deleted. */
export const listTeamsOfKey = (org: Organization, { teams }: NamedKey): Team[] =>
  org.teams.filter((team) => teams?.includes(team));

const listMembers = (teams: readonly Team[]): User[] =>
  teams.flatMap(({ members }) => members.map(({ user }) => user));

/** Returns undefined for an admin, who sees everything. */
const resolveSight = (org: Organization, key: NamedKey): Sight | undefined => {
  const { user } = key;
  if (!user) {
    const teams = listTeamsOfKey(org, key);
    return { users: new Set(listMembers(teams)), teams: new Set(teams) };
  }
  if (user.signInRole === "admin") return undefined;
  const led =
    user.signInRole === "manager" ? org.teams.filter(({ leads }) => leads.includes(user)) : [];
  const own = org.teams.filter((team) => listMembers([team]).includes(user));
  return { users: new Set([user, ...listMembers(led)]), teams: new Set([...own, ...led]) };
};

/** Returns the organization as the key sees it: what the key may not see does not exist. */
export const narrowToKey = (org: Organization, key: NamedKey): Organization => {
  const sight = resolveSight(org, key);
  const comments = listShown(org.comments, key);
  if (!sight) return { ...org, comments };
  const isSeen = ({ user }: { user: User }): boolean => sight.users.has(user);
  const seenRecordings = new Map<Recording, Recording>();
  for (const recording of org.recordings.filter(isSeen))
    // A recording keeps the client of an appointment that the viewer doesn't see.
    seenRecordings.set(recording, {
      ...recording,
      createdClient: null,
      customerClient: resolveClient(org, recording),
    });
  const recordings = [...seenRecordings.values()];
  const appointments = org.appointments.filter(isSeen);
  const clients = new Set([
    ...recordings.map(({ customerClient }) => customerClient),
    ...appointments.map(({ client }) => client),
  ]);
  return {
    ...org,
    users: org.users.filter((user) => sight.users.has(user)),
    teams: org.teams
      .filter((team) => sight.teams.has(team))
      .map((team) => ({ ...team, members: team.members.filter(isSeen) })),
    recordings,
    clips: org.clips.filter(
      ({ recording, isForEveryone, teams, users }) =>
        isSeen(recording) ||
        // Clips can't be shared with a key of teams.
        (key.user !== null &&
          (isForEveryone ||
            users.has(key.user) ||
            [...teams].some((team) => sight.teams.has(team)))),
    ),
    comments: comments.filter(({ recording }) => isSeen(recording)),
    appointments,
    clients: org.clients.filter((client) => clients.has(client)),
    matches: org.matches.flatMap((match) => {
      const recording = seenRecordings.get(match.recording);
      return recording && isSeen(match.appointment) ? { ...match, recording } : [];
    }),
  };
};
