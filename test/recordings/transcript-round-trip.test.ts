import test from "ava";
import fc from "fast-check";
import { NoticeList } from "../../graph/recordings/notice-list.js";
import { parseTranscriptText } from "../../graph/recordings/transcript-formats/index.js";
import type { ParsedUtterance } from "../../graph/recordings/transcript-formats/format.js";
import {
  formatSrt,
  formatWebVtt,
} from "../../graph/recordings/transcript-formats/format-transcript.js";

const HOSTILE_PIECES = [
  ..."--> < > & &amp; &#10; </v> <b> </i> {\\an8} {\\ Ann: WEBVTT NOTE 1 STYLE [ ]".split(" "),
  ..."\n|\r\n|\n\n| |\t|\u00A0|\uFEFF|\u2028|<b |<v.rep Ann>| (rep):|(client): |: ".split("|"),
  "00:00:01.000 --> 00:00:02.000",
];

/** Pieces that a subtitle format could take for its own, among any other text. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HOSTILE_PIECES),
      fc.string({ unit: "binary", maxLength: 5 }).map((text) => text.replaceAll("\0", "")),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const utterance = (text: fc.Arbitrary<string>): fc.Arbitrary<ParsedUtterance> =>
  fc
    .record({
      speaker: text,
      role: fc.constantFrom("rep", "client", "other"),
      text,
      start: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      length: fc.integer({ min: 0, max: 10 ** 7 }),
    })
    .map(({ length, ...rest }) => ({ ...rest, end: Math.min(rest.start + length, 2 ** 31 - 1) }));

const numRuns = 1_000;

test("WebVTT keeps every transcript exactly", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(utterance(hostileText), { maxLength: 5 }), async (utterances) => {
      t.deepEqual(
        await parseTranscriptText(await formatWebVtt(utterances), new NoticeList()),
        utterances,
      );
    }),
    { numRuns },
  );
  t.pass();
});

const readSrt = async (text: string): Promise<ParsedUtterance[]> =>
  text === "" ? [] : ((await parseTranscriptText(text, new NoticeList())) as ParsedUtterance[]);

const pick = ({ role, start, end }: ParsedUtterance) => ({ role, start, end });

test("SRT keeps times and roles of every transcript, and all of one that came as SRT", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(utterance(hostileText), { maxLength: 5 }), async (utterances) => {
      const text = await formatSrt(utterances);
      const parsed = await readSrt(text);
      t.deepEqual(parsed.map(pick), utterances.map(pick));
      t.is(await formatSrt(parsed), text);
    }),
    { numRuns },
  );
});

test("SRT keeps ordinary names and texts of one line", async (t) => {
  const words = fc
    .array(fc.constantFrom("Ann", "Lee", "costs", "9:30,", "it's", "Größe", "日本", "OK?", "a-b"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(" "));
  await fc.assert(
    fc.asyncProperty(fc.array(utterance(words), { maxLength: 5 }), async (utterances) => {
      t.deepEqual(await readSrt(await formatSrt(utterances)), utterances);
    }),
    { numRuns },
  );
});

test("no text makes a parser fail in another way than with a reason", async (t) => {
  const prefix = fc.constantFrom("", "WEBVTT\n\n", "1\n00:00:01,000 --> 00:00:02,000\n", "[", "{");
  await fc.assert(
    fc.asyncProperty(prefix, hostileText, async (start, text) => {
      try {
        await parseTranscriptText(start + text, new NoticeList());
      } catch (error) {
        t.like(error, { code: "INVALID_FIELD" }, (error as Error).stack);
        t.regex((error as { field: string }).field, /^transcript/);
      }
    }),
    { numRuns: 3_000 },
  );
  t.pass();
});

test("no JSON makes a parser fail in another way than with a reason", async (t) => {
  const names = [
    "text",
    "segments",
    "words",
    "start",
    "end",
    "results",
    "channels",
    "alternatives",
  ];
  const more = ["utterances", "sentences", "transcript", "speaker", "channel", "media_channel"];
  const key = fc.constantFrom(...names, ...more, "offsets", "transcription", "duration", "word");
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "large" },
      fc.constantFrom(null, "", "a", 0, 1, 1.5, -1, "1.5", true),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(key, tie("tree"), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      try {
        await parseTranscriptText(JSON.stringify(value), new NoticeList());
      } catch (error) {
        t.like(error, { code: "INVALID_FIELD" }, (error as Error).stack);
      }
    }),
    { numRuns: 3_000 },
  );
  t.pass();
});
