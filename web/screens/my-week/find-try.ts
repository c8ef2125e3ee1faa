const HEADING = /^\s*(?:#+\s|\*\*[^*]+\*\*:?\s*$)/;
const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+/;
const TITLE = /^(?:\S{1,20} ){0,3}\S{1,20}$/;
/** Headings and lines that praise. */
const PRAISE =
  /\b(?:went well|did well|strengths?|what worked|keep doing|keep it up|good job|well done)\b/i;
/** The figures that debrief writes where it found nothing to try. */
const FIGURE = /^You talked \d+ % of the time\.$|^Your longest stretch was [^:]*, from [\d:]+\.$/;
const MAX_CHARACTERS = 160;

const toPlainText = (line: string): string =>
  line
    .replace(BULLET, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\[(\d+:\d{2}(?::\d{2})?)\]/g, "$1")
    .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
    .trim();

/** Returns whether a line is a title, also one without Markdown, such as "Next time" or "What to try:". */
const isHeading = (line: string, text: string): boolean =>
  HEADING.test(line) ||
  text.endsWith(":") ||
  (!BULLET.test(line) && !/[.!?…]$/.test(text) && TITLE.test(text));

/**
 * Returns the first point of a coaching text (Markdown) that says what to change, as plain text of one or two lines.
 * Undefined if it only praises.
 */
export const findTry = (coaching: string | null): string | undefined => {
  let isPraised = false;
  for (const line of coaching?.split("\n") ?? []) {
    const text = toPlainText(line);
    // A rule or a table's row is no point.
    if (!/\p{L}/u.test(text) || text.startsWith("|")) continue;
    if (isHeading(line, text)) {
      isPraised = PRAISE.test(line);
      continue;
    }
    if (isPraised || PRAISE.test(text) || FIGURE.test(text)) continue;
    return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  }
  return undefined;
};
