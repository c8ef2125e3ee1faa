/** The longest name of a variable that ends a value. */
const NAME = '"[^"]{1,256}"\\s*:\\s*["{[\\dtfn-]';
/** What follows the quote that ends a string. Anything else is a quote inside it. */
const ENDS = {
  name: /\s*:/y,
  object: new RegExp(`\\s*(?:,\\s*${NAME}|\\}\\s*(?:[,}\\]]|$))`, "y"),
  list: /\s*(?:,\s*["{[\dtfn-]|\]\s*[,}\]])/y,
};

const isEnd = (end: RegExp, text: string, at: number): boolean => {
  end.lastIndex = at;
  return end.test(text);
};

/** Returns a string's content as JSON. Content that can't be JSON is taken as it is. */
const quote = (content: string): string => {
  const text = `"${content}"`;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(content);
  }
};

/**
 * Escapes quotes inside the strings of JSON. FreeSWITCH up to September 2026 leaves a value's own `%22` as it is when it
 * encodes the body, so that decoding the body also decodes the value. Returns undefined if a name repeats in an object:
 * a caller's name could otherwise pass for another variable.
 */
export const repairQuotes = (text: string): string | undefined => {
  const parts: string[] = [];
  const containers: (Set<string> | undefined)[] = [];
  let isName = false;
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{" || character === "[") {
      isName = character === "{";
      containers.push(isName ? new Set() : undefined);
    } else if (character === "}" || character === "]") containers.pop();
    else if (character === ",") isName = containers.at(-1) !== undefined;
    if (character !== '"') continue;
    const names = containers.at(-1);
    const end = isName ? ENDS.name : names ? ENDS.object : ENDS.list;
    let close = text.indexOf('"', at + 1);
    while (close !== -1 && (text[close - 1] === "\\" || !isEnd(end, text, close + 1)))
      close = text.indexOf('"', close + 1);
    if (close === -1) return undefined;
    const content = text.slice(at + 1, close);
    if (isName && names?.has(content)) return undefined;
    if (isName) names?.add(content);
    parts.push(text.slice(copied, at), quote(content));
    isName = false;
    copied = close + 1;
    at = close;
  }
  return parts.join("") + text.slice(copied);
};
