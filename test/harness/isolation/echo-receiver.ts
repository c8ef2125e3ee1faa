import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A receiver of webhooks that notes what comes, and answers with the path that it came to. */
export const startEchoReceiver = async () => {
  const received: { path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const note = async (): Promise<void> => {
      received.push({ path, body: await text(request) });
      response.end(path);
    };
    void note();
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
