import type { TestServer } from "./server.js";
import { startPausedServer } from "./paused-server.js";
import { createSuite } from "./create-suite.js";

/** A server of the file's own, where nobody sends and the clock stands until a test moves it. */
export const test = createSuite<TestServer>(async () => {
  const server = await startPausedServer();
  server.clock.step = 0;
  return server;
});
