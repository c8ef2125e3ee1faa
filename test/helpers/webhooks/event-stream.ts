import { createParser } from "eventsource-parser";
import type { ExecutionContext } from "ava";

/** An event as received from the stream. */
export interface StreamedEvent {
  /** A cursor; undefined for a redelivery. */
  id: string | undefined;
  event: string | undefined;
  headers: Record<string, string>;
  body: string;
}

/** Connects to the event stream until the test ends. `next` waits for the next event. */
export const connectEventStream = async (
  t: Pick<ExecutionContext, "teardown">,
  url: string,
  apiKey: string,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) => {
  const abort = new AbortController();
  t.teardown(() => abort.abort());
  const response = await fetch(`${url}/v1/events/stream?${query}`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    signal: abort.signal,
  });
  const events: StreamedEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      const { headers, body } = JSON.parse(data) as Pick<StreamedEvent, "headers" | "body">;
      events.push({ id, event, headers, body });
    },
  });
  const texts = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<StreamedEvent> => {
    while (events.length === 0) {
      const { value, done } = await texts.read();
      if (done) throw new Error("ended");
      parser.feed(value);
    }
    return events.shift()!;
  };
  const end = (): void => abort.abort();
  return { status: response.status, headers: response.headers, next, end };
};
