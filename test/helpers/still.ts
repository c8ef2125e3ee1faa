import { startServer, type TestServer } from "./server.js";
import { suiteOf } from "./suite-of.js";

/** A server where nobody sends: every delivery stays as it was written. */
export const startStill = async (): Promise<TestServer> => {
  const server = await startServer();
  await server.notifier.stop();
  return server;
};

/** The suite of such a server; files share it as they do the one of suite.ts. */
export const test = suiteOf(startStill);
