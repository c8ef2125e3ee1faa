import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { Call } from "../analyzer.js";
import { analyzeByRules } from "./index.js";
import { listMeaningTexts } from "./meanings.js";
import type { Vectors } from "./moments.js";

/** Without vectors, the texts are listed whose meanings the analysis needs. `sayings`: usual words are enough. */
export interface RulesRequest {
  call: Call;
  vectors?: Vectors | "sayings";
}

/** The answer to a request: an analysis, or texts. */
export type RulesReply = { analysis: AnalysisInput } | { texts: string[] };

// On Linux this sets the priority of this thread alone: requests take precedence if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const answer = ({ call, vectors }: RulesRequest): RulesReply =>
  vectors ? { analysis: analyzeByRules(call, vectors) } : { texts: listMeaningTexts(call) };

parentPort!.on("message", (request: RulesRequest) => parentPort!.postMessage(answer(request)));
