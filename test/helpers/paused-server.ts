import { startServer, type TestServer } from "./server.js";

/** A server where nobody sends: every delivery stays as it was written. */
export const startPausedServer = async (): Promise<TestServer> => {
  const server = await startServer();
  await server.notifier.stop();
  return server;
};
