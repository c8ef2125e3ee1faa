import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ExecutionContext } from "ava";
import { findEventDifferences } from "../rest/openapi-check.js";

/** A request that a webhook received. */
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
  /** Resolves when `count` requests have arrived. */
  waitFor: (count: number) => Promise<ReceivedDelivery[]>;
}

/** Starts a webhook receiver that runs until the test ends. It responds with 200 unless `answer` overrides this. */
export const startWebhookReceiver = async (
  t: Pick<ExecutionContext, "teardown">,
  answer: (received: ReceivedDelivery, count: number) => void = ({ response }) =>
    void response.end("ok"),
): Promise<WebhookReceiver> => {
  const received: ReceivedDelivery[] = [];
  const differences: string[] = [];
  const waiting: { count: number; resolve: (received: ReceivedDelivery[]) => void }[] = [];
  const handleRequest = async (
    headers: IncomingHttpHeaders,
    body: string,
    response: ServerResponse,
  ) => {
    const delivery = { headers, body, response };
    received.push(delivery);
    differences.push(...findEventDifferences(headers, body));
    answer(delivery, received.length);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve(received);
  };
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => handleRequest(request.headers, body, response),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (differences.length > 0)
      throw new Error(`differs from the OpenAPI document: ${differences.join("; ")}`);
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
