import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Starts a webhook receiver that records requests and responds with their path. */
export const startEchoReceiver = async () => {
  const received: { path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const record = async (): Promise<void> => {
      received.push({ path, body: await text(request) });
      response.end(path);
    };
    void record();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
