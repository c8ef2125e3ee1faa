import type { Answer, SharedServer } from "../server.js";

/** Sends a request to /graphql; encodes any body but text as JSON. */
export const postGraphql = async (
  server: SharedServer,
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  server.fetch("/graphql", {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
