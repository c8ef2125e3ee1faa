import { startServer } from "./server.js";
import { suiteOf } from "./suite-of.js";

/** The suite of a server as it is. test/run.ts lets several files share a process, and so the server. */
export const test = suiteOf(startServer);
