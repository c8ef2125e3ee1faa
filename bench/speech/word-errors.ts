const NUMBERS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

/** Returns the words of a text in lower case, with small numbers spelled out and hyphens as spaces. */
export const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/\bmr\./g, "mister")
    .replaceAll(/\d+/g, (digits) => NUMBERS[Number(digits)] ?? digits)
    .match(/[\p{L}\p{N}']+/gu) ?? [];

/** Counts the words to replace, insert or delete that make one text the other. */
export const countWordErrors = (expected: string, heard: string): number => {
  const [wanted, found] = [toWords(expected), toWords(heard)];
  let row = Array.from({ length: found.length + 1 }, (_, at) => at);
  for (const [number, word] of wanted.entries()) {
    const next = [number + 1];
    for (let at = 1; at <= found.length; at += 1)
      next.push(
        Math.min(row[at]! + 1, next[at - 1]! + 1, row[at - 1]! + (found[at - 1] === word ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1)!;
};
