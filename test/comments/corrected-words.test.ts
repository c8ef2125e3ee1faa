import { mock } from "node:test";
import { createCorrectedWords } from "../../graph/comments/words.js";
import { addComment, FIND } from "../helpers/comments/comments.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const transcript = [
  { speaker: "Rep", role: "rep", text: "Do you want a rufe?", start: 0, end: 1_000 },
  { speaker: "Client", role: "client", text: "A rufe costs to much.", start: 1_000, end: 4_000 },
];
const CORRECT = `mutation ($id: ID!, $index: Int!, $expectedText: String!, $text: String!) {
  correctUtterance(recordingId: $id, index: $index, expectedText: $expectedText, text: $text) { id } }`;
const SWAP = "mutation ($id: ID!) { swapSides(recordingId: $id) { id } }";
const UNDO = "mutation ($id: ID!) { undoTranscriptCorrections(recordingId: $id) { id } }";
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;

const correct = async (org: Tenant, id: string, from: string, to: string, index = 1) =>
  org.graphql(CORRECT, { id, index, expectedText: from, text: to });

const find = async (org: Tenant, id: string) => {
  const { words, start, end } = (await org.graphql(FIND, { id })).comment;
  return [words?.text ?? null, start, end];
};

test("a comment stays with its words when the transcript is corrected", async (t) => {
  const { org } = t.context;
  const recording = await org.createProcessed({ transcript });
  const { id } = await addComment(org, recording, { quote: "costs to much" });
  const { id: other } = await addComment(org, recording, { quote: "rufe", start: 1_000 });
  const texts = [
    "A rufe costs to much.",
    "A new rufe costs to much.",
    "A new roof costs too much.",
  ];
  await correct(org, recording, texts[0]!, texts[1]!);
  t.deepEqual(await find(org, id), ["costs to much", 1_000, 4_000]);
  t.deepEqual(await find(org, other), ["rufe", 1_000, 4_000]);
  await correct(org, recording, texts[1]!, "A new rufe costs too much.");
  t.deepEqual(await find(org, id), ["costs too much", 1_000, 4_000]);
  await correct(org, recording, "A new rufe costs too much.", texts[2]!);
  t.deepEqual(await find(org, id), ["costs too much", 1_000, 4_000]);
  t.deepEqual(await find(org, other), ["roof", 1_000, 4_000]);
  await org.graphql(SWAP, { id: recording });
  t.deepEqual(await find(org, id), ["costs too much", 1_000, 4_000]);
  await org.graphql(UNDO, { id: recording });
  t.deepEqual(await find(org, other), ["rufe", 1_000, 4_000]);
});

test("a comment whose words are removed keeps their time", async (t) => {
  const { org } = t.context;
  const recording = await org.createProcessed({ transcript });
  const { id } = await addComment(org, recording, { quote: "costs to much" });
  await correct(org, recording, "A rufe costs to much.", "A rufe.");
  t.deepEqual(await find(org, id), [null, 1_000, 4_000]);
});

test("a comment finds its words in another transcript of the call", async (t) => {
  const { org } = t.context;
  const recording = await org.createProcessed({ transcript });
  const { id: moved } = await addComment(org, recording, { quote: "costs" });
  const { id: lost } = await addComment(org, recording, { quote: "want a rufe" });
  const later = [
    { speaker: "Rep", role: "rep", text: "Hello.", start: 0, end: 500 },
    { speaker: "Rep", role: "rep", text: "Do you want a roof?", start: 500, end: 1_500 },
    { speaker: "Client", role: "client", text: "It costs too much.", start: 1_500, end: 4_500 },
  ];
  await org.graphql(COMPLETE, { id: recording, input: { summary: "", transcript: later } });
  t.deepEqual(await find(org, moved), ["costs", 1_500, 4_500]);
  t.deepEqual(await find(org, lost), [null, 0, 1_000]);
});

test("an analysis that keeps the transcript keeps the comments", async (t) => {
  const { org } = t.context;
  const recording = await org.createProcessed({ transcript });
  const { id } = await addComment(org, recording, { quote: "want a rufe" });
  for (const input of [{ summary: "" }, { summary: "", transcript }])
    await org.graphql(COMPLETE, { id: recording, input });
  t.deepEqual(await find(org, id), ["want a rufe", 0, 1_000]);
});

const strip = (text: string): string => text.replaceAll(/[[\]]/g, "");

/** A line before and after a correction, with the words that a comment is about in brackets. */
const corrections: Record<string, [before: string, after: string]> = {
  "a word before them": ["So [we pay] now", "So then [we pay] now"],
  "a word within them": ["So [we pay] now", "So [we will pay] now"],
  "all of them": ["So [we pay] now", "So [they gain] now"],
  "words around them": ["Sew [we pay] now.", "So [we pay], new."],
  "the whole line but them": ["Sew [we pay] now.", "Well, [we pay] later"],
  "another word back": ["A new [roof] costs", "A [rufe] costs"],
  "one of two equal words": ["no no [no] yes", "no no [no] maybe"],
};

const buildLines = (text: string) => [{ text, start: 0 }];

const moveRange = (before: string, after: string, range: { from: number; to: number }) =>
  createCorrectedWords(buildLines(before), buildLines(after))({ line: 0, ...range });

for (const [what, [before, after]] of Object.entries(corrections))
  test(`a comment's words survive a correction of ${what}`, (t) => {
    const range = { from: before.indexOf("["), to: before.indexOf("]") - 1 };
    const moved = moveRange(strip(before), strip(after), range)!;
    t.is(strip(after).slice(moved.from, moved.to), /\[(.*)\]/.exec(after)![1]!);
    t.is(moved.from, after.indexOf("["));
  });

test("words that are removed are gone, also with all others", (t) => {
  t.is(moveRange("So we pay now", "So now", { from: 3, to: 9 }), undefined);
  t.is(moveRange("So we pay now", "", { from: 3, to: 9 }), undefined);
});

test.serial("a line is compared once, for any number of comments on it", (t) => {
  const before = Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ");
  const words = [...before.matchAll(/\w+/g)];
  const matchAll = mock.method(String.prototype, "matchAll");
  t.teardown(() => matchAll.mock.restore());
  const move = createCorrectedWords(buildLines(before), buildLines(`So ${before}`));
  for (const { index: from, 0: word } of words)
    t.deepEqual(move({ line: 0, from, to: from + word.length }), {
      line: 0,
      from: from + 3,
      to: from + 3 + word.length,
    });
  t.is(matchAll.mock.calls.filter((call) => call.this === before).length, 1);
});
