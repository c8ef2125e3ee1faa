/** An alias appears in the response once per row, and error messages repeat names. */
export const MAX_NAME_CHARACTERS = 256;

const QUOTE = 0x22;
const COMMENT = 0x23;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLOCK_QUOTE = '"""';

const isNameCharacter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f;

const isLineEnd = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN;

/** Returns the index of the last character of a text that begins with a quote at `start`. */
const findTextEnd = (query: string, start: number): number => {
  if (query.startsWith(BLOCK_QUOTE, start)) {
    let end = query.indexOf(BLOCK_QUOTE, start + 3);
    while (end !== -1 && query.charCodeAt(end - 1) === BACKSLASH)
      end = query.indexOf(BLOCK_QUOTE, end + 3);
    return end === -1 ? query.length : end + 2;
  }
  let index = start + 1;
  for (; index < query.length; index += 1) {
    const code = query.charCodeAt(index);
    if (code === QUOTE || isLineEnd(code)) break;
    if (code === BACKSLASH) index += 1;
  }
  return index;
};

/** Returns whether a run of name characters may be too long: each overlong run covers one of the probed positions. */
const hasLongRun = (query: string): boolean => {
  for (let probe = MAX_NAME_CHARACTERS; probe < query.length; probe += MAX_NAME_CHARACTERS + 1) {
    let first = probe;
    while (first >= 0 && isNameCharacter(query.charCodeAt(first))) first -= 1;
    let last = probe;
    while (last < query.length && isNameCharacter(query.charCodeAt(last))) last += 1;
    if (last - first - 1 > MAX_NAME_CHARACTERS) return true;
  }
  return false;
};

/**
 * Returns whether a name or a number in a query has more than 256 characters, outside its texts and comments. The
 * validation would compare an unknown name of megabytes with every name of the schema.
 */
export const hasLongName = (query: string): boolean => {
  if (!hasLongRun(query)) return false;
  let length = 0;
  for (let index = 0; index < query.length; index += 1) {
    const code = query.charCodeAt(index);
    if (isNameCharacter(code)) {
      length += 1;
      if (length > MAX_NAME_CHARACTERS) return true;
      continue;
    }
    length = 0;
    if (code === QUOTE) index = findTextEnd(query, index);
    else if (code === COMMENT)
      while (index < query.length && !isLineEnd(query.charCodeAt(index))) index += 1;
  }
  return false;
};
