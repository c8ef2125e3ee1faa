import { startServer, type TestServer } from "./server.js";
import { createSuite } from "./create-suite.js";

/** The suite of a server that the file has for itself: it moves the clock, reads the log, or stops it. */
export const test = createSuite<TestServer>(startServer);
