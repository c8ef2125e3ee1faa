import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/**
 * A port that refuses connections. The system assigns no port below 1024, so that no other test's
 * server takes it, as it can take the port of a server that was closed.
 */
export const REFUSING_PORT = 2;

/** Returns a port of 127.0.0.1 that is currently free. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};
