import test from "ava";
import { createRuleAnalysis } from "../../src/analyzer/basic/off-main-thread.js";
import { createLog } from "../../src/base/log/log.js";
import { createMeaning } from "../../src/meaning/meaning.js";
import { buildAnalyzerCall, type CallLine } from "../helpers/analysis/analyzer-calls.js";

const log = createLog("silent", { write: () => {} });
const { signal } = new AbortController();
const analyzeCall = createRuleAnalysis({ meaning: createMeaning(), log });
const analyze = async (...lines: CallLine[]) => analyzeCall(buildAnalyzerCall(lines), signal);

const MINUTE_MS = 60_000;
const PRICE = "The total for the project comes to fourteen thousand dollars.";
const TOO_MUCH = "That is too expensive for us.";
const ORDER = "Would you like to go ahead and order today?";
const AGREES = "Yes, let's do it, where do I sign?";
const NEXT_STEP = "I will call you on Friday at ten o'clock.";

test("objections are tags, and the client's yes closes the deal", async (t) => {
  const { tags, closed } = await analyze(
    ["rep", PRICE],
    ["client", `${TOO_MUCH} We have another quote for nine thousand.`],
    ["rep", ORDER],
    ["client", AGREES],
  );
  t.deepEqual(tags, ["objection: price", "objection: other quotes", "sold"]);
  t.true(closed);
});

test("two words are an objection", async (t) => {
  const { tags } = await analyze(["rep", PRICE], ["client", "Too expensive."]);
  t.deepEqual(tags, ["objection: price"]);
});

test("the client's last word decides, and the rep's and a stranger's decide nothing", async (t) => {
  const no = "No, we decided to go with another company.";
  t.like(await analyze(["client", AGREES], ["rep", "Great."], ["client", no]), {
    tags: ["lost"],
    closed: undefined,
  });
  for (const role of ["rep", "other"] as const)
    t.like(await analyze([role, AGREES], [role, TOO_MUCH]), { tags: [], closed: undefined });
});

test("a refusal for today isn't one for good", async (t) => {
  for (const today of ["today", "to day", "to-day"]) {
    const { tags } = await analyze(
      ["rep", PRICE],
      ["client", `No, I'm not going to sign anything ${today}.`],
    );
    t.false(tags?.includes("lost"), String(tags));
  }
});

test("the next step that was agreed is an action item with its day, once", async (t) => {
  const startedAt = Date.parse("2026-03-02T10:00:00Z");
  const listItems = async (...lines: CallLine[]) =>
    (await analyzeCall({ ...buildAnalyzerCall(lines), startedAt }, signal)).actionItems!.map(
      ({ text, due, assignee }) => ({ text, due, assignee }),
    );
  t.deepEqual(
    await listItems(["rep", "How about Thursday at six?"], ["client", "Thursday at six works."]),
    [
      {
        text: "Next step with Kim: “Thursday at six works.” (Thu 5 Mar 2026, 18:00)",
        due: "2026-03-05",
        assignee: "Robin",
      },
    ],
  );
  t.is((await listItems(["rep", NEXT_STEP])).length, 1);
  t.deepEqual(await listItems(["rep", "Have a good day."]), []);
  const offer: CallLine = ["rep", "How about Thursday at six?"];
  for (const answer of [
    "No, Thursday at six doesn't work.",
    "That doesn't work for us.",
    "I'm afraid we're away.",
    "Um, no.",
    "Thursday does not work.",
    "Actually, no",
    "No, that's not good for me.",
    "Unfortunately, we can't wait that long.",
  ])
    t.deepEqual(await listItems(offer, ["client", answer]), [], answer);
  for (const answer of [
    "No problem, Thursday at six works.",
    "No, that's fine.",
    "No, no, that is fine.",
    "No, Thursday at ten works for me.",
    "No objection.",
    "No, perfect.",
    "I can't wait, see you Thursday.",
  ])
    t.is((await listItems(offer, ["client", answer])).length, 1, answer);
  const promises = Array.from({ length: 25 }, (_, index): CallLine => [
    "rep",
    `I will send you file ${index} by Thursday.`,
  ]);
  const many = await listItems(...promises, ["client", "Thursday at six works."]);
  t.is(many.length, 20);
  t.regex(many.at(-1)!.text, /^Next step with Kim: “Thursday at six works/);
  const last = await listItems(...promises.slice(0, 20), ["rep", NEXT_STEP]);
  t.is(last.length, 20);
  t.regex(last.at(-1)!.text, /Friday/);
});

test("the summary has first what decides a call, with its times", async (t) => {
  const talk: CallLine[] = Array.from({ length: 8 }, (_, index) => [
    "client",
    `The garage on side number ${index} has a new metal door and a concrete floor.`,
  ]);
  const { summary } = await analyze(
    ["rep", PRICE],
    ...talk,
    ["client", TOO_MUCH],
    ["rep", NEXT_STEP],
  );
  t.regex(summary, /^- \[0:00\] Robin: “The total for the project/m);
  t.regex(summary, /^- \[0:18\] Kim: “That is too expensive for us.”$/m);
  t.regex(summary, /^- \[0:20\] Robin: “I will call you on Friday/m);
  t.is(summary.split("\n").length, 5);
});

const OPENING: CallLine[] = [
  ["rep", "What problem would you like to solve with the new windows?", MINUTE_MS],
  ["client", "The bedroom is cold in winter.", MINUTE_MS],
];

test("a call without a request for the order is coached to ask, at the moment of the price", async (t) => {
  const { coaching } = await analyze(...OPENING, ["rep", PRICE], ["client", TOO_MUCH]);
  const [first, second] = coaching!.split("\n");
  t.is(
    first,
    "- You named the price at [2:00] and didn't ask for the order. **Ask for it**: “Shall we put you on the schedule?”",
  );
  t.regex(second!, /without a next step\. \*\*Agree on a day and an hour\*\*/);
});

test("an order asked for long after the price is coached with both moments", async (t) => {
  const { coaching } = await analyze(
    ...OPENING,
    ["rep", PRICE, MINUTE_MS],
    ["client", "The neighbours have the same house as we do.", 5 * MINUTE_MS],
    ["rep", ORDER],
    ["rep", NEXT_STEP],
  );
  t.regex(coaching!, /^- You asked for the order at \[8:00\]\. Keep doing that\.$/m);
  t.regex(coaching!, /at \[8:00\], 6 minutes after the price at \[2:00\]/);
  t.notRegex(coaching!, /without a next step|before you asked/);
});

test("a deal that was won gets no advice to close it", async (t) => {
  const { coaching } = await analyze(...OPENING, ["rep", PRICE], ["client", AGREES]);
  t.notRegex(coaching!, /ask for the order|next step/i);
});

test("without meanings, a call has neither tags nor an outcome, and its figures", async (t) => {
  const lines: CallLine[] = [...OPENING, ["rep", PRICE], ["client", AGREES]];
  const { tags, closed, coaching } = await createRuleAnalysis()(buildAnalyzerCall(lines), signal);
  t.deepEqual([tags, closed], [undefined, undefined]);
  t.regex(coaching!, /^- You talked \*\*50 %\*\* of the time\.$/m);
});
