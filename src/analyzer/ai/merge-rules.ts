/** The longest text of a merged analysis. */
const MAX_TEXT_CHARACTERS = 30_000;

/** Joins texts. States how many are omitted if the result would be too long. */
export const joinTexts = (texts: readonly (string | null)[]): string => {
  const filled = texts.filter((text): text is string => text !== null && text.trim() !== "");
  let count = filled.length;
  for (let length = 0, index = 0; index < filled.length; index += 1) {
    length += filled[index]!.length;
    if (length > MAX_TEXT_CHARACTERS) {
      count = index;
      break;
    }
  }
  const missing = filled.length - count;
  const note =
    missing > 0 ? [`(Too long: ${missing} more parts of the call are left out here.)`] : [];
  return [...filled.slice(0, count), ...note].join("\n\n");
};

export const joinTextsOrNull = (texts: readonly (string | null)[]): string | null =>
  joinTexts(texts) || null;

export const uniqueTexts = (lists: readonly string[][]): string[] => [...new Set(lists.flat())];

/** Lists each item once, by `keyOf`: in its first position, with its last value. */
export const uniqueItems = <Item>(
  lists: readonly Item[][],
  keyOf: (item: Item) => string,
): Item[] => [...new Map(lists.flat().map((item) => [keyOf(item), item])).values()];

/**
 * Lists each question's answer once: the first, unless a later one replaces it. Null if no part has answers.
 */
export const mergeAnswers = <Answer extends { question: number }>(
  lists: readonly (Answer[] | null)[],
  replaces: (answer: Answer, before: Answer) => boolean,
): Answer[] | null => {
  const answers = new Map<number, Answer>();
  for (const answer of lists.flatMap((list) => list ?? [])) {
    const before = answers.get(answer.question);
    if (!before || replaces(answer, before)) answers.set(answer.question, answer);
  }
  return lists.some((list) => list !== null) ? [...answers.values()] : null;
};
