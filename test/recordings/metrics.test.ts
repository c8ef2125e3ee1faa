import { measureCall, type TestUtterance } from "../helpers/recordings/measure-call.js";
import { test } from "../helpers/own-suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const buildUtterance = (
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

test("a call without a transcript has no talk metrics, whether it is empty or missing", async (t) => {
  const { org } = t.context;
  t.deepEqual(await measureCall(org, []), { duration: 0 });
  t.deepEqual(await measureCall(org, [], { call: { duration_ms: 5000 } }), { duration: 5000 });
  const { recording } = await org.graphql(
    `mutation ($id: ID!) {
      recording: completeAnalysis(recordingId: $id, input: { summary: "" }) { metrics { talkTime } }
    }`,
    { id: await org.ingestCall() },
  );
  t.is(recording.metrics, null);
});

/** The metrics of the rep's talk, when no line is the rep's. */
const noRep = {
  talkTime: null,
  talkRatio: null,
  waitedToTalkAvg: null,
  talkSpeed: null,
  questionsAsked: null,
};
const noSwitches = { conversationSwitches: null, switchesPerMinute: null };

test("a call without words has zeros, and no score without a process", async (t) => {
  const metrics = await measureCall(t.context.org, [buildUtterance("rep", "", 0, 0)]);
  t.deepEqual(metrics, { ...zeros, ...noSwitches });
});

test("metrics of a call without length don't divide by zero", async (t) => {
  const metrics = await measureCall(t.context.org, [
    buildUtterance("client", "Yes", 0, 0),
    buildUtterance("rep", "So it is", 0, 0),
  ]);
  t.deepEqual(metrics, { ...zeros, conversationSwitches: 1 });
});

test("a call without the rep's words has no metrics of the rep, and one speaker has no switches", async (t) => {
  const { org } = t.context;
  const client = buildUtterance("client", "Is anybody there?", 0, 60_000);
  const nobody = { ...zeros, ...noRep, ...noSwitches };
  t.deepEqual(await measureCall(org, [client]), { ...nobody, duration: 60_000 });
  const other = { ...client, speaker: "Speaker", role: "other" as const };
  t.deepEqual(await measureCall(org, [other, other]), { ...nobody, duration: 60_000 });
  const second = { ...other, start: 60_000, end: 120_000 };
  t.deepEqual(await measureCall(org, [client, second]), {
    ...nobody,
    duration: 120_000,
    conversationSwitches: 1,
    switchesPerMinute: 0.5,
  });
});

test("a minute of talk has the metrics calculated by hand", async (t) => {
  const metrics = await measureCall(t.context.org, [
    buildUtterance("client", "Hello? Who is this?", 0, 10_000),
    buildUtterance("rep", "It's Robin. How are you?", 12_000, 22_000),
    buildUtterance("rep", "Is now good?", 22_000, 32_000),
    buildUtterance("client", "Yes.", 32_000, 52_000),
    buildUtterance("rep", "Fine", 53_000, 63_000),
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

test("an interruption counts no waiting, and overlapping speech counts for both speakers", async (t) => {
  const metrics = await measureCall(t.context.org, [
    buildUtterance("client", "And then I said", 0, 10_000),
    buildUtterance("rep", "Sorry", 4000, 8000),
    buildUtterance("client", "Yes", 12_000, 13_000),
    buildUtterance("rep", "Go on", 17_000, 18_000),
  ]);
  t.like(metrics, { talkTime: 5000, talkRatio: 5 / 16, waitedToTalkAvg: 2000 });
});

test("two reps are two speakers, and one speaker in two roles is one", async (t) => {
  const robin = { ...buildUtterance("rep", "One", 0, 1000), speaker: "Robin" };
  const sam = { ...buildUtterance("rep", "Two", 3000, 4000), speaker: "Sam" };
  t.like(await measureCall(t.context.org, [robin, sam]), {
    conversationSwitches: 1,
    waitedToTalkAvg: 2000,
  });
  const client = { ...sam, role: "client" as const, start: 5000, end: 6000 };
  const again = { ...sam, start: 9000, end: 9500 };
  t.like(await measureCall(t.context.org, [client, again]), {
    conversationSwitches: null,
    waitedToTalkAvg: 0,
  });
});

/** A minute of the rep's words, and its numbers of words and questions. */
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

for (const [text, wordCount, questionCount] of texts)
  test(`“${text}” has ${wordCount} words and ${questionCount} questions`, async (t) => {
    const metrics = await measureCall(t.context.org, [buildUtterance("rep", text, 0, 60_000)]);
    t.like(metrics, { talkSpeed: wordCount, questionsAsked: questionCount });
  });

test("switches per minute use the duration that the dialer sent", async (t) => {
  const transcript = [
    buildUtterance("client", "Hello", 0, 1000),
    buildUtterance("rep", "Hello", 1000, 2000),
  ];
  const metrics = await measureCall(t.context.org, transcript, { call: { duration_ms: 30_000 } });
  t.like(metrics, { duration: 30_000, switchesPerMinute: 2 });
  const silent = await measureCall(t.context.org, transcript, { call: { duration_ms: 0 } });
  t.like(silent, { duration: 0, conversationSwitches: 1, switchesPerMinute: 0 });
});

test("a process of a template without questions scores 0", async (t) => {
  const { org } = t.context;
  const { id } = await createTemplate(org);
  const analysis = { templateId: id, process: { answers: [] } };
  const transcript = [buildUtterance("rep", "Hello", 0, 1000)];
  t.is((await measureCall(org, transcript, { analysis })).processScore, 0);
});

test("a recording analysed again is measured again", async (t) => {
  const { org } = t.context;
  const call = { call_id: "again", transcript: [buildUtterance("rep", "Why?", 0, 1000)] };
  t.like(await measureCall(org, [buildUtterance("rep", "Why? Why?", 0, 60_000)], { call }), {
    talkSpeed: 2,
    questionsAsked: 2,
  });
  t.like(await measureCall(org, [buildUtterance("client", "No.", 0, 500)], { call }), {
    ...zeros,
    ...noRep,
    ...noSwitches,
    duration: 500,
  });
});
