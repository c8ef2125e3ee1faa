import { formatName } from "./mail-texts.js";

const HEADING = /^\s*(?:#+\s|\*\*[^*]+\*\*:?\s*$)/;
const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+/;
const TITLE = /^(?:\S{1,20} ){0,3}\S{1,20}$/;
const PRAISE =
  /\b(?:went well|did well|strengths?|what worked|keep doing|keep it up|good job|well done)\b/i;
/** The figures that debrief writes if it found nothing to try. */
const FIGURE = /^You talked \d+ % of the time\.$|^Your longest stretch was [^:]*, from [\d:]+\.$/;
const MOMENT = /\[(\d+(?::\d{2}){1,2})\]/;
const MAX_CHARACTERS = 160;

/** Something to try, and the moment in the call that it is about, in seconds. */
export interface PointToTry {
  text: string;
  moment: number | undefined;
}

const toSeconds = (clock: string): number =>
  clock.split(":").reduce((seconds, part) => 60 * seconds + Number(part), 0);

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

/** Returns the first point of a coaching text (Markdown) that says what to change; undefined if it only praises. */
export const findPointToTry = (coaching: string | null): PointToTry | undefined => {
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
    const moment = MOMENT.exec(line)?.[1];
    return {
      text: formatName(text, MAX_CHARACTERS),
      moment: moment === undefined ? undefined : toSeconds(moment),
    };
  }
  return undefined;
};
