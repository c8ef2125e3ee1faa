import { createParser } from "eventsource-parser";
import got, { HTTPError } from "got";
import { setTimeout } from "node:timers/promises";
import { RefusedError } from "../base/config/command.js";
import { version } from "../base/version.js";

const PATH = "/v1/events/stream";
/** The server sends a comment every 15 seconds. */
const IDLE_TIMEOUT_MS = 40_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MIN_RECONNECT_DELAY_MS = 500;
const MAX_RECONNECT_DELAY_MS = 15_000;

/** An event as a webhook receives it. */
export interface StreamedEvent {
  event: string;
  headers: Record<string, string>;
  /** The exact body. */
  body: string;
  /** True for an event that a user requested again. */
  isRedelivery: boolean;
}

/** The server and the organization to listen to. */
export interface ListenOptions {
  /** The base URL of the server, without a slash at the end. */
  url: string;
  apiKey: string;
  /** Called for each connection, and with the reason when it ends or fails. */
  onConnected: () => void;
  onDisconnected: (reason: string) => void;
}

/** Returns whether another attempt would fail in the same way. */
const isPermanentError = (error: unknown): error is HTTPError =>
  error instanceof HTTPError && [400, 401, 403, 404].includes(error.response.statusCode);

const toRefusedError = ({ response }: HTTPError, url: string): RefusedError => {
  if (response.statusCode === 401) return new RefusedError(`${url} rejects this API key`);
  if (response.statusCode === 400)
    return new RefusedError("--start-after must be a cursor of this organization's events");
  return new RefusedError(
    `${url} answered ${response.statusCode}; check that debrief serves ${PATH} there`,
  );
};

/** Streams the events of one connection until it ends, from the event after `cursor`. */
const openStream = async function* (
  { url, apiKey, onConnected }: ListenOptions,
  cursor: string | undefined,
): AsyncGenerator<StreamedEvent & { cursor?: string | undefined }> {
  const stream = got.stream(`${url}${PATH}`, {
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: "text/event-stream",
      "user-agent": `debrief/${version}`,
      ...(cursor !== undefined && { "last-event-id": cursor }),
    },
    retry: { limit: 0 },
    timeout: { connect: CONNECT_TIMEOUT_MS, response: CONNECT_TIMEOUT_MS, socket: IDLE_TIMEOUT_MS },
  });
  const received: (StreamedEvent & { cursor?: string | undefined })[] = [];
  const parser = createParser({
    onEvent: ({ id, event = "", data }) => {
      const { headers, body } = JSON.parse(data) as Pick<StreamedEvent, "headers" | "body">;
      received.push({ event, headers, body, isRedelivery: id === undefined, cursor: id });
    },
  });
  stream.setEncoding("utf8").once("response", onConnected);
  for await (const text of stream) {
    parser.feed(text as string);
    yield* received.splice(0);
  }
};

/**
 * Streams an organization's events forever. After a lost connection, it reconnects and continues after
 * the last event that the caller consumed. @throws RefusedError if another attempt would fail, too
 */
export const streamEvents = async function* (
  source: ListenOptions,
  cursor?: string,
): AsyncGenerator<StreamedEvent> {
  let delayMs = MIN_RECONNECT_DELAY_MS;
  let lastCursor = cursor;
  for (;;) {
    try {
      for await (const { cursor, ...event } of openStream(source, lastCursor)) {
        delayMs = MIN_RECONNECT_DELAY_MS;
        yield event;
        // The caller has consumed the event when the generator continues.
        lastCursor = cursor ?? lastCursor;
      }
      source.onDisconnected("the server ended the connection");
    } catch (error) {
      if (isPermanentError(error)) throw toRefusedError(error, source.url);
      source.onDisconnected((error as Error).message);
    }
    await setTimeout(delayMs);
    delayMs = Math.min(2 * delayMs, MAX_RECONNECT_DELAY_MS);
  }
};
