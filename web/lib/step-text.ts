/** What the analysis writes after words that name a day: "(Thu 3 Dec 2026, 16:00)". */
const DATE = / \([A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}(?:, \d{2}:\d{2})?\)$/;

/** Returns the text of a next step that is shown beside its date, without the date. */
export const describeStep = ({ text, due }: { text: string; due: string | null }): string =>
  due === null ? text : text.replace(DATE, "");
