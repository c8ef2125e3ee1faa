import { measureCall, type TestUtterance } from "../helpers/measure-call.js";
import { test } from "../helpers/own-suite.js";
import { createTemplate } from "../helpers/templates.js";

const said = (
  role: TestUtterance["role"],
  text: string,
  start: number,
  end: number,
): TestUtterance => ({
  speaker: role,
  role,
  text,
  start,
  end,
});

const zeros = {
  duration: 0,
  talkTime: 0,
  talkRatio: 0,
  waitedToTalkAvg: 0,
  talkSpeed: 0,
  conversationSwitches: 0,
  switchesPerMinute: 0,
  questionsAsked: 0,
  processScore: null,
};

test("a call in which nothing was said has zeros, and no score without a process", async (t) => {
  t.deepEqual(await measureCall(t.context.org, []), zeros);
});

test("what takes no time divides by nothing", async (t) => {
  const metrics = await measureCall(t.context.org, [
    said("client", "Yes", 0, 0),
    said("rep", "So it is", 0, 0),
  ]);
  t.deepEqual(metrics, { ...zeros, conversationSwitches: 1 });
});

test("a call of which only the client's words are known has no talk of the rep's", async (t) => {
  const metrics = await measureCall(t.context.org, [
    said("client", "Is anybody there?", 0, 60_000),
  ]);
  t.deepEqual(metrics, { ...zeros, duration: 60_000 });
});

test("a minute of talk is measured as one would by hand", async (t) => {
  const metrics = await measureCall(t.context.org, [
    said("client", "Hello? Who is this?", 0, 10_000),
    said("rep", "It's Robin. How are you?", 12_000, 22_000),
    said("rep", "Is now good?", 22_000, 32_000),
    said("client", "Yes.", 32_000, 52_000),
    said("rep", "Fine", 53_000, 63_000),
  ]);
  t.deepEqual(metrics, {
    duration: 63_000,
    talkTime: 30_000,
    talkRatio: 0.5,
    waitedToTalkAvg: 1500,
    talkSpeed: 18,
    conversationSwitches: 3,
    switchesPerMinute: 3 / 1.05,
    questionsAsked: 2,
    processScore: null,
  });
});

test("who interrupts has waited for nothing, and time that two talk counts for both", async (t) => {
  const metrics = await measureCall(t.context.org, [
    said("client", "And then I said", 0, 10_000),
    said("rep", "Sorry", 4000, 8000),
    said("client", "Yes", 12_000, 13_000),
    said("rep", "Go on", 17_000, 18_000),
  ]);
  t.like(metrics, { talkTime: 5000, talkRatio: 5 / 16, waitedToTalkAvg: 2000 });
});

test("two reps are two speakers, and one speaker in two roles is one", async (t) => {
  const robin = { ...said("rep", "One", 0, 1000), speaker: "Robin" };
  const sam = { ...said("rep", "Two", 3000, 4000), speaker: "Sam" };
  t.like(await measureCall(t.context.org, [robin, sam]), {
    conversationSwitches: 1,
    waitedToTalkAvg: 2000,
  });
  const client = { ...sam, role: "client" as const, start: 5000, end: 6000 };
  const again = { ...sam, start: 9000, end: 9500 };
  t.like(await measureCall(t.context.org, [client, again]), {
    conversationSwitches: 0,
    waitedToTalkAvg: 0,
  });
});

/** What the rep says in a minute, and how many words and questions that is. */
const texts: [string, number, number][] = [
  ["Don't. It’s o'clock", 3, 0],
  ["Über naïve cafés", 3, 0],
  ["cafe\u0301s", 1, 0],
  ["日本 и мир", 3, 0],
  ["مرحبا، كيف حالك؟", 3, 1],
  ["お元気ですか？はい。", 2, 1],
  ["42 is 4-2", 4, 0],
  ["-- … 🙂 --", 0, 0],
  ["Really??? No! Why?", 3, 2],
  ["Is it? It is. Is it?", 6, 2],
  ["See http://x/?a=b and http://x/??c.", 9, 0],
  ["See http://x/?a=b?", 5, 1],
  ["What?! You (really?) said “why?” and [how?]", 7, 4],
  ["Well…? Why?not. So?\nYes", 5, 2],
  ["本当？！はい？", 2, 2],
  ["", 0, 0],
];

for (const [text, spoken, asked] of texts)
  test(`“${text}” has ${spoken} words and ${asked} questions`, async (t) => {
    const metrics = await measureCall(t.context.org, [said("rep", text, 0, 60_000)]);
    t.like(metrics, { talkSpeed: spoken, questionsAsked: asked });
  });

test("the duration that the dialer sent is the one that switches are counted over", async (t) => {
  const transcript = [said("client", "Hello", 0, 1000), said("rep", "Hello", 1000, 2000)];
  const metrics = await measureCall(t.context.org, transcript, { call: { duration_ms: 30_000 } });
  t.like(metrics, { duration: 30_000, switchesPerMinute: 2 });
  const silent = await measureCall(t.context.org, transcript, { call: { duration_ms: 0 } });
  t.like(silent, { duration: 0, conversationSwitches: 1, switchesPerMinute: 0 });
});

test("a process of a template without questions scores 0", async (t) => {
  const { org } = t.context;
  const { id } = await createTemplate(org);
  const analysis = { templateId: id, process: { answers: [] } };
  t.is((await measureCall(org, [], { analysis })).processScore, 0);
});

test("a recording that is analysed again is measured again", async (t) => {
  const { org } = t.context;
  const call = { call_id: "again", transcript: [said("rep", "Why?", 0, 1000)] };
  t.like(await measureCall(org, [said("rep", "Why? Why?", 0, 60_000)], { call }), {
    talkSpeed: 2,
    questionsAsked: 2,
  });
  t.like(await measureCall(org, [said("client", "No.", 0, 500)], { call }), {
    ...zeros,
    duration: 500,
  });
});
