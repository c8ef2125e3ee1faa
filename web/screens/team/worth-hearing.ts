import { formatScore } from "../../lib/answers.js";
import { formatLength } from "../../lib/format.js";
import type { TeamWeekQuery } from "./team.graphql.js";

type Call = TeamWeekQuery["best"]["nodes"][number];

interface Chosen {
  call: Call;
  reason: string;
}

/** Chooses up to three calls of the reps, each for a reason of its own. */
export const chooseWorthHearing = (
  { best, lowest, unreviewed }: Pick<TeamWeekQuery, "best" | "lowest" | "unreviewed">,
  reps: ReadonlySet<string>,
): Chosen[] => {
  const chosen: Chosen[] = [];
  const add = (calls: Call[], explain: (call: Call) => string | undefined): void => {
    for (const call of calls) {
      if (!reps.has(call.user.email)) continue;
      const reason = explain(call);
      if (reason === undefined || chosen.some((other) => other.call.id === call.id)) continue;
      chosen.push({ call, reason });
      return;
    }
  };
  const explainScore =
    (text: string) =>
    ({ process }: Call): string | undefined => {
      const score = process ? formatScore(process) : undefined;
      return score === undefined ? undefined : `${text}: ${score}`;
    };
  add(best.nodes, explainScore("Best score"));
  add(lowest.nodes, explainScore("Lowest score"));
  add(unreviewed.nodes, ({ duration }) => `Longest not reviewed: ${formatLength(duration)}`);
  return chosen;
};
