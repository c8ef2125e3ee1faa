import type { Request } from "autocannon";
import { buildEmail, PAGE_SIZE, type RequestsSeed, USERS } from "./seed.js";

const EVENTS = 512;
/** Limits the total memory: each connection has its own list. */
const MIXED_EVENTS = 64;
const DAY_MS = 86_400_000;
/** After all recordings: new appointments are in the future. */
const FIRST_DAY = Date.UTC(2027, 0, 1);

const buildGet = ({ apiKey }: RequestsSeed, path: string): Request => ({
  method: "GET",
  path,
  headers: { "x-api-key": apiKey },
});

const buildPost = ({ apiKey }: RequestsSeed, path: string, body: unknown): Request => ({
  method: "POST",
  path,
  headers: { "x-api-key": apiKey, "content-type": "application/json" },
  body: JSON.stringify(body),
});

const LIST = `query Page($first: Int!, $after: String) {
  recordings(first: $first, after: $after) {
    nodes { id name status createdAt duration summary url }
    nextCursor
    hasMore
  }
}`;

export const buildPageRequests = (data: RequestsSeed, after?: string): Request[] => [
  buildGet(
    data,
    `/v1/recordings?limit=${PAGE_SIZE}${after === undefined ? "" : `&startAfter=${after}`}`,
  ),
];

export const buildGraphqlPageRequests = (data: RequestsSeed, after?: string): Request[] => [
  buildPost(data, "/graphql", { query: LIST, variables: { first: PAGE_SIZE, after } }),
];

export const buildSingleRequests = (data: RequestsSeed): Request[] =>
  data.ids.map((id) => buildGet(data, `/v1/recordings/${id}`));

export const buildTranscriptRequests = (data: RequestsSeed, prefix = "/v1"): Request[] =>
  data.transcriptIds.map((id) => buildGet(data, `${prefix}/recordings/${id}/transcript`));

/** Builds upserts of a few appointments, each different from the one before. */
export const buildUpsertRequests = (
  data: RequestsSeed,
  prefix = "/v1",
  events = EVENTS,
): Request[] =>
  [0, 1].flatMap((turn) =>
    Array.from({ length: events }, (_, index) => {
      const start = FIRST_DAY + (index * DAY_MS) / 8 + turn * 60_000;
      return buildPost(data, `${prefix}/scheduled-tasks`, {
        event_id: `event-${index}`,
        user_email: buildEmail(index % USERS),
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
        title: `Visit ${index}, as of turn ${turn}`,
        customer: {
          id: `customer-${index}`,
          name: `Customer ${index}`,
          email: `customer-${index}@example.com`,
          location: `${index} Main Street, door ${turn}`,
        },
      });
    }),
  );

/** Builds the mix: per ten requests six recordings, three pages and one upsert. */
export const buildMixedRequests = (data: RequestsSeed, prefix?: string): Request[] => {
  const [pages] = buildPageRequests(data);
  const ones = buildSingleRequests(data);
  const writes = buildUpsertRequests(data, prefix, MIXED_EVENTS);
  return writes.flatMap((write, index) =>
    Array.from({ length: 10 }, (_, place) => {
      if (place === 9) return write;
      return place % 3 === 0 ? pages! : ones[(index * 6 + place) % ones.length]!;
    }),
  );
};
