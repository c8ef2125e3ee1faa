import { randomInt } from "node:crypto";
import plainTest from "ava";
import { parseTrackerPhrase } from "../../graph/trackers/phrases.js";
import { isAscii } from "../../db/search/words.js";
import {
  findPhrase,
  listPhraseParts,
  mayHavePhrase,
  preparePhrases,
  splitForPhrases,
} from "../../src/analyzer/trackers/match-phrases.js";

const find = (text: string, ...phrases: string[]): string | undefined =>
  findPhrase(splitForPhrases(text), preparePhrases(JSON.stringify(phrases)))?.phrase;

const found: [what: string, text: string, phrases: string[], phrase: string | undefined][] = [
  ["words in their order", "That is too expensive for us.", ["too expensive"], "too expensive"],
  ["not in another order", "Expensive? Too bad.", ["too expensive"], undefined],
  ["not as a part of a word", "Our pricelist is long.", ["price"], undefined],
  ["forms of a word", "All prices include the installation.", ["price"], "price"],
  ["the word of a form", "What is the price?", ["prices"], "prices"],
  ["past forms", "They quoted us less.", ["quote us"], "quote us"],
  ["a past form with three e", "They guaranteed it.", ["guarantee"], "guarantee"],
  ["a doubled l", "We cancelled it.", ["cancel"], "cancel"],
  ["a word with a doubled l", "He called twice.", ["call"], "call"],
  ["as written only", "All prices went up.", ['"price"'], undefined],
  ["as written", "The Price is fine.", ['"price"'], '"price"'],
  ["a beginning", "It is unaffordable, I can't afford it.", ["afford*"], "afford*"],
  [
    "the first of several",
    "We need financing at a good price.",
    ["price", "financing"],
    "financing",
  ],
  ["apostrophes of all kinds", "I can’t afford that.", ["can't afford"], "can't afford"],
  ["a beginning after an apostrophe", "We don’t think so.", ["don't*"], "don't*"],
  [
    "not what is excluded",
    "Not too expensive at all.",
    ["too expensive", "-not too expensive"],
    undefined,
  ],
  [
    "what is not excluded elsewhere",
    "Not too expensive, but still too expensive today.",
    ["too expensive", "-not too expensive"],
    "too expensive",
  ],
  ["letters with accents", "C’est trop chère, vraiment.", ["trop chere"], "trop chere"],
  ["scripts without spaces", "ちょっと高いですね。", ["高い"], "高い"],
];

for (const [what, text, phrases, phrase] of found)
  plainTest(`phrases: ${what}`, (t) => {
    t.is(find(text, ...phrases), phrase);
  });

plainTest("a match says where the phrase begins", (t) => {
  const prepared = preparePhrases('["price"]');
  t.is(findPhrase(splitForPhrases("So, prices?"), prepared)?.offset, 4);
});

const problems: [text: string, problem: RegExp][] = [
  ["", /must contain a word/],
  [" - ", /must contain a word/],
  ["…", /must contain a word/],
  ['too "expensive"', /quotation marks around all words/],
  ["pri*ce", /\* at its end only/],
  ["pr*", /at least 3 characters before \*/],
  ["a b*", /at least 3 characters before \*/],
  [Array.from({ length: 13 }, () => "word").join(" "), /at most 12 words/],
];

for (const [text, problem] of problems)
  plainTest(`the phrase ${JSON.stringify(text.slice(0, 20))} is refused`, (t) => {
    const parsed = parseTrackerPhrase(text);
    t.regex("problem" in parsed ? parsed.problem : "", problem);
  });

/** Words with all their forms, of which the naive search below knows that they are the same. */
const FORMS = [
  ["price", "prices", "priced", "pricing"],
  ["offer", "offers", "offered", "offering"],
  ["company", "companies"],
  ["plan", "plans", "planned", "planning"],
  ["use", "uses", "used", "using"],
  ["add", "adds", "added", "adding"],
  ["try", "tries", "tried", "trying"],
  ["movie", "movies"],
  ["car", "cars"],
  ["care", "cares", "cared", "caring"],
  ["plane", "planes"],
  ["note", "notes", "noted", "noting"],
  ["even"],
  ["evening", "evenings"],
  ["too"],
  ["not"],
  ["much"],
  ["roof", "roofs"],
];
let words = FORMS.flat();
const SEPARATORS = [" ", " ", " ", ", ", " - ", "; ", "\t", " “", "” "];

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;

