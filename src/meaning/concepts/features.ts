import { readNumber } from "./numbers.js";
import { stem } from "./stem.js";

/** What a sentence's words say, as names of features, each at most once. */
export type LexicalFeatures = ReadonlySet<string>;

const FILLERS = /\b(?:um+|uh+|er|hmm+|mhm|you know|i mean|kind of|sort of)\b/gu;

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/gu, "will not"],
  [/\bcan't\b|\bcannot\b/gu, "can not"],
  [/n't\b/gu, " not"],
  [/'ll\b/gu, " will"],
  [/'re\b/gu, " are"],
  [/'ve\b/gu, " have"],
  [/'d\b/gu, " would"],
  [/'m\b/gu, " am"],
  [/\blet's\b/gu, "let us"],
  [/'s\b/gu, ""],
  [/\bgonna\b/gu, "going to"],
  [/\bgotta\b/gu, "got to"],
  [/\bwanna\b/gu, "want to"],
];

const WORD_CLASSES: readonly (readonly [string, string])[] = [
  ["<DAY>", "monday tuesday wednesday thursday friday saturday sunday weekend"],
  ["<SOON>", "tomorrow tonight morning afternoon evening noon lunchtime"],
  [
    "<MONTH>",
    "january february march april june july august september october november december spring summer fall autumn winter holiday holidays christmas thanksgiving",
  ],
  [
    "<KIN>",
    "wife husband spouse fiance fiancé mom mother dad father son daughter brother sister honey hubby family parents kids girlfriend boyfriend",
  ],
  [
    "<BOSS>",
    "boss manager owner landlord board committee purchasing cfo ceo director accountant attorney lawyer supervisor headquarters corporate legal procurement shareholders superintendent",
  ],
  ["<PARTNER>", "partner"],
  [
    "<RIVAL>",
    "competitor competitors competition bid bids quote quotes proposal proposals estimate estimates offer offers",
  ],
  ["<FRIEND>", "neighbor neighbors friend friends coworker coworkers relatives colleagues anybody"],
  ["<PAST>", "was were had did used went came"],
  [
    "<OBJECT>",
    "window windows roof door doors kitchen furnace gutters panels system unit yard fence",
  ],
  ["<MONEY>", "dollar dollars bucks euros euro grand cents"],
];

const CLASS_OF = new Map(
  WORD_CLASSES.flatMap(([name, words]) => words.split(" ").map((word) => [word, name] as const)),
);

const QUESTION_STARTS = new Set(
  "what who whose which when where why how do does did is are was were can could would will should shall may have has any".split(
    " ",
  ),
);

const SECOND_PERSON = new Set(["you", "your", "yours", "yourself"]);
const FIRST_PERSON = new Set(["i", "we", "us", "me", "my", "our", "ours"]);

const splitWords = (text: string): string[] => {
  let plain = text.toLowerCase().replaceAll("’", "'").replaceAll(FILLERS, " ");
  for (const [pattern, full] of CONTRACTIONS) plain = plain.replaceAll(pattern, full);
  plain = plain.replaceAll(/\$\s*([\d.,]+)/gu, "$1 dollars").replaceAll("%", " percent");
  return plain.match(/\d[\d.,]*|[a-zà-ÿ]+/gu) ?? [];
};

/** Replaces each number, however it is spelled, by its size. */
const classifyNumbers = (words: readonly string[]): string[] => {
  const tokens: string[] = [];
  for (let at = 0; at < words.length;) {
    const number = readNumber(words, at);
    tokens.push(number ? number.name : words[at]!);
    at += number ? number.length : 1;
  }
  return tokens;
};

const addPersons = (tokens: readonly string[], features: Set<string>): void => {
  const first = tokens.some((token) => FIRST_PERSON.has(token));
  const second = tokens.some((token) => SECOND_PERSON.has(token));
  features.add(`?person ${first ? "i" : ""}${second ? "you" : ""}`);
  const asks = QUESTION_STARTS.has(tokens[0] ?? "") || QUESTION_STARTS.has(tokens[1] ?? "");
  if (asks) features.add(second ? "?asks you" : "?asks");
};

const addClasses = (tokens: readonly string[], features: Set<string>): void => {
  const classes = [
    ...new Set(
      tokens.map((token) => (token.startsWith("<") ? token : (CLASS_OF.get(token) ?? ""))),
    ),
  ].filter(Boolean);
  for (const [at, name] of classes.entries()) {
    features.add(name);
    for (const other of classes.slice(at + 1)) features.add([name, other].sort().join("&"));
  }
};

/** Finds the features of a sentence's words. The punctuation is ignored, as recognized speech often has none. */
export const findFeatures = (text: string): LexicalFeatures => {
  const tokens = classifyNumbers(splitWords(text));
  const features = new Set<string>();
  const stems = ["^", ...tokens.map((token) => (token.startsWith("<") ? token : stem(token))), "$"];
  const general = stems.map((token, at) => CLASS_OF.get(tokens[at - 1] ?? "") ?? token);
  for (let at = 0; at < stems.length; at++) {
    features.add(stems[at]!);
    if (at > 0) features.add(`${general[at - 1]} ${general[at]}`);
    if (at > 1) features.add(`${general[at - 2]} ${general[at - 1]} ${general[at]}`);
    if (at > 1) features.add(`${general[at - 2]} _ ${general[at]}`);
  }
  addPersons(tokens, features);
  addClasses(tokens, features);
  return features;
};
