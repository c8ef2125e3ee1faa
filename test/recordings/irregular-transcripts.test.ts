import test from "ava";
import type { Notice } from "../../db/recordings/notices.js";
import { NoticeList } from "../../graph/recordings/notice-list.js";
import { parseTranscriptText } from "../../graph/recordings/transcript-formats/index.js";

type Line = [text: string, start: number, end: number, speaker?: string];

interface Expected {
  lines: Line[];
  /** By kind: the count, and the first places as lines or paths. */
  notices: Record<string, [count: number, ...places: (number | string)[]]>;
}

const summarize = ({ kind, count, places }: Notice) => [
  kind,
  [count, ...places.map(({ line, path }) => line ?? path!)],
];

const read = async (source: string | object): Promise<Expected> => {
  const notices = new NoticeList();
  const text = typeof source === "string" ? source : JSON.stringify(source);
  const utterances = (await parseTranscriptText(text, notices)) as {
    speaker: string;
    text: string;
    start: number;
    end: number;
  }[];
  return {
    lines: utterances.map(({ speaker, text: spoken, start, end }) =>
      speaker === "Speaker" ? [spoken, start, end] : [spoken, start, end, speaker],
    ),
    notices: Object.fromEntries(notices.list().map(summarize)),
  };
};

const ANN: Line = ["Hi", 1_000, 2_000, "Ann"];
const CUE = "00:01.000 --> 00:02.000\n<v Ann>Hi\n";
const SRT_CUE = "1\n00:00:01,000 --> 00:00:02,000\nHi\n";
const HI: Line = ["Hi", 1_000, 2_000];

