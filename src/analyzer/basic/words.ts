// Letters with their combining marks, digits, and both apostrophes.
const WORD = /[\p{L}\p{M}\p{N}'’]+/gu;
const NOT_ASCII = /[^\0-\x7F]/;

/** Words that carry little of a call's subject, and the templates' words for the participants. */
const STOP_WORDS = new Set(
  `a about actually after again all alright also always am an and any anything are around as ask asked asks at
  away back be because been before being but by came can client clients come could customer customers did discuss discussed do does doing done down
  even ever every everything explain explained few first for from fully get getting give go goes going gonna good
  got great had has have having he hello her here hey hi him his how i if in into is it its just kind know let like
  little look lot make makes many may maybe me mean mention mentioned might mine more most much must my need never
  nice no not now of off oh ok okay on one only or other our out over own perfect please pretty probably put quite
  really rep representative right said salesperson say see seem she should so some someone something sort still
  such sure take tell than thank thanks that the their them then there these they thing things think this those
  though through to too try uh um under until up us use very wanna want was way we well went were what when where
  whether which while who whom whose why will with would yeah yep yes yet you your yours`.split(
    /\s+/,
  ),
);

/** Removes English endings, so that "estimates" and "estimate" are one word. */
const stem = (word: string): string => {
  const base = word.replace(/['’](?:s|re|ve|ll|d|m|t)?$/, "");
  if (base.length < 5) return base;
  return base.replace(/(?:ing|ed|es|e|s)$/, "");
};

/** Returns the words in lower case, in order. */
export const splitWords = (text: string): string[] =>
  Array.from(text.matchAll(WORD), ([word]) => word.toLowerCase());

/** Returns the stems of the words that carry a text's subject. */
export const extractContentWords = (words: readonly string[]): string[] =>
  words
    .map((word) => [word, word.replace(/['’].*$/, "")] as const)
    .filter(
      ([, base]) =>
        !STOP_WORDS.has(base) && (base.length > 2 || /\d/.test(base) || NOT_ASCII.test(base)),
    )
    .map(([word]) => stem(word));
