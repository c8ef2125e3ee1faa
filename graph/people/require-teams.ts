import type { Db } from "../../db/engine/connect.js";
import { listTeams } from "../../db/people/teams.js";
import { invalidField } from "../core/errors.js";

/**
 * Returns the ids of the named teams, each once. With `allowed`, all other teams count as unknown.
 * @throws INVALID_FIELD for an unknown team
 */
export const requireTeams = async (
  db: Db,
  organizationId: string,
  teamIds: readonly string[],
  allowed?: readonly string[],
): Promise<string[]> => {
  if (teamIds.length === 0) return [];
  const known = new Set(allowed ?? (await listTeams(db, organizationId)).map(({ id }) => id));
  const unknown = teamIds.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw invalidField(`teamIds.${unknown}`, "is not the id of a team");
  return [...new Set(teamIds)];
};
