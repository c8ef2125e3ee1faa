// The entry of the executable: bin/debrief.js without the search for Node.
import { runScript, SCRIPT_ARGUMENT } from "../../src/base/workers/process.js";

const [first, file] = process.argv.slice(2);
// A child process of the program: it loads its script alone.
if (first === SCRIPT_ARGUMENT && file !== undefined) runScript(file);
else void import("../../src/main.js").then(({ start }) => start(process.argv.slice(2)));
