import type { TestServer } from "./server.js";
import { startStill } from "./still-server.js";
import { suiteOf } from "./suite-of.js";

/** A server of the file's own, where nobody sends and the clock stands until a test moves it. */
export const test = suiteOf<TestServer>(async () => {
  const server = await startStill();
  server.clock.step = 0;
  return server;
});
