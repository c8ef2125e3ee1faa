import { formatQuery } from "./format-query.js";
import type { Tenant } from "./server.js";

/** The answer of GET /v1/stats, by user unless said otherwise. */
export const fetchStats = async (org: Tenant, parameters: Record<string, string> = {}) => {
  const { status, body, text } = await org.get(
    `/v1/stats?${formatQuery({ groupBy: "user", ...parameters })}`,
  );
  if (status !== 200) throw new Error(text);
  return body;
};

export interface StatsEntry {
  name: string;
  email: string | null;
  teamId?: string;
  totalRecordings: number;
}

/** Each entry's e-mail, or team's name, with its number of recordings. */
export const fetchCounts = async (
  org: Tenant,
  parameters: Record<string, string> = {},
): Promise<unknown[]> =>
  (await fetchStats(org, parameters)).stats.map((entry: StatsEntry) => [
    entry.email ?? entry.name,
    entry.totalRecordings,
  ]);

/** A team of these people; returns its id. */
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
