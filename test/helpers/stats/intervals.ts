import type { Tenant } from "../server.js";
import { fetchStats } from "./stats.js";

export interface DividedEntry {
  totalRecordings: number;
  total: Record<string, number>;
  recordingsByTag: Record<string, number>;
  intervals: ({ start: string } & Omit<DividedEntry, "intervals">)[];
}

export const fetchEntries = async (
  org: Tenant,
  parameters: Record<string, string> = {},
): Promise<DividedEntry[]> => (await fetchStats(org, parameters)).stats;

/** Returns the start and the number of recordings of each interval of the first entry. */
export const fetchIntervals = async (
  org: Tenant,
  parameters: Record<string, string>,
): Promise<[string, number][]> =>
  (await fetchEntries(org, parameters))[0]!.intervals.map(({ start, totalRecordings }) => [
    start.replace(":00.000Z", ""),
    totalRecordings,
  ]);
