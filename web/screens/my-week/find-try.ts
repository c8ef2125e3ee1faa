const HEADING = /^\s*(?:#+\s|\*\*[^*]+\*\*:?\s*$)/;
/** Headings and lines that praise. */
const PRAISE =
  /\b(?:went well|did well|strengths?|what worked|keep doing|keep it up|good job|well done)\b/i;
/** The figures that debrief writes where it found nothing to try. */
const FIGURE = /^You talked \d+ % of the time\.$|^Your longest stretch was [^:]*, from [\d:]+\.$/;
const MAX_CHARACTERS = 160;

const toPlainText = (line: string): string =>
  line
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "")
    .replace(/\[(\d+:\d{2}(?::\d{2})?)\]/g, "$1")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
    .trim();

/**
 * Returns the first point of a coaching text (Markdown) that says what to change, as plain text of one or two lines.
 * Undefined if it only praises.
 */
export const findTry = (coaching: string | null): string | undefined => {
  let isPraised = false;
  for (const line of coaching?.split("\n") ?? []) {
    if (HEADING.test(line)) {
      isPraised = PRAISE.test(line);
      continue;
    }
    const text = toPlainText(line);
    if (text === "" || isPraised || PRAISE.test(text) || FIGURE.test(text)) continue;
    return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  }
  return undefined;
};
