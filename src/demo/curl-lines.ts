import { DAY_MS, HOUR_MS } from "./calendar.js";
import type { AppliedStory } from "./apply-events.js";
import type { DemoEvent } from "./events.js";
import type { SignIn } from "./sign-ins.js";

interface Demo {
  url: string;
  now: number;
  credentials: { organization: { name: string }; apiKey: string; internalToken: string };
  /** Who can sign in to the console. */
  signIns: readonly SignIn[];
  events: readonly DemoEvent[];
  story: AppliedStory;
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const QUERY = `{ recordings(first: 3) { nodes {
  name user { name } client { name } appointment { title startTime }
  process { followed total } metrics { talkRatio questionsAsked }
} } }`.replace(/\s+/g, " ");

const JSON_BODY = ["-H", quoteForShell("content-type: application/json")];

const buildAppointment = ({ now, events }: Demo): object => {
  const { userEmail, customer } = events.findLast((event) => event.kind === "appointment")!.input;
  return {
    event_id: "JOB-9001",
    user_email: userEmail,
    start_time: new Date(Math.ceil(now / DAY_MS) * DAY_MS + 15 * HOUR_MS).toISOString(),
    title: "Second visit",
    customer,
  };
};

/** Finds the latest call with every kind of content; what the analysis finds may leave none. */
const findSampleCall = ({ events, story: { analyses } }: Demo): string => {
  const withAppointment = new Set(
    events.flatMap((event) =>
      event.kind === "call" && event.input.eventId !== undefined ? [event.input.callId] : [],
    ),
  );
  const candidates = [...analyses].filter(([callId]) => withAppointment.has(callId));
  const [callId] =
    candidates.findLast(
      ([, { closed, coaching, actionItems, templateId, tags }]) =>
        closed && coaching && actionItems?.length && templateId && tags?.length,
    ) ?? candidates.at(-1)!;
  return callId;
};

/** Builds the demo's output: credentials, and curl commands to try. */
export const buildCurlLines = (demo: Demo): string[] => {
  const { url, credentials, signIns, events, story } = demo;
  const { recordings } = story;
  const key = ["-H", quoteForShell(`x-api-key: ${credentials.apiKey}`)];
  const token = ["-H", quoteForShell(`authorization: Bearer ${credentials.internalToken}`)];
  const get = (path: string): string => ["curl", quoteForShell(url + path), ...key].join(" ");
  const post = (path: string, credential: string[], body: object): string => {
    const data = ["-d", quoteForShell(JSON.stringify(body))];
    return ["curl", quoteForShell(url + path), ...credential, ...JSON_BODY, ...data].join(" ");
  };
  const callId = findSampleCall(demo);
  const recording = `/v1/recordings/${recordings.get(callId)}`;
  const { customer } = events.find((event) => event.kind === "appointment")!.input;
  return [
    `# ${credentials.organization.name}: ${recordings.size} sample calls of a year, in memory only`,
    `# console         ${url}/`,
    ...signIns.map(
      ({ role, email, password }) => `# ${role.padEnd(14)}  ${email}, password ${password}`,
    ),
    `# API key         ${credentials.apiKey}`,
    `# internal token  ${credentials.internalToken}`,
    "# Recordings, newest first; one recording; its transcript",
    get("/v1/recordings?limit=5"),
    get(recording),
    get(`${recording}/transcript`),
    "# Clients; the client with a CRM id",
    get("/v1/clients?limit=5"),
    get(`/v1/clients?crmEntityId=${encodeURIComponent(customer.id)}`),
    "# Appointments from today; push an appointment",
    get(`/v1/scheduled-tasks?limit=5&fromDate=${new Date(demo.now).toISOString().slice(0, 10)}`),
    post("/v1/scheduled-tasks", key, buildAppointment(demo)),
    "# Users and teams",
    get("/v1/users"),
    get("/v1/teams"),
    "# GraphQL, with the internal token",
    post("/graphql", token, { query: QUERY }),
  ];
};
