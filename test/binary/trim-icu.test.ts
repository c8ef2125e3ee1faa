import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import anyTest, { type TestFn } from "ava";
import { isUnusedIcuFile, trimIcu } from "../../scripts/binary/trim-icu.js";

const test = anyTest as TestFn<{ directory: string; trimmed: string; cleared: number }>;

test.before(async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "debrief-icu-"));
  const trimmed = join(directory, "node");
  const binary = await readFile(process.execPath);
  const cleared = trimIcu(binary);
  await writeFile(trimmed, binary);
  await chmod(trimmed, 0o700);
  t.context = { directory, trimmed, cleared };
});

test.after.always((t) => rm(t.context.directory, { recursive: true, force: true }));

/** Prints an expression's value with Node. The language of the environment is German, to show that it doesn't count. */
const evaluate = async (node: string, expression: string, zone = "UTC"): Promise<unknown> => {
  const script = `console.log(JSON.stringify(${expression}))`;
  const env = { LC_ALL: "de_DE.UTF-8", TZ: zone };
  const { stdout } = await promisify(execFile)(node, ["-e", script], { env });
  return JSON.parse(stdout);
};

const SENTENCES = "Dr. Lee called. 今日は。また明日。 Τι κάνεις; Καλά. สวัสดีครับ Is it 3.5 km? Yes!";

for (const [name, expression, zone] of [
  [
    "text is cut into sentences and words",
    `["sentence", "word", "grapheme"].map((granularity) => [undefined, "en", "de", "el", "ja", "th"].map((locale) =>
      [...new Intl.Segmenter(locale, { granularity }).segment(${JSON.stringify(SENTENCES)})].map((part) => part.segment)))`,
  ],
  [
    "every encoding is decoded",
    `["gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "koi8-r", "macintosh", "windows-1252",
      "windows-1251", "iso-8859-8-i", "utf-16be"].map((name) => new TextDecoder(name).decode(
      Uint8Array.from({ length: 4096 }, (_, index) => (index * 7 + (index >> 8)) & 255)))`,
  ],
  [
    "text is normalized, compared and matched",
    `[["NFC", "NFD", "NFKC", "NFKD"].map((form) => "ﬁ Å ſ 가 ½ é".normalize(form)), "ǅ İ ß ς".toLowerCase(), "ß ŉ ǰ".toUpperCase(),
      "aäoözAÄéèe中文한글".split("").sort((a, b) => a.localeCompare(b, "en")),
      "a1_é中😀".match(/[\\p{L}\\p{Emoji_Presentation}]/gu), new URL("http://bücher.例え/").host]`,
  ],
  [
    "times of zones are right",
    `[new Date(2026, 2, 29, 2, 30).toISOString(), new Date(1e12).getTimezoneOffset(), ...["Asia/Kolkata", "America/St_Johns"].map(
      (timeZone) => new Intl.DateTimeFormat("en", { timeZone, dateStyle: "full", timeStyle: "full" }).format(1e12))]`,
    "Europe/Berlin",
  ],
  [
    "Temporal has every zone",
    `["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia"].map((zone) =>
      Temporal.PlainDateTime.from("2024-07-01T08:00").toZonedDateTime(zone).toString())`,
  ],
  [
    "English is written as before",
    `[new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" }).format(1234.5),
      new Intl.ListFormat("en-US").format(["a", "b", "c"]), new Intl.PluralRules("en").select(1),
      new Intl.RelativeTimeFormat("en").format(-3, "day"), new Intl.DisplayNames("en", { type: "region" }).of("DE")]`,
  ],
] as const)
  test(`in the executable's Node, ${name}`, async (t) => {
    const [before, after] = await Promise.all(
      [process.execPath, t.context.trimmed].map((node) => evaluate(node, expression, zone)),
    );
    t.deepEqual(after, before);
  });

test("other languages are written in the form of no language, without an error", async (t) => {
  const expression = `["de", "zh-TW", "ar"].map((locale) => new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }).format(0))`;
  const months = (await evaluate(t.context.trimmed, expression)) as string[];
  t.is(months.length, 3);
  t.false(months.includes("Januar"));
});

test("at least 15 MB of Node's languages become zeros", (t) => {
  t.true(t.context.cleared > 15e6, `${t.context.cleared}`);
});

test("files of no language and files of English are kept", (t) => {
  const names = [
    "root.res",
    "en_GB.res",
    "res_index.res",
    "pool.res",
    "zone/en.res",
    "zone/tzdbNames.res",
  ];
  const kept = [
    ...names,
    "plurals.res",
    "nfkc.nrm",
    "brkitr/ja.res",
    "gb18030-2022.cnv",
    "coll/ucadata.icu",
  ];
  t.deepEqual(
    kept.filter((name) => isUnusedIcuFile(`icudt78l/${name}`)),
    [],
  );
  const unused = [
    "de.res",
    "zh_Hant_TW.res",
    "yue.res",
    "zone/de.res",
    "coll/sv.res",
    "translit/root.res",
  ];
  t.deepEqual(
    unused.filter((name) => !isUnusedIcuFile(`icudt78l/${name}`)),
    [],
  );
});

test("a Node without ICU data is refused", (t) => {
  t.throws(() => trimIcu(Buffer.alloc(100)), { message: /0 ICU data files/ });
});
