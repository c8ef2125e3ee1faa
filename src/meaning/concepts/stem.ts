const SUFFIXES: readonly (readonly [RegExp, string])[] = [
  [/ies$/u, "y"],
  [/(ss|us|is)$/u, "$1"],
  [/(x|ch|sh|ss)es$/u, "$1"],
  [/s$/u, ""],
];

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(.{3})ied$/u, "$1y"],
  [/([bdgmnprt])\1(?:ing|ed)$/u, "$1"],
  [/(.{3})(?:ing|ed)$/u, "$1"],
  [/(.{4})ly$/u, "$1"],
];

const replaceFirst = (word: string, rules: readonly (readonly [RegExp, string])[]): string => {
  const rule = rules.find(([pattern]) => pattern.test(word));
  return rule ? word.replace(rule[0], rule[1]) : word;
};

/** Shortens a lower-case word such that most of its forms become equal. */
export const stem = (word: string): string => {
  // "Here" would become "her".
  if (word.length < 4 || word === "here") return word;
  const singular = replaceFirst(word, SUFFIXES);
  return replaceFirst(singular, ENDINGS).replace(/(.{3})e$/u, "$1");
};
