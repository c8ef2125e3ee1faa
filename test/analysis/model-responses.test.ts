import test from "ava";
import { listJsonObjects } from "../../src/analyzer/ai/answer-objects.js";
import { parseCompletion } from "../../src/analyzer/ai/completion.js";
import { parseTranscription, toHeardCall } from "../../src/analyzer/ai/transcription-response.js";

const json = (value: unknown) => ({
  contentType: "application/json",
  text: JSON.stringify(value),
});

const formatEvent = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;

test("a message may have its text in parts, and odd values in other fields", (t) => {
  const parts = [{ type: "reasoning" }, { type: "text", text: '{"a":' }, { text: " 1}" }];
  t.is(parseCompletion(json({ choices: [{ message: { content: parts } }] })).text, '{"a": 1}');
  const text =
    '{"choices": [{"message": {"content": "NaN", "refusal": null}, "finish_reason": 7, "logprobs": [NaN, -Infinity]}], "usage": NaN}';
  t.deepEqual(parseCompletion({ contentType: "application/json", text }), {
    text: "NaN",
    isRefused: false,
    isTruncated: false,
  });
  const stream = `${formatEvent({ content: [{ type: "text", text: "a" }] })}${formatEvent({ content: "b" })}data: [DONE]\n\n`;
  t.is(parseCompletion({ contentType: "text/event-stream", text: stream }).text, "ab");
});

const list = (text: string) => listJsonObjects(text).map(({ value }) => value);

test("the objects of an answer are found among other braces and quotes", (t) => {
  t.deepEqual(list('use {x, y} or " {"a": {"b": "}"}} and {"c": "\\"}"}'), [
    { a: { b: "}" } },
    { c: '"}' },
  ]);
  t.deepEqual(list('{ not closed, then {"a": 1}'), [{ a: 1 }]);
  t.deepEqual(list("no object"), []);
  t.deepEqual(list("{".repeat(100_000)), []);
});

const hear = (response: object | string, knownDuration = 0) => {
  const text = typeof response === "string" ? response : JSON.stringify(response);
  const { utterances, notices } = toHeardCall(parseTranscription(text), knownDuration);
  return {
    lines: utterances.map(({ text: spoken, start, end }) => [spoken, start, end]),
    notices: Object.fromEntries(notices.map(({ kind, count }) => [kind, count])),
  };
};

const said = (text: string, start: number, more: object = {}) => ({
  text: ` ${text}`,
  start,
  end: start + 1,
  avg_logprob: -0.2,
  no_speech_prob: 0.01,
  compression_ratio: 1.1,
  ...more,
});

const inventions: Record<string, object[]> = {
  "silence by the server's figures": [
    said("Thanks for watching!", 1, { no_speech_prob: 0.8, avg_logprob: -1.3 }),
  ],
  "sure silence": [said("Bye.", 1, { no_speech_prob: 0.97, avg_logprob: -0.7 })],
  "a repetitive text": [said("la la la la la la", 1, { compression_ratio: 8.2 })],
  "a text after the end": [said("Subtitles by the community", 11)],
};

for (const [kind, segments] of Object.entries(inventions))
  test(`${kind} of a transcription server is left out and counted`, (t) => {
    const response = { duration: 10, segments: [said("Good morning.", 0), ...segments] };
    t.deepEqual(hear(response), {
      lines: [["Good morning.", 0, 1_000]],
      notices: { invention_left_out: 1 },
    });
  });

test("a sentence that is repeated in a row is kept once", (t) => {
  const segments = [0, 1, 2, 3].map((start) => said("Thank you.", start));
  t.deepEqual(hear({ segments: [...segments, said("Yes.", 4), said("Yes.", 5)] }), {
    lines: [
      ["Thank you.", 0, 1_000],
      ["Yes.", 4_000, 5_000],
      ["Yes.", 5_000, 6_000],
    ],
    notices: { invention_left_out: 3 },
  });
});

test("speech that the server is sure of stays, whatever the phone system said of the length", (t) => {
  const segments = [said("Hello.", 0, { no_speech_prob: 0.7 }), said("So long.", 12)];
  t.is(hear({ segments }, 10_000).lines.length, 2);
  t.deepEqual(hear({ segments: [...segments, said("Bye now.", 60)] }, 10_000).notices, {
    invention_left_out: 1,
  });
});

test("irregular segments of a transcription server are repaired or counted", (t) => {
  const response = `{"duration": "4.0", "text": "x", "segments": [
    {"start": 0, "end": null, "text": "One.", "avg_logprob": NaN, "tokens": null},
    {"start": "1.5", "end": "1.4", "text": "Two."},
    {"start": 2, "end": 3, "text": null},
    "Three.",
    {"start": 3, "end": 4, "text": "Four.", "speaker": 1}
  ]}`;
  t.deepEqual(hear(response), {
    lines: [
      ["One.", 0, 1_500],
      ["Two.", 1_500, 1_500],
      ["Four.", 3_000, 4_000],
    ],
    notices: { time_estimated: 1, time_repaired: 1, cue_left_out: 1 },
  });
});

test("a text without segments takes the times of its words, else it is spread over the call", (t) => {
  const words = [
    { word: "Hi", start: 0, end: 0.5 },
    { word: "there.", start: 0.6, end: 1 },
  ];
  t.deepEqual(hear({ text: "Hi there.", segments: [], words }).lines, [["Hi there.", 0, 1_000]]);
  t.deepEqual(hear({ text: "One two. Six ten.", duration: NaN }, 17_000), {
    lines: [
      ["One two.", 0, 8_500],
      ["Six ten.", 8_500, 17_000],
    ],
    notices: { time_estimated: 2 },
  });
});
