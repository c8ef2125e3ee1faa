import { startServer, type TestServer } from "./server.js";
import { createSuite } from "./create-suite.js";

/**
 * A suite with one server per file: its tests may move the clock, read the log or stop the server.
 */
export const test = createSuite<TestServer>(startServer);
