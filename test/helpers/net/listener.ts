import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A web server on 127.0.0.1 that records connections. */
export interface Listener {
  port: number;
  server: Server;
  /** All connections so far. */
  sockets: Socket[];
  close: () => void;
}

export const startListener = async (
  answer: RequestListener = (_request, response) => void response.end("received"),
): Promise<Listener> => {
  // Longer than any test, so the other side closes idle connections first.
  const server = createServer({ keepAliveTimeout: 600_000 }, answer);
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, server, sockets, close };
};
