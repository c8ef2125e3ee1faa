import type { TestServer } from "./server.js";
import { startPausedServer } from "./paused-server.js";
import { createSuite } from "./create-suite.js";

/** The suite of a server where nobody sends, and which the file has for itself. */
export const test = createSuite<TestServer>(startPausedServer);
