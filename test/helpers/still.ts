import { startStill } from "./still-server.js";
import { suiteOf } from "./suite-of.js";

/** The suite of a server where nobody sends; files share it as they do the one of suite.ts. */
export const test = suiteOf(startStill);
