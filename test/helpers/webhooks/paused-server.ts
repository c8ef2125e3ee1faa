import { startServer, type TestServer } from "../server.js";

/** Starts a server without a notifier, so that deliveries stay pending. */
export const startPausedServer = async (): Promise<TestServer> => {
  const server = await startServer();
  await server.notifier.stop();
  return server;
};
