import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedRequest {
  path: string;
  id: unknown;
  isTest: boolean;
  body: string;
}

/** A webhook receiver that records requests. Responds with 500 below /fail and 200 elsewhere. */
export const startSimpleReceiver = async () => {
  const received: ReceivedRequest[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      const isTest = headers["webhook-test"] === "true";
      received.push({ path, id: headers["webhook-id"], isTest, body });
      response.writeHead(path.startsWith("/fail") ? 500 : 200).end("noted");
      for (const wake of waiting.splice(0)) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Resolves when `count` requests have arrived. */
    count: async (count: number): Promise<void> => {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
