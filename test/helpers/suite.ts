import { startServer } from "./server.js";
import { createSuite } from "./create-suite.js";

/** The suite of a server as it is. test/run.ts lets several files share a process, and so the server. */
export const test = createSuite(startServer);
