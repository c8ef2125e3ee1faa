import { clockCheck, heartbeatCheck, outboxCheck, searchCheck, statsCheck } from "./content.js";
import { foreignKeyCheck, integrityCheck } from "./database.js";
import {
  diskSpaceCheck,
  journalModeCheck,
  leftoversCheck,
  walSizeCheck,
  permissionsCheck,
} from "./files.js";
import { secretKeyCheck } from "./secret-key.js";
import { importCheck } from "./imports.js";
import { mediaCheck } from "./media.js";
import { schemaCheck } from "./schema.js";
import type { Check, CheckInput, CheckProblem } from "./check.js";

/** The checks of `debrief doctor`, in order: later checks rely on earlier ones. */
const checks: Check[] = [
  permissionsCheck,
  diskSpaceCheck,
  leftoversCheck,
  { ...journalModeCheck, isBlocking: true },
  walSizeCheck,
  { ...integrityCheck, isBlocking: true },
  { ...schemaCheck, isBlocking: true },
  foreignKeyCheck,
  secretKeyCheck,
  importCheck,
  mediaCheck,
  clockCheck,
  heartbeatCheck,
  outboxCheck,
  searchCheck,
  statsCheck,
];

/** Runs the checks up to the first blocking problem. Returns the results of those that ran. */
export const runChecks = async (
  input: CheckInput,
  selected = checks,
): Promise<{ name: string; problems: CheckProblem[] }[]> => {
  const results = [];
  for (const { name, run, isBlocking } of selected) {
    const problems = await run(input);
    results.push({ name, problems });
    if (isBlocking && problems.some(({ repaired }) => !repaired)) break;
  }
  return results;
};
