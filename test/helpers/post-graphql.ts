import type { Answer, SharedServer } from "./server.js";

/** A request to /graphql as it goes over the wire; what is not text is sent as JSON. */
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
