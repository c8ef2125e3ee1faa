import type { TestServer } from "./server.js";
import { startPausedServer } from "./webhooks/paused-server.js";
import { createSuite } from "./create-suite.js";

/** A suite with one server per file, without a notifier, whose clock stands still. */
export const test = createSuite<TestServer>(async () => {
  const server = await startPausedServer();
  server.clock.step = 0;
  return server;
});
