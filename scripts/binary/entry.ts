// The entry of the executable: bin/debrief.js without the search for Node.
import { start } from "../../src/main.js";

void start(process.argv.slice(2));
