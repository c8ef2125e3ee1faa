import type { Random } from "../../src/demo/random.js";
import { routes } from "../../rest/routes.js";
import { paths } from "../../src/console/paths.js";
import type { Draft } from "./draft.js";

/** What requests name of the organization in whose name they are sent. */
export interface Names {
  apiKey: string;
  internalToken: string;
  dialerToken: string;
  recordingId: string;
  clientId: string;
  /** Takes test deliveries. */
  receiver: string;
}

/** A word by which what the nth request writes is known; one byte that is changed makes no other's of it. */
export const wordOf = (n: number): string => `m-${n}-${n}`;

const JSON_TYPE: [string, string] = ["content-type", "application/json"];
const HOUR_MS = 60 * 60_000;
const LAST = Date.UTC(2026, 2, 3, 10);
/** Appointments of one time are looked at together: thousands of them would be what is measured. */
const TIMES = 20_000;
const startOf = (n: number): string => new Date(LAST - (n % TIMES) * 2 * HOUR_MS).toISOString();
const endOf = (n: number): string =>
  new Date(LAST - (n % TIMES) * 2 * HOUR_MS + HOUR_MS).toISOString().replace("Z", "+00:00");
const LATELY = 200;

const customer = (n: number) => ({
  id: wordOf(n),
  name: "Ada",
  email: "ada@example.com",
  location: "Rome",
});
const call = (n: number) => ({
  call_id: wordOf(n),
  user_email: "rep@example.com",
  started_at: startOf(n),
  duration_ms: 60_000,
  name: "A call",
  event_id: wordOf(n),
  customer: customer(n),
  custom_fields: { a: [1, { b: null }] },
  transcript: [{ speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 900 }],
});

/** A body for each route that reads one. */
const bodies: Record<string, (n: number, names: Names) => object> = {
  "post /v1/scheduled-tasks": (n) => ({
    event_id: wordOf(n),
    user_email: "rep@example.com",
    start_time: startOf(n),
    end_time: endOf(n),
    title: "Roof",
    customer: customer(n),
    metadata: { a: { b: [1] } },
  }),
  "put /v1/scheduled-tasks/:event_id": (n) => ({ title: wordOf(n), customer: { name: "Ada" } }),
  "post /v1/webhooks/test": (_n, { receiver }) => ({
    url: receiver,
    recording: { id: "r-1", status: "processed", summary: "S", tags: ["a"] },
  }),
  "post /v1/dialer": call,
  "post /v1/dialer/:dialerToken": call,
  "post /v1/dialer/:dialerToken/:adapter": (n) => ({
    id: wordOf(n),
    agent_email: "rep@example.com",
    start_time: startOf(n),
    duration: "60",
    recording: "https://app.callrail.com/calls/1/recording",
    customer_name: "Ada",
  }),
};

/** Query strings of the routes that know any. */
const queries: Record<string, string[]> = {
  "/v1/scheduled-tasks": [
    "fromDate=2026-03-01&toDate=2026-03-05&limit=2",
    "user_email=rep%40example.com",
  ],
  "/v1/clients": ["limit=3", "crmEntityId=m-1", "email=ada%40example.com"],
  "/v1/recordings": [
    "limit=2",
    "fromDate=2026-03-01T00:00:00Z",
    "startAfter=2026-03-03T10:00:00.000Z",
  ],
  "/v1/stats": [
    "groupBy=user&startDate=2026-03-01",
    "groupBy=team&emails=rep%40example.com,x%40y.z",
  ],
};

const USER = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const PAGE = `query ($n: Int, $c: String) {
  recordings(first: $n, after: $c) { nodes { id summary client { name } } pageInfo { endCursor } }
}`;

type Real = (n: number, random: Random) => Draft;

const draft = (method: string, target: string, headers: [string, string][], body = ""): Draft => ({
  method,
  target,
  version: "HTTP/1.1",
  headers: [["host", "debrief.example.com"], ...headers],
  body: Buffer.from(body),
});

const get =
  (path: string, ...headers: [string, string][]): Real =>
  () =>
    draft("GET", path, headers);

/** One for each thing that can be asked over HTTP, by its name. */
export const reals = (names: Names): Record<string, Real> => {
  const { apiKey, internalToken, dialerToken, recordingId, clientId } = names;
  const token: [string, string] = ["authorization", `Bearer ${internalToken}`];
  const key: [string, string] = ["x-api-key", apiKey];
  const pathOf = (path: string, n: number, random: Random): string =>
    path
      .replace(":dialerToken", dialerToken)
      .replace(":adapter", "callrail")
      .replace(":event_id", wordOf(Math.max(0, n - random.int(1, LATELY))))
      .replace(":id", path.startsWith("/v1/clients") ? clientId : recordingId);
  const ofJson = routes.filter(({ upload }) => !upload);
  const ofRoutes = ofJson.map(({ method, path }): [string, Real] => {
    const name = `${method} ${path}`;
    const body = bodies[name];
    if (!body && (method === "post" || method === "put")) throw new Error(`no body for ${name}`);
    return [
      name,
      (n, random) => {
        const query = method === "get" && queries[path] ? `?${random.pick(queries[path])}` : "";
        const headers = body ? [key, JSON_TYPE] : [key];
        const text = body ? JSON.stringify(body(n, names)) : "";
        return draft(method.toUpperCase(), pathOf(path, n, random) + query, headers, text);
      },
    ];
  });
  const graph =
    (query: string, variables: (n: number) => object): Real =>
    (n) =>
      draft(
        "POST",
        "/graphql",
        [token, JSON_TYPE],
        JSON.stringify({ query, variables: variables(n) }),
      );
  return {
    ...Object.fromEntries(ofRoutes),
    "a query": graph(PAGE, () => ({ n: 2 })),
    "a mutation": graph(USER, (n) => ({
      input: { email: `${wordOf(n)}@example.com`, name: "Kim" },
    })),
    "a query by GET": get(`/graphql?query=${encodeURIComponent("{ viewer { role } }")}`, token, [
      "apollo-require-preflight",
      "1",
    ]),
    livez: get("/livez"),
    readyz: get("/readyz"),
    metrics: get("/metrics"),
    "a page": (_n, random) => draft("GET", random.pick(paths).replace(/:\w+/, "some"), []),
  };
};
