import { searchOrganization } from "../../../src/upkeep/jobs/trackers.js";
import type { SharedServer, Tenant } from "../server.js";

const UPSERT = `mutation ($input: TrackerInput!) {
  tracker: upsertTracker(input: $input) { id name phrases concept saidBy part minutes progress { done total } }
}`;

/** Creates or changes a tracker, and returns it. */
export const upsertTracker = async (org: Tenant, input: object) =>
  (await org.graphql(UPSERT, { input })).tracker;

/** Creates a tracker for some phrases, and returns its id. */
export const createTracker = async (
  org: Tenant,
  phrases: readonly string[],
  input: object = {},
): Promise<string> => (await upsertTracker(org, { name: "Tracker", phrases, ...input })).id;

/**
 * Looks for all trackers in all calls of the organization, as the server does in the background. `finder`: the server's
 * by default.
 */
export const searchTrackers = async (
  { services }: SharedServer,
  { id }: Pick<Tenant, "id">,
  finder = services.trackers,
): Promise<void> => {
  const { signal } = new AbortController();
  while (await searchOrganization(services, finder, id, signal));
};

/** Turns search by meaning on, and stores what the sentences of all calls mean. */
export const storeMeanings = async (server: SharedServer, org: Tenant): Promise<void> => {
  await org.graphql("mutation { setMeaningSearch(enabled: true) { enabled } }");
  await searchTrackers(server, org);
};

/** A place where a tracker was found. */
export interface Hit {
  tracker: { id: string };
  start: number;
  role: string;
  quote: string | null;
  phrase: string | null;
  score: number;
}

const HITS = `query ($id: ID!) {
  recording(id: $id) { trackerHits { tracker { id } start role quote phrase score } }
}`;

/** Loads the hits in a recording. */
export const loadHits = async (org: Tenant, id: string): Promise<Hit[]> =>
  (await org.graphql(HITS, { id })).recording.trackerHits;
