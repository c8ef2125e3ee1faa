import { formatQuery } from "../graphql/format-query.js";
import type { Tenant } from "../server.js";

/** Fetches GET /v1/stats, by user as default. */
export const fetchStats = async (org: Tenant, parameters: Record<string, string> = {}) => {
  const { status, body, text } = await org.get(
    `/v1/stats?${formatQuery({ groupBy: "user", ...parameters })}`,
  );
  if (status !== 200) throw new Error(text);
  return body;
};

export interface StatEntry {
  name: string;
  email: string | null;
  teamId?: string;
  totalRecordings: number;
}

/** Returns each entry's e-mail or team name, with its number of recordings. */
export const fetchCounts = async (
  org: Tenant,
  parameters: Record<string, string> = {},
): Promise<unknown[]> =>
  (await fetchStats(org, parameters)).stats.map((entry: StatEntry) => [
    entry.email ?? entry.name,
    entry.totalRecordings,
  ]);

/** Creates a team with these members. Returns its ID. */
export const createTeam = async (
  org: Tenant,
  name: string,
  ...members: string[]
): Promise<string> =>
  (
    await org.graphql(`mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`, {
      input: { name, members: members.map((email) => ({ email })) },
    })
  ).upsertTeam.id;
