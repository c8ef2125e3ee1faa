import { query } from "./query.js";
import type { Tenant } from "./server.js";

/** The answer of GET /v1/stats, by user unless said otherwise. */
export const ask = async (org: Tenant, parameters: Record<string, string> = {}) => {
  const { status, body, text } = await org.get(
    `/v1/stats?${query({ groupBy: "user", ...parameters })}`,
  );
  if (status !== 200) throw new Error(text);
  return body;
};

export interface Entry {
  name: string;
  email: string | null;
  teamId?: string;
  totalRecordings: number;
}

/** Each entry's e-mail, or team's name, with its number of recordings. */
export const counts = async (
  org: Tenant,
  parameters: Record<string, string> = {},
): Promise<unknown[]> =>
  (await ask(org, parameters)).stats.map((entry: Entry) => [
    entry.email ?? entry.name,
    entry.totalRecordings,
  ]);

/** A team of these people; returns its id. */
export const team = async (org: Tenant, name: string, ...members: string[]): Promise<string> =>
  (
    await org.graph(`mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`, {
      input: { name, members: members.map((email) => ({ email })) },
    })
  ).upsertTeam.id;
