import { startServer, type TestServer } from "./server.js";
import { suiteOf } from "./suite-of.js";

/** The suite of a server that the file has for itself: it moves the clock, reads the log, or stops it. */
export const test = suiteOf<TestServer>(startServer);
