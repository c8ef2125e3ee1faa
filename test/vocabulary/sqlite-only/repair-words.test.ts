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
