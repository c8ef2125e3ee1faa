import { createParser } from "eventsource-parser";
import type { ExecutionContext } from "ava";

/** An event as the stream tells it. */
export interface StreamedEvent {
  /** A cursor; undefined for what is told again. */
  id: string | undefined;
  event: string | undefined;
  headers: Record<string, string>;
  body: string;
}

/** A connection to the stream of events, until the test ends. `next` waits for the next event. */
export const connectEventStream = async (
  t: Pick<ExecutionContext, "teardown">,
  url: string,
  apiKey: string,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) => {
  const ending = new AbortController();
  t.teardown(() => ending.abort());
  const response = await fetch(`${url}/v1/events/stream?${query}`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    signal: ending.signal,
  });
  const told: StreamedEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      const { headers, body } = JSON.parse(data) as Pick<StreamedEvent, "headers" | "body">;
      told.push({ id, event, headers, body });
    },
  });
  const texts = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<StreamedEvent> => {
    while (told.length === 0) {
      const { value, done } = await texts.read();
      if (done) throw new Error("ended");
      parser.feed(value);
    }
    return told.shift()!;
  };
  const end = (): void => ending.abort();
  return { status: response.status, headers: response.headers, next, end };
};
