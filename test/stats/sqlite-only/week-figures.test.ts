import test from "ava";
interface Habit {
  questionId: string;
  question: string;
  yesCount: number;
  totalCount: number;
}

interface Week {
  totalRecordings: number;
  recordingsClosed: number;
  recordingsWithProcess: number;
  recordingsWithRep: number;
  total: unknown;
  processQuestionBreakdown: Habit[];
}

interface Figures {
  calls: number;
  score: number | undefined;
  talkRatio: number | undefined;
  closeRate: number | undefined;
}

// The console is no part of this compilation; Node strips the types itself.
const importConsole = async (path: string): Promise<unknown> =>
  import(new URL(`../../../../web/${path}.ts`, import.meta.url).href);
const { computeFigures, findFocus, sumHabits } = (await importConsole("lib/week-figures")) as {
  computeFigures: (weeks: Week[]) => Figures;
  findFocus: (weeks: Week[]) => { focus: Habit | undefined; strengths: Habit[] };
  sumHabits: (weeks: Week[]) => Habit[];
};
const { findTry } = (await importConsole("screens/my-week/find-try")) as {
  findTry: (coaching: string | null) => string | undefined;
};

const buildWeek = (
  totalRecordings: number,
  score: number,
  habits: [id: string, yes: number, total: number][] = [],
): Week => ({
  totalRecordings,
  recordingsClosed: 1,
  recordingsWithProcess: totalRecordings,
  recordingsWithRep: 0,
  total: { processScore: score * totalRecordings },
  processQuestionBreakdown: habits.map(([questionId, yesCount, totalCount]) => ({
    questionId,
    question: `Question ${questionId}`,
    yesCount,
    totalCount,
  })),
});

test("figures of several weeks weight each call equally, and are absent without calls", (t) => {
  const figures = computeFigures([buildWeek(1, 100), buildWeek(3, 20)]);
  t.is(figures.score, 40);
  t.is(figures.closeRate, 0.5);
  t.is(figures.talkRatio, undefined);
  t.like(computeFigures([]), { calls: 0, score: undefined, closeRate: undefined });
});

test("habits add up over weeks, and the rarest with enough answers is to train", (t) => {
  const weeks = [
    buildWeek(3, 0, [
      ["a", 3, 3],
      ["b", 0, 3],
      ["c", 0, 4],
    ]),
    buildWeek(3, 0, [
      ["a", 3, 3],
      ["b", 2, 3],
    ]),
  ];
  t.deepEqual(
    sumHabits(weeks).map(({ questionId, yesCount, totalCount }) => [
      questionId,
      yesCount,
      totalCount,
    ]),
    [
      ["a", 6, 6],
      ["b", 2, 6],
      ["c", 0, 4],
    ],
  );
  const { focus, strengths } = findFocus(weeks);
  t.is(focus?.questionId, "b", "four answers are too few");
  t.deepEqual(
    strengths.map(({ questionId }) => questionId),
    ["a"],
  );
  t.is(weeks[0]!.processQuestionBreakdown[0]!.yesCount, 3, "the weeks stay as they are");
});

const coachings: [coaching: string | null, found: string | undefined][] = [
  [null, undefined],
  ["", undefined],
  [
    "- You asked at [12:40]. Keep doing that.\n- **Ask** for it at [13:00].",
    "Ask for it at 13:00.",
  ],
  ["- You asked at [12:40]. Keep doing that.", undefined],
  [
    "- You talked **55 %** of the time.\n- Your longest stretch was **40 s**, from [1:10].",
    undefined,
  ],
  [
    "- You talked **75 %** of the time: leave the client more of it.",
    "You talked 75 % of the time: leave the client more of it.",
  ],
  [
    "## What went well\n\n- You listened.\n\n## What to try\n\n1. _Name_ the `price` once.",
    "Name the price once.",
  ],
  ["**What to try:**\n* See [the guide](https://x.example)", "See the guide"],
  [
    "Coaching notes\n\n---\n| Topic | Try |\n|---|---|\n- Next step:\n  - Agree on a day.",
    "Agree on a day.",
  ],
  ["What you did well:\n- You listened.\nNext time\n- Name the price.", "Name the price."],
  ["Ask for it at [12:34](https://x.example) next time.", "Ask for it at 12:34 next time."],
  [`Try ${"a".repeat(300)}`, `Try ${"a".repeat(156)}…`],
];

test("one thing to try is the first point of the coaching that doesn't praise", (t) => {
  for (const [coaching, found] of coachings) t.is(findTry(coaching), found, String(coaching));
});
