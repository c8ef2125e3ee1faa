import { DAY, HOUR } from "./calendar.js";
import type { DemoEvent } from "./events.js";

interface Demo {
  url: string;
  now: number;
  credentials: { organization: { name: string }; apiKey: string; internalToken: string };
  /** Who can sign in to the console. */
  admin: { email: string; password: string };
  events: readonly DemoEvent[];
  /** The ids of the recordings, by their calls'. */
  recordings: ReadonlyMap<string, string>;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const QUERY = `{ recordings(first: 3) { nodes {
  name user { name } client { name } appointment { title startTime }
  process { followed total } metrics { talkRatio questionsAsked }
} } }`.replace(/\s+/g, " ");

const JSON_BODY = ["-H", quoted("content-type: application/json")];

const appointment = ({ now, events }: Demo): object => {
  const { userEmail, customer } = events.findLast((event) => event.kind === "appointment")!.input;
  return {
    event_id: "JOB-9001",
    user_email: userEmail,
    start_time: new Date(Math.ceil(now / DAY) * DAY + 15 * HOUR).toISOString(),
    title: "Second visit",
    customer,
  };
};

/** Lines for a shell: what to try, and a key to try it with. */
export const curlLines = (demo: Demo): string[] => {
  const { url, credentials, admin, events, recordings } = demo;
  const key = ["-H", quoted(`x-api-key: ${credentials.apiKey}`)];
  const token = ["-H", quoted(`authorization: Bearer ${credentials.internalToken}`)];
  const get = (path: string): string => ["curl", quoted(url + path), ...key].join(" ");
  const post = (path: string, credential: string[], body: object): string => {
    const data = ["-d", quoted(JSON.stringify(body))];
    return ["curl", quoted(url + path), ...credential, ...JSON_BODY, ...data].join(" ");
  };
  const told = events.filter((event) => event.kind === "analysis");
  const { callId } = told.findLast(({ input }) => input.closed && input.coaching)!;
  const recording = `/v1/recordings/${recordings.get(callId)}`;
  const { customer } = events.find((event) => event.kind === "appointment")!.input;
  return [
    `# ${credentials.organization.name}: ${recordings.size} calls of two months, in memory only`,
    `# console         ${url}/ by ${admin.email}, password ${admin.password}`,
    `# API key         ${credentials.apiKey}`,
    `# internal token  ${credentials.internalToken}`,
    "# Recordings, newest first; then one of them, and what was said in it",
    get("/v1/recordings?limit=5"),
    get(recording),
    get(`${recording}/transcript`),
    "# Clients; and the one with an id of the CRM",
    get("/v1/clients?limit=5"),
    get(`/v1/clients?crmEntityId=${encodeURIComponent(customer.id)}`),
    "# Appointments from today on; then push one",
    get(`/v1/scheduled-tasks?limit=5&fromDate=${new Date(demo.now).toISOString().slice(0, 10)}`),
    post("/v1/scheduled-tasks", key, appointment(demo)),
    "# Users and teams",
    get("/v1/users"),
    get("/v1/teams"),
    "# The core itself, with the internal token",
    post("/graphql", token, { query: QUERY }),
  ];
};
