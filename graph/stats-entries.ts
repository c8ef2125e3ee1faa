import type { StatName } from "../db/stats.js";
import { keysOf, numberOf } from "./facts.js";
import { namesOf, type Sum, sumOf, type Tally } from "./tally.js";

/** The sums behind the averages, under their names in the answer. */
const totals = {
  recordingDuration: "duration",
  talkTime: "talkTime",
  talkRatio: "talkRatio",
  waitedToTalkAvg: "waitedToTalkAvg",
  talkSpeed: "talkSpeed",
  conversationSwitches: "conversationSwitches",
  switchesPerMinute: "switchesPerMinute",
  questionsAsked: "questionsAsked",
  processScore: "processScore",
} as const satisfies Record<string, Sum>;

export const totalNames = Object.keys(totals);

/** The names that tallies count, in the order in which answers have them. */
export class Names {
  private readonly ranks: Map<number, number>;

  constructor(private readonly names: readonly StatName[]) {
    this.ranks = new Map(names.map(({ number }, rank) => [number, rank]));
  }

  /** @throws where the database has lost a name: numbers without it would be wrong ones */
  private rankOf(number: number): number {
    const rank = this.ranks.get(number);
    if (rank === undefined)
      throw new Error("the statistics count what has no name; see: debrief doctor --repair");
    return rank;
  }

  /** Those that the tally has, with how often they were there and how often a yes. */
  of(tally: Tally): { name: StatName; count: number; yes: number }[] {
    const counts = new Map<number, { count: number; yes: number }>();
    for (const [key, count] of namesOf(tally)) {
      const number = numberOf(key);
      const found = counts.get(number) ?? { count: 0, yes: 0 };
      counts.set(number, found);
      found[key === keysOf(number).yes ? "yes" : "count"] = count;
    }
    return [...counts]
      .map(([number, found]) => ({ rank: this.rankOf(number), ...found }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ rank, count, yes }) => ({ name: this.names[rank]!, count, yes }));
  }
}

/** The numbers in a group's entry. */
export const entryOf = (tally: Tally, names: Names) => {
  const sum = (name: Sum): number => sumOf(tally, name);
  const average = (name: Sum, over: Sum = "recordings"): number =>
    sum(over) === 0 ? 0 : sum(name) / sum(over);
  const counted = names.of(tally);
  return {
    totalRecordings: sum("recordings"),
    recordingsClosed: sum("closed"),
    avgRecordingDuration: average("duration"),
    avgTalkTime: average("talkTime"),
    avgTalkRatio: average("talkRatio"),
    avgWaitedToTalkAvg: average("waitedToTalkAvg"),
    avgTalkSpeed: average("talkSpeed"),
    avgConversationSwitches: average("conversationSwitches"),
    avgSwitchesPerMinute: average("switchesPerMinute"),
    avgQuestionsAsked: average("questionsAsked"),
    avgProcessScore: average("processScore", "withProcess"),
    recordingsWithProcess: sum("withProcess"),
    recordingsWithCoaching: sum("withCoaching"),
    recordingsWithActions: sum("withActions"),
    totalActionItems: sum("actionItems"),
    reviewedCount: sum("reviewed"),
    totalReviews: sum("reviews"),
    totalReviewMs: sum("reviewMs"),
    avgReviewMs: average("reviewMs", "reviews"),
    // A tag may be called __proto__; fromEntries makes a property of it all the same.
    recordingsByTag: Object.fromEntries(
      counted.flatMap(({ name, count }) => (name.tag === null ? [] : [[name.tag, count] as const])),
    ),
    total: Object.fromEntries(Object.entries(totals).map(([field, name]) => [field, sum(name)])),
    processQuestionBreakdown: counted.flatMap(({ name: { questionId, question }, count, yes }) =>
      questionId === null || question === null
        ? []
        : [
            {
              questionId,
              question,
              percentage: (100 * yes) / count,
              yesCount: yes,
              totalCount: count,
            },
          ],
    ),
  };
};
