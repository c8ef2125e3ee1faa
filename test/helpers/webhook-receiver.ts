import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ExecutionContext } from "ava";
import { findEventDifferences } from "./openapi-check.js";

/** What a webhook got. */
export interface ReceivedDelivery {
  headers: IncomingHttpHeaders;
  /** The exact body, as text. */
  body: string;
  response: ServerResponse;
}

export interface WebhookReceiver {
  url: string;
  /** In the order of arrival. */
  received: ReceivedDelivery[];
  /** Resolves when it has that many. */
  waitFor: (count: number) => Promise<ReceivedDelivery[]>;
}

/** A webhook's receiver on a port of its own, until the test ends. It answers 200, unless it is told what to do. */
export const startWebhookReceiver = async (
  t: Pick<ExecutionContext, "teardown">,
  answer: (received: ReceivedDelivery, count: number) => void = ({ response }) =>
    void response.end("ok"),
): Promise<WebhookReceiver> => {
  const received: ReceivedDelivery[] = [];
  const different: string[] = [];
  const waiting: { count: number; resolve: (received: ReceivedDelivery[]) => void }[] = [];
  const take = async (headers: IncomingHttpHeaders, body: string, response: ServerResponse) => {
    const one = { headers, body, response };
    received.push(one);
    different.push(...findEventDifferences(headers, body));
    answer(one, received.length);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve(received);
  };
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => take(request.headers, body, response),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (different.length > 0) throw new Error(`not as documented: ${different.join("; ")}`);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    waitFor: async (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve(received);
        else waiting.push({ count, resolve });
      }),
  };
};
