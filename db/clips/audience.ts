import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { insertAll } from "../engine/insert-all.js";

/** The users and teams with whom a clip is shared, by id. */
export interface Audience {
  userIds: readonly string[];
  teamIds: readonly string[];
}

/** Loads the users with whom clips are shared. */
export const loadClipUsers = async (
  db: Db,
  organizationId: string,
  clipIds: readonly string[],
): Promise<{ clipId: string; userId: string }[]> =>
  db("clip_users")
    .select({ clipId: "clip_id", userId: "user_id" })
    .where("organization_id", organizationId)
    .where(inList(db, "clip_id", clipIds));

/** Loads the teams with whom clips are shared. */
export const loadClipTeams = async (
  db: Db,
  organizationId: string,
  clipIds: readonly string[],
): Promise<{ clipId: string; teamId: string; name: string }[]> =>
  db("clip_teams as s")
    .join("teams as t", (on) =>
      on.on("t.organization_id", "s.organization_id").andOn("t.id", "s.team_id"),
    )
    .select({ clipId: "s.clip_id", teamId: "s.team_id", name: "t.name" })
    .where("s.organization_id", organizationId)
    .where(inList(db, "s.clip_id", clipIds))
    .orderBy(["t.name", "t.id"]);

/** Returns with how many users and teams a clip is shared. */
export const countAudience = async (
  db: Db,
  organizationId: string,
  clipId: string,
): Promise<number> =>
  (await loadClipUsers(db, organizationId, [clipId])).length +
  (await loadClipTeams(db, organizationId, [clipId])).length;

/** Shares a clip with users and teams. Those that have it already stay. */
export const addAudience = async (
  trx: Db,
  organizationId: string,
  clipId: string,
  { userIds, teamIds }: Audience,
): Promise<void> => {
  await removeAudience(trx, organizationId, clipId, { userIds, teamIds });
  const key = { organization_id: organizationId, clip_id: clipId };
  await insertAll(
    trx,
    "clip_users",
    userIds.map((userId) => ({ ...key, user_id: userId })),
  );
  await insertAll(
    trx,
    "clip_teams",
    teamIds.map((teamId) => ({ ...key, team_id: teamId })),
  );
};

/** Takes a clip back from users and teams. */
export const removeAudience = async (
  trx: Db,
  organizationId: string,
  clipId: string,
  { userIds, teamIds }: Audience,
): Promise<void> => {
  const key = { organization_id: organizationId, clip_id: clipId };
  await trx("clip_users")
    .where(key)
    .where(inList(trx, "user_id", userIds))
    .delete();
  await trx("clip_teams")
    .where(key)
    .where(inList(trx, "team_id", teamIds))
    .delete();
};
