import createFetchClient, { type Client } from "openapi-fetch";
import { Webhook } from "standardwebhooks";
import type { components, paths, webhooks } from "./schema.js";

export type { components, paths, webhooks } from "./schema.js";

/** The shapes of the API by name, such as `Schemas["Recording"]`. */
export type Schemas = components["schemas"];

/** Calls of /v1 by their path: `await client.GET("/v1/recordings", { params: { query: { limit: 10 } } })`. */
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
 * A client of the debrief at `url` (as its PUBLIC_URL) for the organization that the API key belongs to.
 * Each call resolves to `data`, or to `error` where the server refuses; it rejects where there is no answer.
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
 * All pages of a list, one after the other. `ask` asks for the one at a cursor, for the first one without.
 * @throws the server's error
 */
export async function* pagesOf<Page extends { nextCursor: string | null }>(
  ask: (cursor: string | undefined) => Promise<{ data?: Page; error?: unknown }>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const { data, error } = await ask(cursor);
    if (data === undefined)
      throw new Error((error as { message?: string } | undefined)?.message ?? "no answer", {
        cause: error,
      });
    yield data;
    cursor = data.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * The event in a webhook's request, once its signature is verified. `secret` is a signing secret (whsec_…),
 * `headers` are those of the request by their lower-case names, `body` is its exact text.
 * @throws WebhookVerificationError where it is not from whom it says, or over five minutes old
 */
export const verifyEvent = (
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): Event => new Webhook(secret).verify(body, headers as Record<string, string>) as Event;
