import type { Request } from "autocannon";
import { emailOf, PAGE, type Seeded, USERS } from "./seed.js";

const EVENTS = 512;
/** Fewer where there are ten times as many requests: each connection has its own list. */
const MIXED_EVENTS = 64;
const DAY_MS = 86_400_000;
/** After all recordings, as appointments that are pushed are yet to come. */
const FIRST_DAY = Date.UTC(2027, 0, 1);

const get = ({ apiKey }: Seeded, path: string): Request => ({
  method: "GET",
  path,
  headers: { "x-api-key": apiKey },
});

const post = ({ apiKey }: Seeded, path: string, body: unknown): Request => ({
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

export const page = (data: Seeded, after?: string): Request[] => [
  get(data, `/v1/recordings?limit=${PAGE}${after === undefined ? "" : `&startAfter=${after}`}`),
];

export const graphqlPage = (data: Seeded, after?: string): Request[] => [
  post(data, "/graphql", { query: LIST, variables: { first: PAGE, after } }),
];

export const single = (data: Seeded): Request[] =>
  data.ids.map((id) => get(data, `/v1/recordings/${id}`));

export const transcript = (data: Seeded, prefix = "/v1"): Request[] =>
  data.transcriptIds.map((id) => get(data, `${prefix}/recordings/${id}/transcript`));

/** Each of some appointments again and again, never as it was before. */
export const upserts = (data: Seeded, prefix = "/v1", events = EVENTS): Request[] =>
  [0, 1].flatMap((turn) =>
    Array.from({ length: events }, (_, index) => {
      const start = FIRST_DAY + (index * DAY_MS) / 8 + turn * 60_000;
      return post(data, `${prefix}/scheduled-tasks`, {
        event_id: `event-${index}`,
        user_email: emailOf(index % USERS),
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

/** In ten: six recordings, three pages and an upsert. */
export const mix = (data: Seeded, prefix?: string): Request[] => {
  const [pages] = page(data);
  const ones = single(data);
  const writes = upserts(data, prefix, MIXED_EVENTS);
  return writes.flatMap((write, index) =>
    Array.from({ length: 10 }, (_, place) => {
      if (place === 9) return write;
      return place % 3 === 0 ? pages! : ones[(index * 6 + place) % ones.length]!;
    }),
  );
};