interface RandomPhrase {
  words: string[];
  kind: "forms" | "exact" | "prefix";
  isExclusion: boolean;
}

const createPhrase = (isExclusion: boolean): RandomPhrase => {
  const kind = pick(["forms", "exact", "prefix"] as const);
  const chosen = Array.from({ length: randomInt(1, 4) }, () => pick(words));
  if (kind === "prefix") chosen.push(pick(words.filter((word) => word.length > 3)).slice(0, 3));
  return { words: chosen, kind, isExclusion };
};

const writePhrase = ({ words, kind, isExclusion }: RandomPhrase): string => {
  const text = words.join(" ");
  const written = { forms: text, exact: `"${text}"`, prefix: `${text}*` }[kind];
  return isExclusion ? `-${written}` : written;
};

const isSame = (said: string, { words, kind }: RandomPhrase, index: number): boolean => {
  const word = words[index]!;
  if (kind === "prefix" && index === words.length - 1) return said.startsWith(word);
  if (said === word) return true;
  return kind !== "exact" && FORMS.some((forms) => forms.includes(said) && forms.includes(word));
};

/** Lists the words that a phrase covers, each time that it occurs. */
const listPlaces = (said: readonly string[], phrase: RandomPhrase): number[][] =>
  said.flatMap((_, first) => {
    const place = phrase.words.map((_word, index) => first + index);
    const fits = place.every((at, index) => at < said.length && isSame(said[at]!, phrase, index));
    return fits ? [place] : [];
  });

const findNaively = (
  said: readonly string[],
  phrases: readonly RandomPhrase[],
): number | undefined => {
  const excluded = phrases
    .filter(({ isExclusion }) => isExclusion)
    .flatMap((phrase) => listPlaces(said, phrase));
  const counting = phrases
    .filter(({ isExclusion }) => !isExclusion)
    .flatMap((phrase) => listPlaces(said, phrase))
    .filter((place) => !excluded.some((other) => place.every((at) => other.includes(at))));
  return counting.map(([first]) => first!).toSorted((one, other) => one - other)[0];
};

plainTest("2,000 random cases are found as by a naive search", (t) => {
  let hits = 0;
  for (let count = 0; count < 2_000; count += 1) {
    // Prefixes need a word that is long enough.
    words = [FORMS[0]!, ...Array.from({ length: 3 }, () => pick(FORMS))].flat();
    const said = Array.from({ length: randomInt(1, 12) }, () => pick(words));
    let text = "";
    const starts = said.map((word, index) => {
      if (index > 0) text += pick(SEPARATORS);
      const start = text.length;
      text += pick([word, word.toUpperCase(), `${word[0]!.toUpperCase()}${word.slice(1)}`]);
      return start;
    });
    const phrases = [
      ...Array.from({ length: randomInt(1, 4) }, () => createPhrase(false)),
      ...Array.from({ length: randomInt(0, 3) }, () => createPhrase(true)),
    ];
    const written = phrases.map(writePhrase);
    const prepared = preparePhrases(JSON.stringify(written));
    const match = mayHavePhrase(text.toLowerCase(), isAscii(text), prepared)
      ? findPhrase(splitForPhrases(text), prepared)
      : undefined;
    const expected = findNaively(said, phrases);
    const hasParts =
      !isAscii(text) ||
      listPhraseParts([JSON.stringify(written)])!.some((parts) =>
        parts.every((part) => text.toLowerCase().includes(part)),
      );
    t.true(hasParts || expected === undefined, `${text} | ${written.join(" | ")}`);
    if (expected !== undefined) hits += 1;
    t.is(
      match?.offset,
      expected === undefined ? undefined : starts[expected],
      `${text} | ${written.join(" | ")}`,
    );
  }
  t.true(hits > 300 && hits < 1_700, `${hits} of the cases have a hit`);
});

plainTest("phrases that begin with the same words cost as much as one", (t) => {
  const same = "a ".repeat(11);
  const phrases = Array.from({ length: 100 }, (_, index) => `${same}b${index}`);
  const prepared = preparePhrases(JSON.stringify(phrases));
  const words = splitForPhrases("a ".repeat(100_000));
  const startedAt = performance.now();
  t.is(findPhrase(words, prepared), undefined);
  const elapsed = performance.now() - startedAt;
  t.true(elapsed < 900, `${elapsed} ms`);
});
