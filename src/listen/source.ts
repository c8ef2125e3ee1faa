import { createParser } from "eventsource-parser";
import got, { HTTPError } from "got";
import { setTimeout } from "node:timers/promises";
import { RefusedError } from "../verb.js";
import { version } from "../version.js";

const PATH = "/v1/events/stream";
/** The server says something every 15 seconds. */
const SILENCE_MS = 40_000;
const CONNECT_MS = 10_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** What a webhook would get. */
export interface Told {
  event: string;
  headers: Record<string, string>;
  /** The exact body. */
  body: string;
  /** It has been told before, and is sent once more at somebody's wish. */
  again: boolean;
}

/** Whose events, and where from. */
export interface Source {
  /** Of the server, as PUBLIC_URL has it. */
  url: string;
  apiKey: string;
  /** Once there is a connection; and why there is none, or no more. */
  connected: () => void;
  lost: (reason: string) => void;
}

/** Nothing that waiting would mend. */
const isRefusal = (error: unknown): error is HTTPError =>
  error instanceof HTTPError && [400, 401, 403, 404].includes(error.response.statusCode);

const refusal = ({ response }: HTTPError, url: string): RefusedError => {
  if (response.statusCode === 401) return new RefusedError(`${url} does not know this API key`);
  if (response.statusCode === 400)
    return new RefusedError("--after is no cursor of this organization's events");
  return new RefusedError(
    `${url} answered ${response.statusCode}: is it a debrief that has ${PATH}?`,
  );
};

/** One connection, until it ends. `cursor`: after which event. */
const connection = async function* (
  { url, apiKey, connected }: Source,
  cursor: string | undefined,
): AsyncGenerator<Told & { cursor?: string | undefined }> {
  const stream = got.stream(`${url}${PATH}`, {
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: "text/event-stream",
      "user-agent": `debrief/${version}`,
      ...(cursor !== undefined && { "last-event-id": cursor }),
    },
    retry: { limit: 0 },
    timeout: { connect: CONNECT_MS, response: CONNECT_MS, socket: SILENCE_MS },
  });
  const news: (Told & { cursor?: string | undefined })[] = [];
  const parser = createParser({
    onEvent: ({ id, event = "", data }) => {
      const { headers, body } = JSON.parse(data) as Pick<Told, "headers" | "body">;
      news.push({ event, headers, body, again: id === undefined, cursor: id });
    },
  });
  stream.setEncoding("utf8").once("response", connected);
  for await (const text of stream) {
    parser.feed(text as string);
    yield* news.splice(0);
  }
};

/**
 * An organization's events as they happen, for ever: a connection that is lost is made again, and goes on
 * after the last event that was taken. @throws RefusedError where the server will not tell, now or later
 */
export const eventsOf = async function* (source: Source, cursor?: string): AsyncGenerator<Told> {
  let wait = FIRST_WAIT_MS;
  let last = cursor;
  for (;;) {
    try {
      for await (const { cursor, ...told } of connection(source, last)) {
        wait = FIRST_WAIT_MS;
        yield told;
        // Only now it has been dealt with.
        last = cursor ?? last;
      }
      source.lost("the server has ended the connection");
    } catch (error) {
      if (isRefusal(error)) throw refusal(error, source.url);
      source.lost((error as Error).message);
    }
    await setTimeout(wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }
};