const cases: [string, string | object, Expected["lines"], Expected["notices"]?][] = [
  ["WebVTT with an arrow in a cue's name", `WEBVTT\n\nask --> answer\n${CUE}`, [ANN]],
  ["WebVTT after blank lines", `\n\nWEBVTT\n\n${CUE}`, [ANN]],
  ["WebVTT without a blank line after its header", `WEBVTT\nKind: captions\n${CUE}`, [ANN]],
  [
    "WebVTT with a block without times",
    `WEBVTT\n\nJust a text\nof two lines\n\n${CUE}\nanother\n`,
    [ANN],
    { cue_left_out: [2, 3, 9] },
  ],
  [
    "WebVTT with a blank line between times and text",
    `WEBVTT\n\n00:01.000 --> 00:02.000\n\nHi\n`,
    [HI],
    { text_joined: [1, 5] },
  ],
  [
    "WebVTT with a cue whose times aren't times",
    `WEBVTT\n\n${CUE}\n1 --> 2\nB`,
    [ANN],
    { cue_left_out: [1, 6] },
  ],
  [
    "WebVTT with U+0000",
    "WEBVTT\n\n00:01.000 --> 00:02.000\nH\0i",
    [["H\uFFFDi", 1_000, 2_000]],
    { text_repaired: [1, 4] },
  ],
  ["SRT with hundredths of a second", SRT_CUE.replaceAll(",000", ",00"), [HI]],
  ["SRT without fractions", SRT_CUE.replaceAll(",000", ""), [HI]],
  ["SRT with single digits and points", "1\n0:0:1.0 --> 0:0:2.0\nHi", [HI]],
  ["SRT with a short arrow, without spaces", "1\n00:00:01,000->00:00:02,000\nHi", [HI]],
  ["SRT with minutes above 59", "1\n90:00,000 --> 91:00,000\nHi", [["Hi", 5_400_000, 5_460_000]]],
  ["SRT with coordinates", "1\n00:00:01,000 --> 00:00:02,000 X1:1 X2:2\nHi", [HI]],
  [
    "SRT with a blank line in a cue",
    `${SRT_CUE}\nand more\n\n2\n00:00:03,000 --> 00:00:04,000\nBye`,
    [
      ["Hi and more", 1_000, 2_000],
      ["Bye", 3_000, 4_000],
    ],
    { text_joined: [1, 5] },
  ],
  [
    "SRT with blank lines after each line",
    "1\n\n00:00:01,000 --> 00:00:02,000\n\nHi\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nBye\n\n",
    [HI, ["Bye", 3_000, 4_000]],
    { text_joined: [2, 5, 11] },
  ],
  [
    "SRT with a number as a text of its own",
    `${SRT_CUE}\n42\n\nand more`,
    [["Hi 42 and more", 1_000, 2_000]],
    { text_joined: [2, 5, 7] },
  ],
  [
    "SRT with a dash for an arrow, or another line of times that can't be read",
    `${SRT_CUE}\n2\n00:00:03,000 –> 00:00:04,000\nKim: Bye\n\n3\n00:00:05,000 to 00:00:06,000\nSo\n\n4\nLong`,
    [HI, ["Kim: Bye", 3_000, 4_000], ["So", 4_000, 4_000], ["Long", 4_000, 4_000]],
    { time_estimated: [2, 9, 13] },
  ],
  [
    "SRT with more text after a blank line than a text may have",
    `${SRT_CUE}${"<b></b>".repeat(56_000)}\n\n${"long ".repeat(3_000)}`,
    [HI],
    { cue_left_out: [1, 6] },
  ],
  ["SRT after a line of text", `My call\n\n${SRT_CUE}`, [HI], { cue_left_out: [1, 1] }],
  [
    "a cue that ends before it starts",
    "1\n00:00:02,000 --> 00:00:01,990\nHi",
    [["Hi", 2_000, 2_000]],
    { time_repaired: [1, 2] },
  ],
  [
    "a cue before the start of the recording",
    "1\n-00:00:00,020 --> 00:00:01,000\nHi",
    [["Hi", 0, 1_000]],
    { time_repaired: [1, 2] },
  ],
  [
    "a cue beyond 24 days",
    "1\n00:00:02,000 --> 9999:00:01,000\nHi",
    [["Hi", 2_000, 2_000]],
    { time_estimated: [1, 2] },
  ],
  [
    "a cue without an end",
    "1\n00:00:01,000 -->\nHi\n\n2\n00:00:03,000 --> 00:00:04,000\nBye",
    [
      ["Hi", 1_000, 3_000],
      ["Bye", 3_000, 4_000],
    ],
    { time_estimated: [1, 2] },
  ],
  [
    "a cue whose start has letters",
    "1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:0O:03,000 --> 00:00:04,000\nBye",
    [HI, ["Bye", 2_000, 4_000]],
    { time_estimated: [1, 6] },
  ],
  [
    "segments with an end before the start",
    {
      segments: [
        { start: 0, end: 1.5, text: " Hi." },
        { start: 3, end: 2.98, text: " Yo." },
        { start: 3, end: 4, text: " Ok." },
      ],
    },
    [
      ["Hi.", 0, 1_500],
      ["Yo.", 3_000, 3_000],
      ["Ok.", 3_000, 4_000],
    ],
    { time_repaired: [1, "transcript.segments.1"] },
  ],
  [
    "segments without times",
    {
      segments: [
        { start: 0, end: 1.5, text: " Hi." },
        { start: 1.5, end: null, text: " Bye." },
        { text: "So" },
        { start: 4, text: "long" },
      ],
    },
    [
      ["Hi.", 0, 1_500],
      ["Bye.", 1_500, 4_000],
      ["So", 4_000, 4_000],
      ["long", 4_000, 4_000],
    ],
    {
      time_estimated: [
        3,
        "transcript.segments.1",
        "transcript.segments.2",
        "transcript.segments.3",
      ],
    },
  ],
  [
    "a segment that begins before the recording",
    { segments: [{ seek: 0, start: -0.02, end: 1.5, text: " Hi." }] },
    [["Hi.", 0, 1_500]],
    { time_repaired: [1, "transcript.segments.0"] },
  ],
  [
    "segments with NaN",
    '{"segments": [{"start": NaN, "end": -Infinity, "text": "NaN is \\"NaN\\""}], "duration": NaN}',
    [['NaN is "NaN"', 0, 0]],
    { time_estimated: [1, "transcript.segments.0"] },
  ],
  [
    "times as text",
    {
      segments: [
        { start: "0.5", end: "1,25", text: "Hi" },
        { start: "1.5s", end: "00:00:02.000", text: "Bye" },
      ],
    },
    [
      ["Hi", 500, 1_250],
      ["Bye", 1_500, 2_000],
    ],
  ],
  [
    "words without times",
    {
      text: "Unit 1. Page 58.",
      words: [
        { word: "Unit", start: 0.629, end: 1.27 },
        { word: "1." },
        { word: "Page", start: 2.1, end: 2.8 },
        { word: "58." },
      ],
    },
    [
      ["Unit 1.", 629, 2_100],
      ["Page 58.", 2_100, 2_800],
    ],
    { time_estimated: [2, "transcript.words.1", "transcript.words.3"] },
  ],
  [
    "a duration as text",
    { duration: "30.0", language: "en", text: "Hi there." },
    [["Hi there.", 0, 30_000]],
    { time_estimated: [1, "transcript.text"] },
  ],
  [
    "sentences without times, spread over the duration",
    { duration: 12, text: "Hi there. So. " },
    [
      ["Hi there.", 0, 9_000],
      ["So.", 9_000, 12_000],
    ],
    { time_estimated: [2, "transcript.text"] },
  ],
  [
    "segments without times, spread over the duration",
    { duration: 12, segments: [{ text: "Hi there.", speaker: "Ann" }, { text: "So." }] },
    [
      ["Hi there.", 0, 9_000, "Ann"],
      ["So.", 9_000, 12_000],
    ],
    { time_estimated: [2, "transcript.segments.0", "transcript.segments.1"] },
  ],
  [
    "two channels of Deepgram without times",
    {
      metadata: { duration: 10 },
      results: {
        channels: [
          { alternatives: [{ transcript: "One. Two.", words: [] }] },
          { alternatives: [{ transcript: "Six. Ten. Now.", words: null }] },
        ],
      },
    },
    [
      ["One.", 0, 2_000, "Rep"],
      ["Six.", 2_000, 4_000, "Client"],
      ["Ten.", 4_000, 6_000, "Client"],
      ["Two.", 6_000, 8_000, "Rep"],
      ["Now.", 8_000, 10_000, "Client"],
    ],
    {
      time_estimated: [
        5,
        "transcript.results.channels.0.alternatives.0.transcript",
        "transcript.results.channels.1.alternatives.0.transcript",
      ],
    },
  ],
  [
    "a channel of Deepgram without times beside one with words",
    {
      results: {
        channels: [
          { alternatives: [{ words: [{ word: "Hi", start: 1, end: 2 }] }] },
          { alternatives: [{ transcript: "Yes." }] },
        ],
      },
    },
    [
      ["Hi", 1_000, 2_000, "Rep"],
      ["Yes.", 0, 0, "Client"],
    ],
    { time_estimated: [1, "transcript.results.channels.1.alternatives.0.transcript"] },
  ],
  [
    "a text alone",
    { text: "Hi there." },
    [["Hi there.", 0, 0]],
    { time_estimated: [1, "transcript.text"] },
  ],
  [
    "no segments beside a text",
    { task: "transcribe", duration: 2, text: "Hi there.", segments: [] },
    [["Hi there.", 0, 2_000]],
    { time_estimated: [1, "transcript.text"] },
  ],
  [
    "no segments beside words",
    {
      duration: 2,
      text: "Hi there.",
      segments: [],
      words: [
        { word: "Hi", start: 0, end: 0.5 },
        { word: "there.", start: 0.6, end: 1 },
      ],
    },
    [["Hi there.", 0, 1_000]],
  ],
  [
    "segments without text beside words",
    {
      text: "Hi.",
      segments: [{ start: 0, end: 1, text: "" }],
      words: [{ word: "Hi.", start: 0, end: 1 }],
    },
    [["Hi.", 0, 1_000]],
  ],
  [
    "segments that aren't segments",
    {
      segments: [
        null,
        "So",
        { start: 0, end: 1, text: ["Hi"] },
        { start: 1, end: 2, text: 58 },
        { start: 2, end: 3, text: null },
        { start: 3, end: 4, text: "H\u0000i\uD83D", speaker: { name: "Ann" } },
      ],
    },
    [
      ["58", 1_000, 2_000],
      ["H\uFFFDi\uFFFD", 3_000, 4_000],
    ],
    {
      cue_left_out: [2, "transcript.segments.1", "transcript.segments.2"],
      text_repaired: [1, "transcript.segments.5"],
    },
  ],
  [
    "whisper.cpp without offsets",
    {
      transcription: [{ timestamps: { from: "00:00:01,000", to: "00:00:02,000" }, text: " Hi" }],
    },
    [HI],
  ],
  [
    "Whisper's objects in a list beside something else",
    [{ segments: [{ start: 1, end: 2, text: "Hi" }] }, { hello: 1 }, "So"],
    [HI],
    { cue_left_out: [2, "transcript.1", "transcript.2"] },
  ],
  [
    "Deepgram's utterances without times or channels",
    {
      results: {
        channels: [{}, { alternatives: null }],
        utterances: [
          { start: 1, end: 2, channel: 1, transcript: "Hi" },
          { transcript: "Bye", channel: "x" },
        ],
      },
    },
    [
      ["Hi", 1_000, 2_000, "Client"],
      ["Bye", 2_000, 2_000],
    ],
    { time_estimated: [1, "transcript.results.utterances.1"] },
  ],
  [
    "two channels of AssemblyAI of which one speaks",
    {
      status: "completed",
      audio_channels: 2,
      utterances: [{ speaker: "1", channel: "1", text: "Hi", start: 1_000, end: 2_000 }],
    },
    [["Hi", 1_000, 2_000, "Rep"]],
  ],
  [
    "the second channel of Twilio alone",
    { sentences: [{ media_channel: 2, start_time: 1, end_time: 2, transcript: "Hi" }] },
    [["Hi", 1_000, 2_000, "Client"]],
  ],
  [
    "a sentence of Twilio without a channel",
    { sentences: [{ start_time: "1", end_time: "2", transcript: "Hi" }] },
    [HI],
  ],
];

for (const [title, source, lines, notices = {}] of cases)
  test(title, async (t) => {
    t.deepEqual(await read(source), { lines, notices });
  });

test("a notice names its first 20 places", async (t) => {
  const segments = Array.from({ length: 30 }, () => ({ text: "Hi", seek: 0 }));
  const { notices } = await read({ segments });
  t.is(notices["time_estimated"]![0], 30);
  t.is(notices["time_estimated"]!.length, 1 + 20);
});

test("a long string with NaN in it is read", async (t) => {
  const text = `NaN ${'\\"'.repeat(10_000)}${"\\".repeat(2 * 10_000)}`;
  const { lines } = await read(`{"segments":[{"start":NaN,"end":1,"text":"${text}"}]}`);
  t.is(lines[0]![0].length, 4 + 20_000);
});
