import { startPausedServer } from "./webhooks/paused-server.js";
import { createSuite } from "./create-suite.js";

/** A suite with a server without a notifier, which files share like the server of suite.ts. */
export const test = createSuite(startPausedServer);
