// What the executable runs: bin/debrief.js without the search for a Node.
import { main } from "../../src/main.js";

void main(process.argv.slice(2));
