import { startServer } from "./server.js";
import { createSuite } from "./create-suite.js";

/** A suite with an unmodified server. Several files share a process, and so the server. */
export const test = createSuite(startServer);
