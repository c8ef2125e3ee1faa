import { startPausedServer } from "./paused-server.js";
import { createSuite } from "./create-suite.js";

/** The suite of a server where nobody sends; files share it as they do the one of suite.ts. */
export const test = createSuite(startPausedServer);
