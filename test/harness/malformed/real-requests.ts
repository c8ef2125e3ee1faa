import { isKeyOnly } from "../../helpers/rest/key-only-routes.js";
import type { Random } from "../../../src/demo/random.js";
import { restRoutes } from "../../../rest/routes/index.js";
import { screenPaths } from "../../../src/api/console/paths.js";
import type { RequestDraft } from "./request-draft.js";

/** The credentials and IDs of the attacking organization. */
export interface RequestIds {
  apiKey: string;
  internalToken: string;
  dialerToken: string;
  recordingId: string;
  actionItemId: string;
  clientId: string;
  /** The URL that receives test deliveries. */
  receiver: string;
}

/**
 * A marker in everything that request `n` writes. The number appears twice, so one changed byte
 * never forms another marker.
 */
export const buildMarker = (n: number): string => `m-${n}-${n}`;

const JSON_TYPE: [string, string] = ["content-type", "application/json"];
const HOUR_MS = 60 * 60_000;
const LAST_START_MS = Date.UTC(2026, 2, 3, 10);
/**
 * Appointments at the same time are rematched together; thousands of them would dominate the run.
 */
const DISTINCT_TIMES = 20_000;
const buildStart = (n: number): string =>
  new Date(LAST_START_MS - (n % DISTINCT_TIMES) * 2 * HOUR_MS).toISOString();
const buildEnd = (n: number): string =>
  new Date(LAST_START_MS - (n % DISTINCT_TIMES) * 2 * HOUR_MS + HOUR_MS)
    .toISOString()
    .replace("Z", "+00:00");
const RECENT_REQUESTS = 200;

const buildCustomer = (n: number) => ({
  id: buildMarker(n),
  name: "Ada",
  email: "ada@example.com",
  location: "Rome",
});
const buildCall = (n: number) => ({
  call_id: buildMarker(n),
  user_email: "rep@example.com",
  started_at: buildStart(n),
  duration_ms: 60_000,
  name: "A call",
  event_id: buildMarker(n),
  customer: buildCustomer(n),
  custom_fields: { a: [1, { b: null }] },
  transcript: [{ speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 900 }],
});

/** A body for each route that reads one. */
const bodyBuilders: Record<string, (n: number, names: RequestIds) => object> = {
  "post /v1/scheduled-tasks": (n) => ({
    event_id: buildMarker(n),
    user_email: "rep@example.com",
    start_time: buildStart(n),
    end_time: buildEnd(n),
    title: "Roof",
    customer: buildCustomer(n),
    metadata: { a: { b: [1] } },
  }),
  "put /v1/scheduled-tasks/:event_id": (n) => ({
    title: buildMarker(n),
    customer: { name: "Ada" },
  }),
  "put /v1/action-items/:id": (n) => ({ text: buildMarker(n), completed: true }),
  "post /v1/webhooks/test": (_n, { receiver }) => ({
    url: receiver,
    recording: { id: "r-1", status: "processed", summary: "S", tags: ["a"] },
  }),
  "post /v1/dialer": buildCall,
  "post /v1/dialer/:dialerToken": buildCall,
  "post /v1/dialer/:dialerToken/:adapter": (n) => ({
    id: buildMarker(n),
    agent_email: "rep@example.com",
    start_time: buildStart(n),
    duration: "60",
    recording: "https://app.callrail.com/calls/1/recording",
    customer_name: "Ada",
  }),
};

/** Query strings for routes with parameters. */
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

type BuildRealRequest = (n: number, random: Random) => RequestDraft;

const createDraft = (
  method: string,
  target: string,
  headers: [string, string][],
  body = "",
): RequestDraft => ({
  method,
  target,
  version: "HTTP/1.1",
  headers: [["host", "debrief.example.com"], ...headers],
  body: Buffer.from(body),
});

const createGet =
  (path: string, ...headers: [string, string][]): BuildRealRequest =>
  () =>
    createDraft("GET", path, headers);

/** Builds one valid request for each endpoint, operation kind and page, by name. */
export const buildRealRequests = (names: RequestIds): Record<string, BuildRealRequest> => {
  const { apiKey, internalToken, dialerToken, recordingId, clientId } = names;
  const token: [string, string] = ["authorization", `Bearer ${internalToken}`];
  const key: [string, string] = ["x-api-key", apiKey];
  const idOf = (path: string): string => {
    if (path.startsWith("/v1/action-items")) return names.actionItemId;
    return path.startsWith("/v1/clients") ? clientId : recordingId;
  };
  // `:event_id` becomes an appointment that a recent request has probably pushed.
  const fillPath = (path: string, n: number, random: Random): string =>
    path
      .replace(":dialerToken", dialerToken)
      .replace(":adapter", "callrail")
      .replace(":event_id", buildMarker(Math.max(0, n - random.int(1, RECENT_REQUESTS))))
      .replace(":id", idOf(path));
  const jsonRoutes = restRoutes.filter(
    // Sentences are found only once an admin has turned that on.
    (route) => !route.isUpload && !isKeyOnly(route) && route.path !== "/v1/sentences",
  );
  const routeRequests = jsonRoutes.map(({ method, path }): [string, BuildRealRequest] => {
    const name = `${method} ${path}`;
    const body = bodyBuilders[name];
    if (!body && (method === "post" || method === "put")) throw new Error(`no body for ${name}`);
    return [
      name,
      (n, random) => {
        const query = method === "get" && queries[path] ? `?${random.pick(queries[path])}` : "";
        const headers = body ? [key, JSON_TYPE] : [key];
        const text = body ? JSON.stringify(body(n, names)) : "";
        return createDraft(method.toUpperCase(), fillPath(path, n, random) + query, headers, text);
      },
    ];
  });
  const buildGraphqlRequest =
    (query: string, variables: (n: number) => object): BuildRealRequest =>
    (n) =>
      createDraft(
        "POST",
        "/graphql",
        [token, JSON_TYPE],
        JSON.stringify({ query, variables: variables(n) }),
      );
  return {
    ...Object.fromEntries(routeRequests),
    "a query": buildGraphqlRequest(PAGE, () => ({ n: 2 })),
    "a mutation": buildGraphqlRequest(USER, (n) => ({
      input: { email: `${buildMarker(n)}@example.com`, name: "Kim" },
    })),
    "a query by GET": createGet(
      `/graphql?query=${encodeURIComponent("{ viewer { role } }")}`,
      token,
      ["apollo-require-preflight", "1"],
    ),
    livez: createGet("/livez"),
    readyz: createGet("/readyz"),
    metrics: createGet("/metrics"),
    "a page": (_n, random) =>
      createDraft("GET", random.pick(screenPaths).replace(/:\w+/, "some"), []),
  };
};
