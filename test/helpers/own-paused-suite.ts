import type { TestServer } from "./server.js";
import { startPausedServer } from "./webhooks/paused-server.js";
import { createSuite } from "./create-suite.js";

/** A suite with one server per file, without a notifier. */
export const test = createSuite<TestServer>(startPausedServer);
