import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { Call } from "../analyzer.js";
import { analyzeByRules } from "./index.js";

// On Linux this sets the priority of this thread alone: requests take precedence if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort!.on("message", (call: Call) => parentPort!.postMessage(analyzeByRules(call)));
