import { startServer } from "./server.js";
import { suiteOf } from "./suite-of.js";

/** The suite of a server as it is. */
export const test = suiteOf(startServer);
