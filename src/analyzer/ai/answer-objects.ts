/** The most places at which an object is looked for. */
const MAX_ATTEMPTS = 500;

const JSON_START = /^\{\s*"/;
const START_CHARACTERS = 100;

/** A JSON object in a text. */
export interface FoundObject {
  value: object;
  /** The index after its last brace. */
  end: number;
}

/** Returns the index after the brace that closes the one at `start`; undefined if none does. */
const findEnd = (text: string, start: number): number | undefined => {
  const parts = /["{}]/g;
  parts.lastIndex = start;
  const stringEnd = /(?<!\\)(?:\\\\)*"/g;
  let depth = 0;
  for (let found = parts.exec(text); found; found = parts.exec(text)) {
    if (found[0] === '"') {
      stringEnd.lastIndex = parts.lastIndex;
      if (!stringEnd.exec(text)) return undefined;
      parts.lastIndex = stringEnd.lastIndex;
    } else depth += found[0] === "{" ? 1 : -1;
    if (depth === 0) return parts.lastIndex;
  }
  return undefined;
};

const parseObject = (text: string): object | undefined => {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
};

/**
 * Lists the JSON objects in a model's answer, in their order. Reasoning, code fences and sentences around them may have
 * braces, too.
 */
export const listJsonObjects = (text: string): FoundObject[] => {
  const found: FoundObject[] = [];
  let start = text.indexOf("{");
  for (let attempt = 0; start !== -1 && attempt < MAX_ATTEMPTS; attempt += 1) {
    const end = findEnd(text, start);
    const value = end === undefined ? undefined : parseObject(text.slice(start, end));
    if (value) found.push({ value, end: end! });
    // What follows is inside of an object that is cut off.
    if (end === undefined && JSON_START.test(text.slice(start, start + START_CHARACTERS))) break;
    start = text.indexOf("{", value ? end : start + 1);
  }
  return found;
};
