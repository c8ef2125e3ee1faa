import fc from "fast-check";
import { anyText } from "../../helpers/rest/any-text.js";

/** Writes a number literally, where JavaScript can't represent it or formats it differently. */
const writeRawJson = (text: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text);

/** Valid texts that a program might misinterpret. */
export const validTexts = [
  "x",
  " ",
  " x ",
  "0",
  "null",
  "undefined",
  "true",
  "{}",
  "__proto__",
  "constructor",
  "toString",
  "%00",
  "%2F",
  "a/b",
  "..%2f",
  "a+b",
  "a,b",
  "a&b=c",
  "a?b#c",
  "'; DROP TABLE recordings; --",
  "%' OR '1'='1",
  "_%",
  "\\",
  "\t\r\n",
  "\u007f\u0085\u00a0",
  "\u2028\u2029",
  "\ufeffx",
  "\uffff",
  "e\u0301",
  "\u00e9",
  "\u0301",
  "שלום",
  "\u202eabc\u202c",
  "مرحبا 123",
  "👩‍👩‍👧‍👦",
  "🏳️‍🌈🇩🇪",
  "😀".repeat(1024),
  "x".repeat(1023),
  "x".repeat(1024),
  "ß".repeat(1024),
  "İI\u0131i",
  "𝒳",
  "rep@EXAMPLE.com",
  "a+b@example.com",
  "2026-03-02T10:00:00Z",
  "<script>alert(1)</script>",
];

/** Texts that are invalid as names; some are valid as longer texts. */
export const almostValidTexts = [
  "",
  "\0",
  "a\0b",
  "\uD83D",
  "\uDCA1a",
  "a\uD83D\uD83D",
  "x".repeat(1025),
  "😀".repeat(1025),
  "e\u0301".repeat(513),
];

/** Texts at and beyond the limits of long texts, for bodies only. */
export const longTexts = [
  "x".repeat(8192),
  "x".repeat(8193),
  "é".repeat(50_000),
  `${"é".repeat(50_000)}x`,
  "x".repeat(100_001),
];

/** Values of the wrong type for most fields. */
export const wrongTypeValues: unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  writeRawJson("-0"),
  writeRawJson("1e308"),
  writeRawJson("-1e308"),
  writeRawJson("1e999"),
  writeRawJson("5e-324"),
  writeRawJson("9007199254740993"),
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  1_772_532_000_000,
  "",
  "x",
  [],
  [null],
  [[]],
  ["x", "x"],
  {},
  { id: null },
  JSON.parse('{"__proto__":{"id":"x"}}'),
  { toString: 1, length: -1 },
];

const buildDeepValue = (levels: number): unknown => {
  let value: unknown = {};
  for (let level = 1; level < levels; level += 1) value = level % 2 ? { a: value } : [value];
  return { a: value };
};

/** JSON objects at and beyond the limits. */
export const almostValidObjects: unknown[] = [
  ...wrongTypeValues,
  buildDeepValue(60),
  buildDeepValue(64),
  buildDeepValue(65),
  buildDeepValue(66),
  buildDeepValue(1_000),
  { a: "x".repeat(16 * 1024 - 8) },
  { a: "x".repeat(16 * 1024 - 7) },
  { "a\0": 1 },
  { a: "\0" },
  { a: ["\uD83D"] },
  { "\uD83D": 1 },
  { a: writeRawJson("1e999") },
];

const key = fc.oneof(
  fc.constantFrom("a", "b", "", "__proto__", "constructor", "id"),
  anyText(0, 4),
);
const number = fc.constantFrom(
  0,
  -1,
  1.5,
  1e-7,
  2 ** 53,
  writeRawJson("-0"),
  writeRawJson("1e308"),
  writeRawJson("1E5"),
);

/** Small JSON objects of all kinds. */
export const jsonObjects: fc.Arbitrary<Record<string, unknown>> = fc
  .letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(null, true, false, "x", "😀"),
      number,
      anyText(0, 6),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("object"),
    ),
    object: fc
      .array(fc.tuple(key, tie("value")), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries)),
  }))
  .object.filter((object) => !JSON.stringify(object).includes("\\u0000"));
