import type { Random } from "../../../src/demo/random.js";
import type { RequestDraft, DraftMutation } from "./request-draft.js";

const DEPTH = 30_000;
const deepList = "[".repeat(DEPTH) + "]".repeat(DEPTH);
const deepObject = `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`;

/** Values to insert into JSON, not all valid. In Latin-1, so that any byte is possible. */
const HOSTILE_VALUES = [
  "1e999",
  "-1e999",
  "1e-999",
  "-0",
  "0.1",
  "-1",
  "9007199254740993",
  "1".repeat(1_000),
  `0.${"1".repeat(1_000)}`,
  "2147483648",
  "true",
  "null",
  "[]",
  "{}",
  "[[]]",
  "[null]",
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\u00ED\u00A0\u0080"',
  '"\u00FF\u00FE"',
  '"\u00C0\u00AF"',
  '"\u0000"',
  '"\u0001"',
  '"a\nb"',
  '"\\u202e"',
  '"\\u2028"',
  '"\u00F0\u009F\u0098\u0080"',
  '"\\x41"',
  '"unclosed',
  '{"__proto__":{"id":"x"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"valueOf":1,"hasOwnProperty":1}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '{"":""}',
  `"${"x".repeat(1_024)}"`,
  `"${"x".repeat(1_025)}"`,
  `"${"\\ud83d\\ude00".repeat(600)}"`,
  `"${"x".repeat(20_000)}"`,
  `"${"x".repeat(110_000)}"`,
  `[${"0,".repeat(20_000)}0]`,
  `{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":1`).join()}}`,
  deepList,
  deepObject,
  '"2026-02-30T00:00:00Z"',
  '"2026-03-03T10:00:00+02:00"',
  '"2026-03-03T24:00:00Z"',
  '"2026-03-03T10:00:00.9999999999999999999Z"',
  '"+012026-03-03T10:00:00Z"',
  '"1772618400"',
  "1772618400",
  '"9999-12-31T23:59:59.999Z"',
  '"0000-01-01T00:00:00Z"',
  '"-1"',
  '"rep@example.com\\u0000"',
  '"REP@EXAMPLE.COM"',
  '"http://[::1"',
  '"http://127.0.0.1:1/\\u0000"',
  '"file:///etc/passwd"',
  '"http://169.254.169.254/"',
  '"javascript:alert(1)"',
  "NaN",
  "undefined",
  "0x10",
  "01",
  "'x'",
  "/* x */ 1",
];

const HOLE = '"(hole)"';

/** Replaces one value at any depth by a hole, or adds one. */
const insertHole = (value: unknown, random: Random): unknown => {
  if (typeof value !== "object" || value === null || random.chance(0.15)) return "(hole)";
  if (Array.isArray(value)) {
    const at = random.int(0, value.length);
    return [...value.slice(0, at), insertHole(value[at], random), ...value.slice(at + 1)];
  }
  const name = random.pick([...Object.keys(value), "more"]);
  return { ...value, [name]: insertHole((value as Record<string, unknown>)[name], random) };
};

const parseJson = (draft: RequestDraft): Record<string, unknown> =>
  draft.body.length === 0 ? {} : (JSON.parse(draft.body.toString()) as Record<string, unknown>);

const setBody = (draft: RequestDraft, text: string): void =>
  void (draft.body = Buffer.from(text, "latin1"));

const TOP_LEVEL_TEXTS = [
  "",
  " ",
  "[]",
  "[{}]",
  '"x"',
  "1",
  "null",
  "true",
  "{",
  "}",
  "\u0000",
  "{}{}",
  "{}x",
  deepList,
  deepObject,
  "[".repeat(DEPTH),
  '{"a":'.repeat(DEPTH),
];

const HOSTILE_MEMBERS = [
  '"__proto__":{"event_id":"x","polluted":1}',
  '"constructor":{"prototype":{"polluted":1}}',
  '"event_id":"first"',
  '"query":1',
  '"variables":[]',
  '"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}',
  '"operationName":{}',
  '"":1',
  '"\\u0000":1',
  '"\\ud800":"\\ud800"',
  '"event_id ":1',
];

const MIB = 1024 * 1024;
const longPaddings = [MIB - 200, MIB + 1, 3 * MIB].map((length) => " ".repeat(length));

const insertBytes = (draft: RequestDraft, at: number, bytes: Buffer): void => {
  draft.body = Buffer.concat([draft.body.subarray(0, at), bytes, draft.body.subarray(at)]);
};

export const bodyMutations: Record<string, DraftMutation> = {
  "another value": (draft, random) => {
    const text = JSON.stringify(insertHole(parseJson(draft), random));
    const at = text.indexOf(HOLE);
    setBody(draft, text.slice(0, at) + random.pick(HOSTILE_VALUES) + text.slice(at + HOLE.length));
  },
  "another top-level value": (draft, random) => {
    const top = random.pick(TOP_LEVEL_TEXTS);
    setBody(draft, top);
    // A PUT with an object of unknown keys changes nothing and is accepted for an existing ID.
    return top === deepObject && draft.method === "PUT" ? undefined : "refused";
  },
  "an extra first key": (draft, random) =>
    setBody(draft, draft.body.toString("latin1").replace("{", `{${random.pick(HOSTILE_MEMBERS)},`)),
  "a truncated body": (draft, random) => {
    draft.body = draft.body.subarray(0, random.int(0, Math.max(0, draft.body.length - 1)));
    return "refused";
  },
  "a byte order mark": (draft) => insertBytes(draft, 0, Buffer.from([0xef, 0xbb, 0xbf])),
  "another encoding": (draft) => {
    draft.body = Buffer.from(draft.body.toString(), "utf16le");
    return "refused";
  },
  "bytes changed": (draft, random) => {
    const body = Buffer.from(draft.body);
    for (let i = random.int(1, 4); i > 0 && body.length > 0; i -= 1)
      body[random.int(0, body.length - 1)] = random.int(0, 255);
    draft.body = body;
  },
  "bytes inserted": (draft, random) =>
    insertBytes(
      draft,
      random.int(0, draft.body.length),
      Buffer.from(Array.from({ length: random.int(1, 5) }, () => random.int(0, 255))),
    ),
  "a long body": (draft, random) => {
    // More often, the large bodies would dominate the run.
    if (random.chance(0.05))
      insertBytes(draft, draft.body.length, Buffer.from(random.pick(longPaddings)));
    else insertBytes(draft, draft.body.length, Buffer.alloc(random.int(1, 50_000), " "));
  },
};
