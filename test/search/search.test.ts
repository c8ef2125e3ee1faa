import {
  searchNames,
  createRecordingSaying,
  searchRecordings,
  formatSnippet,
} from "../helpers/search/search.js";
import { test } from "../helpers/suite.js";

test("a recording is found by a word of its name, summary, notes or transcript", async (t) => {
  const { org } = t.context;
  const analysis = { summary: "They need gutters.", notes: "Call the mason." };
  await org.createProcessed(
    { name: "Roof visit", transcript: [{ speaker: "R", text: "A skylight", start: 0, end: 1 }] },
    analysis,
  );
  await org.createProcessed({ name: "Another" });
  for (const word of ["roof", "gutters", "mason", "skylight"])
    t.deepEqual(await searchNames(org, word), ["Roof visit"], word);
  t.deepEqual(await searchNames(org, "chimney"), []);
});

test("all words must occur, anywhere, and as whole words", async (t) => {
  const { org } = t.context;
  await createRecordingSaying(org, "one", "The roof leaks", "and the insurance pays");
  await createRecordingSaying(org, "two", "The roofer comes");
  t.deepEqual(await searchNames(org, "insurance roof"), ["one"]);
  t.deepEqual(await searchNames(org, "one insurance"), ["one"]);
  t.deepEqual(await searchNames(org, "insurance roofer"), []);
  t.deepEqual((await searchNames(org, "roof*")).toSorted(), ["one", "two"]);
});

test("a phrase occurs in its order, and an excluded word doesn't occur", async (t) => {
  const { org } = t.context;
  await createRecordingSaying(org, "one", "a new roof for the old house");
  await createRecordingSaying(org, "two", "a new house for the old roof");
  t.deepEqual(await searchNames(org, '"new roof"'), ["one"]);
  t.deepEqual(await searchNames(org, '"old roof"'), ["two"]);
  t.deepEqual(await searchNames(org, "“old ro*”"), []);
  t.deepEqual(await searchNames(org, '"the old roo*"'), ["two"]);
  t.deepEqual(await searchNames(org, '"the old roo"*'), ["two"]);
  t.deepEqual(await searchNames(org, 'roof -"new roof"'), ["two"]);
  t.deepEqual(await searchNames(org, "roof -house"), []);
  t.deepEqual(await searchNames(org, '"one two'), []);
});

test("a phrase doesn't continue from one field into the next", async (t) => {
  const { org } = t.context;
  await org.createProcessed({ name: "blue" }, { summary: "green", notes: "red" });
  t.deepEqual(await searchNames(org, '"blue green"'), []);
  t.deepEqual(await searchNames(org, '"green red"'), []);
  t.deepEqual(await searchNames(org, "blue green red"), ["blue"]);
});

test("search ignores case, accents and letter forms, in any script", async (t) => {
  const { org } = t.context;
  const text = "Café ÉCOLE ΟΔΟΣ straße ﬁrm Übung हिन्दी 日本語 がんばる don't e-mail x2";
  await createRecordingSaying(org, "one", text);
  const words =
    "cafe|école|οδος|οδός|STRASSE*|firm|ubung|हिन्दी|日本語|がんばる|don't|E-Mail|X2".split("|");
  for (const word of words.filter((each) => !each.startsWith("STRASSE")))
    t.deepEqual(await searchNames(org, word), ["one"], word);
  for (const word of ["かんばる", "caf", "mail-e"])
    t.deepEqual(await searchNames(org, word), [], word);
});

test("a database's search operators are plain text", async (t) => {
  const { org } = t.context;
  await createRecordingSaying(org, "one", "roof AND gutter or not NEAR name transcript");
  const operators = [
    "roof AND gutter",
    "roof OR not",
    "NOT roof",
    "roof NEAR()",
    "name:transcript",
  ];
  const marks = "(roof)|roof:|roof' gutter|{roof}|roof ^ gutter|+roof|roof & gutter|!roof|roof\\";
  const more = 'roof <-> and|roof:*|"roof|roof""|roof%|roof;--|* roof|- roof|"" roof|roof "-"';
  for (const words of [...operators, ...marks.split("|"), ...more.split("|")])
    t.deepEqual(await searchNames(org, words), ["one"], words);
  for (const words of ["roof OR chimney", "name : chimney", "roof NEAR/4", "ro_f", "r%f", "ro*"])
    t.deepEqual(await searchNames(org, words), [], words);
});

test("a snippet contains a sign with several matching words once", async (t) => {
  const { org } = t.context;
  await createRecordingSaying(org, "A ½ cup", "nothing");
  const [found] = (await searchRecordings(org, "1 2")).nodes;
  t.deepEqual(found!.searchMatches.map(formatSnippet), ["A [½] cup"]);
});

test("a snippet is a piece of the original text, with the matches marked", async (t) => {
  const { org } = t.context;
  const long = Array.from({ length: 60 }, (_, index) => `w${index}`).join(" ");
  await createRecordingSaying(
    org,
    "Roof & <b>co</b>",
    `${long}.`,
    `A «Roof», the old\nroof! ${long}`,
  );
  const [found] = (await searchRecordings(org, '"old roof" roof')).nodes;
  t.deepEqual(
    found!.searchMatches.map((match) => [match.field, match.start, formatSnippet(match)]),
    [
      ["name", null, "[Roof] & <b>co</b>"],
      [
        "transcript",
        1000,
        "w55 w56 w57 w58 w59.\nA «[Roof]», the [old\nroof]! w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13",
      ],
    ],
  );
});
