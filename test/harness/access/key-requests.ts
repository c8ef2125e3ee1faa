import { restRoutes } from "../../../rest/routes/index.js";
import { tools } from "../../../src/api/mcp/tools.js";
import { listParameters } from "../../helpers/rest/read-routes.js";
import type { RepData } from "./rep-data.js";
import type { RouteRequest } from "./route-requests.js";

/** The values that a parameter or an argument may have. Others say nothing of a rep. */
const parameterValues: Record<string, (rep: RepData) => unknown[]> = {
  id: ({ recording, unprocessed, client }) => [recording, unprocessed, client],
  recordingId: ({ recording, unprocessed }) => [recording, unprocessed],
  event_id: ({ event }) => [event],
  eventId: ({ event }) => [event],
  user_email: ({ email }) => [email],
  userEmail: ({ email }) => [email],
  ownerEmail: ({ email }) => [email],
  authorEmail: ({ email }) => [email],
  mentionedEmail: ({ email }) => [email],
  clientId: ({ client }) => [client],
  crmEntityId: ({ word }) => [`${word}xcustomer3`],
  email: ({ word }) => [`${word}xcustomer3@example.com`],
  emails: ({ email }) => [[email]],
  teamId: ({ team }) => [team],
  teamIds: ({ team }) => [[team]],
  groupBy: () => ["team"],
  tag: ({ tag }) => [tag],
  includedTags: ({ tag }) => [[tag]],
  excludedTags: ({ tag }) => [[tag]],
  search: ({ word }) => [`${word}xsaid`, `${word}xsummary`, "canary*"],
  meaning: () => ["That is too expensive for us."],
  updatedSince: () => ["2020-01-01"],
  processedSince: () => ["2020-01-01"],
  include: () => ["details", "transcript"],
};

/** Parameters whose values say nothing of a rep. */
const NEUTRAL =
  "fromDate toDate startDate endDate from to since limit startAfter cursor order status match_status matchStatus type event interval timeZone aiTemplate saidBy trackerId completed resolved shared dueBefore closed minScore maxScore minTalkRatio maxTalkRatio".split(
    " ",
  );

/** Lists parameters of routes and arguments of tools for which this file has no value, though they could name a rep. */
export const listForgottenParameters = (): string[] => {
  const known = new Set([...NEUTRAL, ...Object.keys(parameterValues)]);
  const ofRoutes = restRoutes
    .filter(({ method }) => method === "get")
    .flatMap((route) => [
      ...listParameters(route),
      ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
    ]);
  const ofTools = tools.flatMap(({ operation }) =>
    [...operation.matchAll(/\$(\w+):/g)].map(([, name]) => name!),
  );
  return [...new Set([...ofRoutes, ...ofTools])].filter((name) => !known.has(name));
};

const REQUIRED: Record<string, readonly string[]> = {
  groupBy: ["user", "team"],
  fromDate: ["2020-01-01"],
  toDate: ["2030-01-01"],
};

const cross = (list: readonly object[], name: string, values: readonly unknown[]): object[] =>
  list.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));

/** Lists values of parameters: those that are required, alone and with each of the others. */
const listValues = (
  names: readonly string[],
  required: readonly string[],
  rep: RepData,
): Record<string, unknown>[] => {
  let bases: object[] = [{}];
  for (const name of required)
    bases = cross(bases, name, REQUIRED[name] ?? parameterValues[name]!(rep));
  const others = names.filter((name) => !required.includes(name));
  return [
    ...bases,
    ...others.flatMap((name) => cross(bases, name, parameterValues[name]?.(rep) ?? [])),
  ] as Record<string, unknown>[];
};

const listRouteRequests = (rep: RepData): RouteRequest[] =>
  restRoutes
    .filter(({ method, path }) => method === "get" && path !== "/v1/webhooks")
    .flatMap((route) => {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
      const required = ["groupBy", "meaning"].filter((name) =>
        listParameters(route).includes(name),
      );
      return listValues(listParameters(route), [...inPath, ...required], rep).map((values) => {
        const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
          encodeURIComponent(String(values[name])),
        );
        const query = Object.entries(values).filter(([name]) => !inPath.includes(name));
        const text = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
        return { method: "GET", path: `${path}?${text.toString()}` };
      });
    });

const listToolRequests = (rep: RepData): RouteRequest[] =>
  tools.flatMap(({ name, operation }) => {
    const variables = [...operation.matchAll(/\$(\w+): [\w[\]]+(!?)/g)];
    const names = variables.map(([, variable]) => variable!);
    const required = variables.flatMap(([, variable, mark]) => (mark ? variable! : []));
    return listValues(names, required, rep).map((values) => ({
      method: "POST",
      path: "/mcp",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: values },
      }),
    }));
  });

const listMediaRequests = ({ recording, clip }: RepData): RouteRequest[] => {
  const path = `/v1/recordings/${recording}/media`;
  return [
    { method: "GET", path },
    { method: "HEAD", path },
    { method: "GET", path: `${path}?format=wav` },
    { method: "GET", path, headers: { range: "bytes=0-9" } },
    { method: "GET", path, headers: { range: "bytes=99999999-" } },
    { method: "GET", path: path.replace("media", "transcript"), headers: { accept: "text/vtt" } },
    { method: "GET", path: `/v1/clips/${clip}/media` },
    { method: "GET", path: "/export" },
  ];
};

/** Lists every read that a key may ask for with a rep's names, derived from the routes and tools. */
export const listKeyRequests = (rep: RepData): RouteRequest[] => [
  ...listRouteRequests(rep),
  ...listToolRequests(rep),
  ...listMediaRequests(rep),
];
