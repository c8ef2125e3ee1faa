import createFetchClient, { type Client } from "openapi-fetch";
import { Webhook } from "standardwebhooks";
import type { components, paths, webhooks } from "./schema.js";

export type { components, paths, webhooks } from "./schema.js";

/** The API's types by name, such as `Schemas["Recording"]`. */
export type Schemas = components["schemas"];

/** A client with a typed method for each path: `await client.GET("/v1/recordings", { params: { query: { limit: 10 } } })`. */
export type Debrief = Client<paths>;

/** The body of a webhook's event, by the event's name. */
export type EventOf<Name extends keyof webhooks> = webhooks[Name]["post"] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** The body of any event. */
export type Event = { [Name in keyof webhooks]: EventOf<Name> }[keyof webhooks];

/**
 * Creates a client of the server at `url` (its PUBLIC_URL) for the API key's organization. A request resolves to
 * `data`, or to `error` if the server refuses it. It rejects if there is no answer.
 */
export const createClient = (
  url: string,
  apiKey: string,
  fetch: (request: Request) => Promise<Response> = globalThis.fetch,
): Debrief =>
  createFetchClient<paths>({
    baseUrl: url.replace(/\/+$/, ""),
    headers: { authorization: `Bearer ${apiKey}` },
    querySerializer: { array: { style: "form", explode: false } },
    fetch,
  });

/**
 * Yields all pages of a list. `fetchPage` requests the page at a cursor, or the first page without one.
 * @throws Error with the server's message
 */
export async function* pagesOf<Page extends { nextCursor: string | null }>(
  fetchPage: (cursor: string | undefined) => Promise<{ data?: Page; error?: unknown }>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const { data, error } = await fetchPage(cursor);
    if (data === undefined)
      throw new Error((error as { message?: string } | undefined)?.message ?? "no answer", {
        cause: error,
      });
    yield data;
    cursor = data.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * Verifies the signature of a webhook request and returns its event. `secret`: a signing secret (whsec_…).
 * `headers`: the request's headers with lower-case names. `body`: its exact text.
 * @throws WebhookVerificationError if the signature is invalid or its time differs from now by over five minutes
 */
export const verifyEvent = (
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): Event => new Webhook(secret).verify(body, headers as Record<string, string>) as Event;
