import type { TestServer } from "./server.js";
import { startStill } from "./still-server.js";
import { suiteOf } from "./suite-of.js";

/** The suite of a server where nobody sends, and which the file has for itself. */
export const test = suiteOf<TestServer>(startStill);
