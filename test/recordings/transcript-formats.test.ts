import test from "ava";
import { NoticeList } from "../../graph/recordings/notice-list.js";
import { parseTranscriptText } from "../../graph/recordings/transcript-formats/index.js";

type Parsed = { speaker: string; role: string; text: string; start: number; end: number }[];

const parse = async (source: string | object): Promise<Parsed> =>
  (await parseTranscriptText(
    typeof source === "string" ? source : JSON.stringify(source),
    new NoticeList(),
  )) as Parsed;

const HELLO = { speaker: "Speaker", role: "other", text: "Hello there.", start: 500, end: 1_250 };

const accepted: [string, string | object, Parsed][] = [
  [
    "WebVTT with notes, styles, names of cues and settings",
    "\uFEFFWEBVTT - Call\r\nKind: captions\r\n\r\nNOTE one\r\ntwo\r\n\r\nSTYLE\r\n::cue{}\r\n\r\nfirst\r\n00:00.500 --> 00:01.250 align:start\r\n<c.loud>Hello</c>\r\n<00:00:01.000>there.\r\n",
    [HELLO],
  ],
  [
    "WebVTT with voices",
    "WEBVTT\n\n00:00:00.500 --> 00:00:01.250\n<v.rep.loud Ann &amp; Lee>Hi &lt;you&gt;</v> <v Customer>Yes&nbsp;?\n\n01:00:00.000 --> 100:00:00.001\n<v Bob>Bye</v>",
    [
      { speaker: "Ann & Lee", role: "rep", text: "Hi <you>", start: 500, end: 1_250 },
      { speaker: "Customer", role: "client", text: "Yes\u00A0?", start: 500, end: 1_250 },
      { speaker: "Bob", role: "other", text: "Bye", start: 3_600_000, end: 360_000_001 },
    ],
  ],
  [
    "WebVTT with speakers in the text, of which a cue may continue the one before",
    "WEBVTT\n\n1\n00:00:00.500 --> 00:00:01.250\nAnn Lee: Hello there.\n\n2\n00:00:02.000 --> 00:00:03.000\nNote: it is 9:30\n\n3\n00:00:03.000 --> 00:00:04.000\nand more\n",
    [
      { ...HELLO, speaker: "Ann Lee" },
      { speaker: "Note", role: "other", text: "it is 9:30", start: 2_000, end: 3_000 },
      { speaker: "Note", role: "other", text: "and more", start: 3_000, end: 4_000 },
    ],
  ],
  [
    "SRT without speakers, in which a sentence has a colon",
    "1\n00:00:00,500 --> 00:00:01,250\n<i>Hello</i>\n{\\an8}there.\n\n2\n00:00:02,000 --> 00:00:03,000\nShe said: no\n\n3\n00:00:03,000 --> 00:00:04,000\nYes\n",
    [
      HELLO,
      { speaker: "Speaker", role: "other", text: "She said: no", start: 2_000, end: 3_000 },
      { speaker: "Speaker", role: "other", text: "Yes", start: 3_000, end: 4_000 },
    ],
  ],
  [
    "SRT with roles, labels and brackets, whose cues follow each other without empty lines",
    "1\n00:00:00,500 --> 00:00:01,250\nAnn (rep): Hello there.\n2\n00:00:02,000 --> 00:00:03,000\nAgent: 1\n3\n00:00:03,000 --> 00:00:04,000\n[SPEAKER_01]: ok",
    [
      { ...HELLO, speaker: "Ann", role: "rep" },
      { speaker: "Agent", role: "rep", text: "1", start: 2_000, end: 3_000 },
      { speaker: "SPEAKER_01", role: "other", text: "ok", start: 3_000, end: 4_000 },
    ],
  ],
  [
    "Whisper's verbose_json",
    {
      task: "transcribe",
      language: "english",
      duration: 2,
      text: " Hello there.",
      words: [],
      segments: [{ id: 0, seek: 0, start: 0.5, end: 1.25, text: " Hello there.", tokens: [1] }],
    },
    [HELLO],
  ],
  ["Whisper's segments", [{ start: 0.5, end: 1.25, text: " Hello there." }], [HELLO]],
  [
    "segments of Whisper with speakers",
    [
      { start: 0.5, end: 1.25, text: " Hello there.", speaker: "SPEAKER_00", words: [] },
      { start: 2, end: 3, text: "Hm", speaker: "SPEAKER_01", words: [] },
    ],
    [
      { ...HELLO, speaker: "SPEAKER_00" },
      { speaker: "SPEAKER_01", role: "other", text: "Hm", start: 2_000, end: 3_000 },
    ],
  ],
  [
    "Whisper's words",
    {
      text: "Hello there. Bye",
      duration: 3,
      words: [
        { word: "Hello", start: 0.5, end: 0.9 },
        { word: "there.", start: 0.9, end: 1.25 },
        { word: "Bye", start: 1.3, end: 1.5 },
      ],
    },
    [HELLO, { ...HELLO, text: "Bye", start: 1_300, end: 1_500 }],
  ],
  [
    "the JSON of whisper.cpp",
    {
      transcription: [
        { timestamps: {}, offsets: { from: 500, to: 1250 }, text: " Hello there." },
        { offsets: { from: 1250, to: 1250 }, text: " " },
      ],
    },
    [HELLO],
  ],
  [
    "a text of Whisper without times",
    { text: "Hello there.", duration: 1.25 },
    [{ ...HELLO, start: 0 }],
  ],
  [
    "Deepgram's utterances of two channels",
    {
      metadata: { duration: 3 },
      results: {
        channels: [{ alternatives: [] }, { alternatives: [] }],
        utterances: [
          { start: 0.5, end: 1.25, channel: 0, transcript: "Hello there.", speaker: 0 },
          { start: 2, end: 2.5, channel: 1, transcript: "Hi", speaker: 0 },
        ],
      },
    },
    [
      { ...HELLO, speaker: "Rep", role: "rep" },
      { speaker: "Client", role: "client", text: "Hi", start: 2_000, end: 2_500 },
    ],
  ],
  [
    "Deepgram's utterances without channels",
    {
      results: {
        utterances: [
          { start: 0.5, end: 1.25, channel: 0, transcript: "Hello there." },
          { start: 2, end: 2.5, channel: 1, transcript: "Hi" },
        ],
      },
    },
    [
      { ...HELLO, speaker: "Rep", role: "rep" },
      { speaker: "Client", role: "client", text: "Hi", start: 2_000, end: 2_500 },
    ],
  ],
  [
    "Deepgram's utterances with speakers and one channel",
    {
      results: { utterances: [{ start: 0.5, end: 1.25, transcript: "Hello there.", speaker: 1 }] },
    },
    [{ ...HELLO, speaker: "Speaker 1" }],
  ],
  [
    "a list of Whisper's objects",
    [
      { segments: [{ start: 0.5, end: 1.25, text: "Hello there." }] },
      { text: "", segments: [] },
      { segments: [{ start: 2, end: 3, text: "Bye", speaker: "Ann" }] },
    ],
    [HELLO, { speaker: "Ann", role: "other", text: "Bye", start: 2_000, end: 3_000 }],
  ],
  [
    "Deepgram's paragraphs with speakers",
    {
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: "Hello there.",
                words: [],
                paragraphs: {
                  paragraphs: [
                    {
                      speaker: 1,
                      start: 0.5,
                      end: 1.25,
                      sentences: [{ text: "Hello there.", start: 0.5, end: 1.25 }],
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    },
    [{ ...HELLO, speaker: "Speaker 1" }],
  ],
  [
    "Deepgram's words",
    {
      results: {
        channels: [
          {
            alternatives: [
              {
                words: [
                  { word: "hello", punctuated_word: "Hello", start: 0.5, end: 0.9, speaker: 0 },
                  { word: "there", punctuated_word: "there.", start: 0.9, end: 1.25, speaker: 0 },
                  { word: "yes", start: 1.3, end: 1.5, speaker: 1 },
                  { word: "well", start: 3.3, end: 3.5, speaker: 1 },
                ],
              },
            ],
          },
        ],
      },
    },
    [
      { ...HELLO, speaker: "Speaker 0" },
      { ...HELLO, speaker: "Speaker 1", text: "yes", start: 1_300, end: 1_500 },
      { ...HELLO, speaker: "Speaker 1", text: "well", start: 3_300, end: 3_500 },
    ],
  ],
  [
    "AssemblyAI's utterances",
    {
      id: "t",
      status: "completed",
      audio_url: "https://audio.example/1.wav",
      text: "Hello there.",
      words: [{ text: "Hello", start: 500, end: 900, speaker: "A" }],
      utterances: [{ speaker: "A", text: "Hello there.", start: 500, end: 1250, words: [] }],
    },
    [{ ...HELLO, speaker: "Speaker A" }],
  ],
  [
    "AssemblyAI's words without speakers",
    {
      status: "completed",
      text: "Hello there.",
      utterances: null,
      words: [
        { text: "Hello", start: 500, end: 900, speaker: null },
        { text: "there.", start: 900, end: 1250, speaker: null },
      ],
    },
    [HELLO],
  ],
  [
    "AssemblyAI's utterances of two channels",
    {
      status: "completed",
      utterances: [
        { speaker: "1", channel: "1", text: "Hello there.", start: 500, end: 1250 },
        { speaker: "2", channel: "2", text: "Hi", start: 2000, end: 2500 },
      ],
    },
    [
      { ...HELLO, speaker: "Rep", role: "rep" },
      { speaker: "Client", role: "client", text: "Hi", start: 2_000, end: 2_500 },
    ],
  ],
  [
    "sentences of Twilio",
    {
      meta: { key: "sentences" },
      sentences: [
        { media_channel: 2, start_time: "2.0", end_time: "2.5", transcript: "Hi", words: null },
        { media_channel: 1, start_time: 0.5, end_time: 1.25, transcript: "Hello there." },
      ],
    },
    [
      { speaker: "Client", role: "client", text: "Hi", start: 2_000, end: 2_500 },
      { ...HELLO, speaker: "Rep", role: "rep" },
    ],
  ],
  [
    "a transcription of Twilio",
    { sid: "TR1", status: "completed", duration: "2", transcription_text: "Hello there." },
    [{ ...HELLO, start: 0, end: 2_000 }],
  ],
  ["the answer of the transcript's endpoint", { recordingId: "r", transcript: [HELLO] }, [HELLO]],
  ["debrief's own utterances", [HELLO], [HELLO]],
  ["an empty WebVTT", "WEBVTT", []],
  ["Whisper's silence", { text: "", segments: [], duration: 2 }, []],
];

for (const [title, source, utterances] of accepted)
  test(`${title}: accepted`, async (t) => {
    t.deepEqual(await parse(source), utterances);
  });

const CUE = "00:00:01.000 --> 00:00:02.000";

const refused: [string, string | object, string, RegExp][] = [
  ["cues without times", `WEBVTT\n\n1 --> 2\nB`, "transcript", /line 3: .*times/],
  ["text outside of cues", `WEBVTT\n\nlost\n\nfound`, "transcript", /line 3: /],
  [
    "a long text",
    `WEBVTT\n\n${CUE}\n${"é".repeat(50_001)}`,
    "transcript",
    /line 3: .*100000 bytes/,
  ],
  ["a long cue", `WEBVTT\n\n${CUE}\n${"<b>\n".repeat(100_001)}`, "transcript", /line 3: /],
  ["a long name", `WEBVTT\n\n${CUE}\n<v ${"a".repeat(1025)}>`, "transcript", /line 3: .*1024/],
  ["too many cues", `WEBVTT\n\n${`${CUE}\n`.repeat(50_001)}`, "transcript", /50000 cues/],
  ["too many voices", `WEBVTT\n\n${`${CUE}\n<v A><v B>\n`.repeat(25_001)}`, "transcript", /50000/],
  ["text that is no transcript", "Hello", "transcript", /WebVTT, SRT/],
  ["JSON of another kind", { hello: 1 }, "transcript", /WebVTT, SRT/],
  [
    "a list of Whisper's objects without any text",
    [{ segments: [{ start: 0, end: 1, text: ["Hi"] }] }, { hello: 1 }],
    "transcript.0.segments.0",
    /text/,
  ],
  ["JSON with an error", '{\n"segments": [\n{"start": 1,}]}', "transcript", /line 3: .*JSON/],
  ["JSON that is cut", '{\n"segments": [\n', "transcript", /line 3: .*JSON/],
  ["JSON with too many values", `[${"1,".repeat(500_001)}1]`, "transcript", /500000 values/],
  [
    "segments whose texts aren't texts",
    { segments: [{ start: 0, end: 1, text: { a: 1 } }, "B"] },
    "transcript.segments.0",
    /text/,
  ],
  [
    "an unfinished transcript",
    { audio_url: "https://audio.example/1.wav", status: "processing" },
    "transcript.status",
    /completed/,
  ],
];

for (const [title, source, field, message] of refused)
  test(`${title}: refused`, async (t) => {
    const error = await t.throwsAsync<Error & { code: string; field: string }>(parse(source));
    t.like(error, { code: "INVALID_FIELD", field }, error.stack);
    t.regex(error.message, message);
  });

test("utterances in milliseconds are never taken for Whisper's seconds", async (t) => {
  for (const utterances of [
    [{ text: "A", start: 61_000, end: 62_000 }],
    [{ speaker: "A", text: "A", start: 0.5, end: 1 }],
    [{ speaker: "A", text: "A", start: 0, end: 1, words: [] }],
    [{ role: "rep", text: "A", start: 0.5, end: 1, seek: 1 }],
  ])
    t.deepEqual(await parse(utterances), utterances as Parsed);
});

test("other requests run while a long note, a long header and many cues are read", async (t) => {
  const lines = "a\n".repeat(200_000);
  const cues = "00:00.000 --> 00:01.000\n&amp;&lt;&gt;\n\n".repeat(20_000);
  for (const text of [`WEBVTT\n\nNOTE\n${lines}`, `WEBVTT\n${lines}`, `WEBVTT\n\n${cues}`]) {
    let turns = 0;
    const countTurn = (): void => {
      turns += 1;
      next = setImmediate(countTurn);
    };
    let next = setImmediate(countTurn);
    await parse(text);
    clearImmediate(next);
    t.true(turns >= 4, `${text.slice(0, 12)}: ${turns} turns`);
  }
});
