import type { RunOperation } from "./run-operation.js";

const SET = "mutation ($input: TargetsInput!) { setTargets(input: $input) { score } }";

/** What the sample organization aims at. */
const TARGETS = { calls: 2, score: 60, closeRate: 25, talkRatio: 70, questions: 8 };

/** Sets the targets of all teams. `at`: milliseconds since 1970. */
export const setDemoTargets = async (run: RunOperation, at: number): Promise<void> => {
  await run(SET, { input: TARGETS }, at);
};
