// What the executable runs: bin/debrief.js without the search for a Node.
import { start } from "../../src/main.js";

void start(process.argv.slice(2));
