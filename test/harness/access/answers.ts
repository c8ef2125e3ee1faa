import type { TestServer } from "../../helpers/server.js";
import type { RepData } from "./rep-data.js";
import type { RouteRequest } from "./route-requests.js";

type HeaderMap = Record<string, string>;

/** Sends a request with a credential. Returns everything of the answer that doesn't vary by itself, as text. */
export const readAnswer = async (
  server: TestServer,
  credential: HeaderMap,
  { method, path, headers, body }: RouteRequest,
): Promise<string> => {
  const answer = await server.fetch(path, {
    method,
    headers: { ...credential, ...headers },
    ...(body !== undefined && { body }),
  });
  const kept = [...answer.headers].filter(([name]) => name !== "date" && name !== "x-request-id");
  const text = answer.text.replace(/"exportedAt":"[^"]*"/, "");
  return JSON.stringify([answer.status, kept, text]);
};

/** Replaces the names of a rep by those of another, and leaves out what follows from their length. */
export const renameRep = (text: string, from: RepData, to: RepData): string => {
  let renamed = text.replaceAll(/\["(etag|content-length)","(\\"|[^"])*"\],?/g, "");
  const names = Object.keys(from) as (keyof RepData)[];
  for (const name of names.toSorted((a, b) => from[b].length - from[a].length))
    renamed = renamed.replaceAll(from[name], to[name]);
  return renamed;
};
