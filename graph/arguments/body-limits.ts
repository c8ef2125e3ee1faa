import { Failure, invalidField } from "../core/errors.js";
import { listUndecodable } from "./list-undecodable.js";

/**
 * The limits of a JSON body. A transcript of 50,000 utterances has 300,000 values and 5 different names; the names
 * cost most, because each one is a new string and often a new shape of an object.
 */
/** More than the 64 levels of a JSON field, which has its own error message. */
const MAX_DEPTH = 100;
const MAX_VALUES = 500_000;
const MAX_NAMES = 20_000;
const MAX_NAME_CHARACTERS = 16 * 1024;
/** A shorter body cannot have too many names. */
const MIN_CHARACTERS_OF_NAMES = MAX_NAMES * 4;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const refuse = (limit: string): never => {
  throw new Failure("INVALID_JSON", `The body has more than ${limit}`);
};

/** Returns the index of the quote that ends the string; the text's length if none does. */
const findStringEnd = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
};

/**
 * Checks the size of JSON before it is parsed: parsing 10 MB of different names blocks the server for seconds.
 * @throws INVALID_JSON above a limit; text that isn't JSON may pass
 */
export const checkJsonLimits = (text: string): void => {
  const names = text.length < MIN_CHARACTERS_OF_NAMES ? undefined : new Set<string>();
  // One bit per open container: whether it is an object.
  const isObject: boolean[] = [];
  let depth = 0;
  let values = 1;
  let isName = false;
  for (let index = 0; index < text.length; index += 1)
    switch (text.charCodeAt(index)) {
      case QUOTE: {
        const end = findStringEnd(text, index + 1);
        if (isName) {
          if (end - index > MAX_NAME_CHARACTERS)
            refuse(`${MAX_NAME_CHARACTERS} characters in a field name`);
          if (names?.add(text.slice(index + 1, end)) && names.size > MAX_NAMES)
            refuse(`${MAX_NAMES} different field names`);
          isName = false;
        }
        index = end;
        break;
      }
      case COMMA:
        values += 1;
        isName = isObject[depth] === true;
        if (values > MAX_VALUES) refuse(`${MAX_VALUES} values`);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        isName = isObject[depth] = text.charCodeAt(index) === OPEN_OBJECT;
        if (depth > MAX_DEPTH) refuse(`${MAX_DEPTH} levels`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      default:
    }
};

/**
 * Parses JSON within the limits of a body.
 * @throws SyntaxError; INVALID_JSON above a limit
 */
export const parseLimitedJson = (
  text: string,
  reviver?: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
): unknown => {
  checkJsonLimits(text);
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
};

const STRAY_PERCENT = /%(?![\da-f]{2})/gi;

/** Parses the fields of a form. @throws INVALID_JSON if it has too many; INVALID_FIELD for one that isn't UTF-8 */
export const parseLimitedForm = (text: string): Record<string, string> => {
  let fields = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) fields += 1;
  if (fields > MAX_NAMES) refuse(`${MAX_NAMES} fields`);
  // Some phone systems don't encode a percent sign.
  const [undecodable] = listUndecodable(text.replaceAll(STRAY_PERCENT, "%25"));
  if (undecodable !== undefined) throw invalidField(undecodable, "must be UTF-8");
  return Object.fromEntries(new URLSearchParams(text));
};
