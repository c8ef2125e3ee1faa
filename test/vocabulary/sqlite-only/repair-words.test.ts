import test from "ava";
import { findCorrectedWords } from "../../../graph/vocabulary/find-corrected-words.js";
import { listKnownTerms } from "../../../src/analyzer/vocabulary/known-terms.js";
import { repairWords } from "../../../src/analyzer/vocabulary/repair-words.js";

const NAMES = ["Tom Okafor", "Samuel Jensen", "Beacon Home Comfort"];
const VOCABULARY = [
  { term: "Trane", heardAs: ["train"] },
  { term: "HomePro", heardAs: [] },
  { term: "Comfort Plus", heardAs: ["comfort blues"] },
  { term: "Grünwald", heardAs: [] },
  { term: "Carrier", heardAs: [] },
];

const repair = async (text: string, names = NAMES, vocabulary = VOCABULARY) => {
  const [line] = await repairWords(
    [{ speaker: "Rep", role: "rep", text, start: 0, end: 1_000 }],
    listKnownTerms(names, vocabulary),
  );
  return line!;
};

for (const [heard, written] of [
  ["Hi, this is Tom Okaphor.", "Hi, this is Tom Okafor."],
  ["this is Tom Okfer from", "this is Tom Okafor from"],
  ["Is Mr. Jenson at home?", "Is Mr. Jensen at home?"],
  ["I saw Jenson's garage.", "I saw Jensen's garage."],
  ["Tom oka for, from the office.", "Tom Okafor, from the office."],
  ["it is okafor", "it is Okafor"],
  ["We install the train unit.", "We install the Trane unit."],
  ["Our home pro plan, or home-pro.", "Our HomePro plan, or HomePro."],
  ["Take comfort blues today.", "Take Comfort Plus today."],
  ["Mrs. Grunwald and Mrs. Grunwalt", "Mrs. Grünwald and Mrs. Grünwald"],
] as const)
  test(`"${heard}" is written as "${written}"`, async (t) => {
    t.like(await repair(heard), { text: written, heard });
  });

for (const said of [
  "Tom Okafor and Samuel Jensen are at home.",
  "Is that okay for you, Tom?",
  "Take comfort in that. It is a home. Beacons are lit.",
  "Which carrier do you use?",
  "Johnson and Anderson called.",
  "Oka. For you.",
  "",
  "今日は、これでいいです。",
])
  test(`"${said}" stays`, async (t) => {
    const line = await repair(said);
    t.is(line.text, said);
    t.false("heard" in line);
  });

for (const [said, names] of [
  ["See you on Monday, they aren't French.", ["Kim Munday", "Arendt Frensh"]],
  ["In January, my favourite color is grey.", ["Januari", "Collor", "Favorite Kid"]],
  ["Does Jensen a lot of work? I think so.", ["Samuel Jensen"]],
  ["Andrea, Daniela and Marie", ["Andre Bell", "Daniel Bell", "Maria Bell"]],
  ["Jensen and IBM", ["SAMUEL JENSEN", "ibm", "IBM"]],
  ["Robert is not here, but Daniel is, and Jon is, too.", ["Kim Roberts", "Daniels", "Jones"]],
] as const)
  test(`names like ${names.join(" and ")} leave "${said}"`, async (t) => {
    t.is((await repair(said, [...names], [])).text, said);
  });

for (const [said, term] of [
  ["an Infinity 24 unit", "Infinity 26"],
  ["the end in sight", "Insight"],
  ["a new one", "Anew"],
  ["they don't", "Dont"],
] as const)
  test(`the term ${term} leaves "${said}"`, async (t) => {
    t.is((await repair(said, [], [{ term, heardAs: [] }])).text, said);
  });

test("a word beside a misheard name stays", async (t) => {
  t.is((await repair("Does Jenson a lot?", ["Jensen"], [])).text, "Does Jensen a lot?");
});

test("a name in capitals is written as a name", async (t) => {
  const heard = "Mr. Jenson and mr. jensen";
  for (const name of ["JENSEN", "jensen", "Jensen"])
    t.is((await repair(heard, [name], [])).text, "Mr. Jensen and mr. Jensen", name);
  t.is((await repair("Mcdonald", ["McDonald"], [])).text, "McDonald");
});

test("terms and names of the same letters are one, written as the vocabulary has it", async (t) => {
  const vocabulary = [{ term: "HomePro", heardAs: [] }];
  t.is((await repair("Our homepru plan", ["Homepro"], vocabulary)).text, "Our HomePro plan");
});

test("a name that is an ordinary word changes no word", async (t) => {
  const said = "The prices will rise, and the bill is due in may.";
  t.is((await repair(said, ["Bill Price", "Will May", "Rose Due"], [])).text, said);
});

test("words between two known terms that are equally near stay", async (t) => {
  t.is((await repair("Mr. Hansan", ["Hansen", "Hanson"], [])).text, "Mr. Hansan");
});

test("a name with other consonants is another name", async (t) => {
  const said = "Rupert and Stefan are here";
  t.is((await repair(said, ["Robert Miles", "Steven Miles"], [])).text, said);
});

test("a known term isn't written as another that sounds like it", async (t) => {
  t.is((await repair("Jenson and Jensen", ["Jensen", "Jenson"], [])).text, "Jenson and Jensen");
});

test("without terms, lines are as they were", async (t) => {
  t.is((await repair("Mr. Jenson", [], [])).text, "Mr. Jenson");
});

test("a correction's words are those that were replaced, up to three at a time", (t) => {
  t.deepEqual(
    findCorrectedWords("Is Mr. jenson home, tom oka for?", "Is Mr. Jensen home, Tom Okafor?"),
    [
      { heard: "jenson", term: "Jensen" },
      { heard: "tom oka for", term: "Tom Okafor" },
    ],
  );
  t.deepEqual(findCorrectedWords("the roof is old", "the roof is very old"), []);
  t.deepEqual(findCorrectedWords("a b c d e f", "u v w x y z"), []);
  t.deepEqual(findCorrectedWords("Mr. Jensen?", "Mr. Jensen!"), []);
});
