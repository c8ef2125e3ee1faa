/** Counts of answers to a question. */
export interface HabitCounts {
  questionId: string;
  question: string;
  yesCount: number;
  totalCount: number;
}

/** A part of the statistics: one week of one person. */
export interface WeekCounts {
  totalRecordings: number;
  recordingsClosed: number;
  recordingsWithProcess: number;
  recordingsWithRep: number;
  /** Sums by name. */
  total: unknown;
  processQuestionBreakdown: HabitCounts[];
}

/** What a screen says of some weeks of some people. Undefined where no call has the figure. */
export interface Figures {
  calls: number;
  /** From 0 to 100, over `scored` calls. */
  score: number | undefined;
  scored: number;
  /** From 0 to 1, over `withRep` calls. */
  talkRatio: number | undefined;
  /** Questions that the rep asked in a call, over `withRep` calls. */
  questions: number | undefined;
  withRep: number;
  /** From 0 to 1, over all calls. */
  closeRate: number | undefined;
}

/** Fewer calls than this say little. */
export const FEW = 5;

const divide = (sum: number, count: number): number | undefined =>
  count === 0 ? undefined : sum / count;

/** Adds parts up: each call counts the same. */
export const computeFigures = (parts: readonly WeekCounts[]): Figures => {
  const sumOver = (select: (part: WeekCounts) => number): number =>
    parts.reduce((sum, part) => sum + select(part), 0);
  const sumTotal = (name: string): number =>
    sumOver(({ total }) => (total as Record<string, number>)[name] ?? 0);
  const calls = sumOver(({ totalRecordings }) => totalRecordings);
  const scored = sumOver(({ recordingsWithProcess }) => recordingsWithProcess);
  const withRep = sumOver(({ recordingsWithRep }) => recordingsWithRep);
  return {
    calls,
    score: divide(sumTotal("processScore"), scored),
    scored,
    talkRatio: divide(sumTotal("talkRatio"), withRep),
    questions: divide(sumTotal("questionsAsked"), withRep),
    withRep,
    closeRate: divide(
      sumOver(({ recordingsClosed }) => recordingsClosed),
      calls,
    ),
  };
};

/** Adds up the answers to each question, in the order of the scorecards. */
export const sumHabits = (
  parts: readonly Pick<WeekCounts, "processQuestionBreakdown">[],
): HabitCounts[] => {
  const sums = new Map<string, HabitCounts>();
  for (const habit of parts.flatMap(({ processQuestionBreakdown }) => processQuestionBreakdown)) {
    const sum = sums.get(habit.questionId);
    if (!sum) sums.set(habit.questionId, { ...habit });
    else {
      sum.yesCount += habit.yesCount;
      sum.totalCount += habit.totalCount;
    }
  }
  return [...sums.values()];
};

export const computeShare = ({ yesCount, totalCount }: HabitCounts): number =>
  yesCount / totalCount;

/** Returns the habits with enough answers, the rarest first. */
const rankHabits = (parts: readonly WeekCounts[]): HabitCounts[] =>
  sumHabits(parts)
    .filter(({ totalCount }) => totalCount >= FEW)
    // The sort is stable: equal ones keep the order of the scorecard.
    .toSorted((a, b) => computeShare(a) - computeShare(b));

/** From this share on, a habit goes well. */
const STRONG_SHARE = 0.8;
const MAX_STRENGTHS = 3;

/** Returns the habit to train, and those that go well, the best first. Neither without enough answers. */
export const findFocus = (
  parts: readonly WeekCounts[],
): { focus: HabitCounts | undefined; strengths: HabitCounts[] } => {
  const ranked = rankHabits(parts);
  return {
    focus: ranked.find((habit) => computeShare(habit) < STRONG_SHARE),
    strengths: ranked
      .filter((habit) => computeShare(habit) >= STRONG_SHARE)
      .toReversed()
      .slice(0, MAX_STRENGTHS),
  };
};
