import test from "ava";
import { createRuleAnalysis } from "../../src/analyzer/basic/off-main-thread.js";
import { createLog } from "../../src/base/log/log.js";
import { createMeaning } from "../../src/meaning/meaning.js";
import {
  buildAnalyzerCall,
  buildAnalyzerProcess,
  type CallLine,
} from "../helpers/analysis/analyzer-calls.js";

const silentLog = createLog("silent", { write: () => {} });
const { signal } = new AbortController();
const analyze = createRuleAnalysis({ meaning: createMeaning(), log: silentLog });

const SCORECARD = [
  "Did the rep set an agenda?",
  "Did the rep ask who decides?",
  "Was a monthly payment named?",
  "Did the rep ask for the order?",
  "Was a next step with a date agreed?",
];

const OPENING = "Hello, this is Maya with Birch Windows. Thanks for having me today.";
const AGENDA =
  "First I will look at the windows, then I show you two options and we talk about the price.";
const NEED = "How long have you had that problem?";
const DECIDERS = "And who else decides about the windows?";
const TOTAL = "The complete project comes to twelve thousand dollars.";
const MONTHLY = "That is one hundred and fifty dollars a month.";
const OTHER_QUOTE = "I understand. What was in the other quote?";
const ORDER = "Would you like to order today, if we can meet that price?";
const NEXT_STEP = "I will call you on Friday at ten o'clock.";

const say = (...parts: (string | false)[]): string => parts.filter(Boolean).join(" ");

const buildConversation = (isAll: boolean): CallLine[] => {
  return [
    ["rep", say(OPENING, isAll && AGENDA, "Does that work for you?")],
    ["client", "Yes, that works. The bedroom windows leak when it rains, and it is getting worse."],
    ["rep", say(NEED, isAll && DECIDERS)],
    ["client", "About two years. My wife and I decide together."],
    ["rep", say(TOTAL, isAll && MONTHLY)],
    ["client", "That is too expensive for us. We have another quote for nine thousand."],
    ["rep", say(OTHER_QUOTE, isAll && ORDER)],
    ["client", "Let me think about it until Friday."],
    ["rep", say("Good.", isAll && NEXT_STEP, "Thank you very much.")],
  ];
};

test("a rep who does all five in words of their own has five yes, with the sentences", async (t) => {
  const call = buildAnalyzerCall(buildConversation(true), {
    templates: [buildAnalyzerProcess("p", ...SCORECARD)],
  });
  const { process } = await analyze(call, signal);
  t.deepEqual(
    process!.answers.map(({ yes, evidence }) => [yes, evidence]),
    [AGENDA, DECIDERS, MONTHLY, ORDER, NEXT_STEP].map((sentence) => [true, sentence]),
  );
});

/** What debrief hears of the conversation, spoken by a synthetic voice. */
const HEARD: CallLine[] = [
  [
    "rep",
    "Hello, this is my with birch windows, thanks for having me today. First I will look at the windows, then I show you new options and we talk about the price, does that work for you?",
  ],
  ["client", "Yes, that works. the bedroom windows leap when it rains, and it is getting worse."],
  ["rep", "How long have you had that problem, and who else is sides about the windows?"],
  ["client", "About two years, my wife and I decide to gather."],
  [
    "rep",
    "The complete project comes to twelve thousand dollars, that is one hundred and fifty dollars a month.",
  ],
  ["client", "That is too expensive for us. we have another quote for nine thousand."],
  [
    "rep",
    "I understand what was in the other quot, would you like to order to-day if we can meet that price?",
  ],
  ["client", "Let me think about it until Friday."],
  ["rep", "Good, I will call you on Friday at 10 o'clock. Thank you very much."],
];

test("all five are found in what is heard of it, too, however the questions are put", async (t) => {
  const short = [
    "Sets an agenda",
    "Asks who decides",
    "Names a monthly payment",
    "Asks for the order",
    "Fixes a next step with a date",
  ];
  for (const questions of [SCORECARD, short]) {
    const call = buildAnalyzerCall(HEARD, { templates: [buildAnalyzerProcess("p", ...questions)] });
    const { process } = await analyze(call, signal);
    t.is(process!.answers.filter(({ yes }) => yes).length, 5, JSON.stringify(process!.answers));
  }
});

test("the same conversation without the five sentences has no yes", async (t) => {
  const call = buildAnalyzerCall(buildConversation(false), {
    templates: [buildAnalyzerProcess("p", ...SCORECARD)],
  });
  t.deepEqual((await analyze(call, signal)).process!.answers, []);
});

test("what the client says is no merit of the rep", async (t) => {
  const lines: CallLine[] = [
    ["rep", "Good morning."],
    ["client", ORDER],
    ["client", DECIDERS],
    ["client", MONTHLY],
  ];
  const call = buildAnalyzerCall(lines, { templates: [buildAnalyzerProcess("p", ...SCORECARD)] });
  t.deepEqual((await analyze(call, signal)).process!.answers, []);
});

test("without the memory for the model, words are compared", async (t) => {
  const meaning = createMeaning({ maxResidentBytes: 1 });
  const call = buildAnalyzerCall([["rep", "Is there a budget?"]], {
    templates: [buildAnalyzerProcess("p", "Did the rep ask about the budget?")],
  });
  const { process } = await createRuleAnalysis({ meaning, log: silentLog })(call, signal);
  t.is(process!.answers.length, 1);
});
