import { readLongInteger } from "../core/exact-json.js";
import type { SpokenLine } from "./find-card-numbers.js";
import type { TextRedactor } from "./text-redactor.js";

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The smallest JSON number that can be a card number. */
const MIN_NUMBER = 1e12;

export const redactText = (redactor: TextRedactor, text: string): string =>
  redactor.redactLines([{ speaker: "", text }])[0]!;

/** Redacts a value of JSON. The name of its field counts as the words before it. */
const redactNamed = (redactor: TextRedactor, name: string, text: string): string => {
  const label = `${name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")}: `;
  const redacted = redactText(redactor, label + text);
  // A pattern may match across the label, or begin with `^`: so the text is also checked alone.
  const rest = redacted.startsWith(label) ? redacted.slice(label.length) : text;
  return redactText(redactor, rest);
};

/** A longer number isn't a time, and may be a card number. */
const CUE_TIME = String.raw`(?:\d{1,4}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`;
const CUE_TIMES = new RegExp(`^\\s*${CUE_TIME}\\s*-->\\s*${CUE_TIME}(?![\\d:.,])`, "u");

/** Redacts the spoken lines of a caption file; its times stay. */
const redactCues = (redactor: TextRedactor, text: string): string => {
  const lines = text.split("\n");
  const spoken: number[] = [];
  for (const [line, content] of lines.entries()) {
    const [times = ""] = CUE_TIMES.exec(content) ?? [];
    const isName = CUE_TIMES.test(lines[line + 1] ?? "");
    if (times === "" && !isName && content.trim() !== "") spoken.push(line);
    else lines[line] = times + redactText(redactor, content.slice(times.length));
  }
  const redacted = redactor.redactLines(
    spoken.map((line) => ({ speaker: "", text: lines[line]! })),
  );
  for (const [index, line] of spoken.entries()) lines[line] = redacted[index]!;
  return lines.join("\n");
};

/** Values that are neither redacted nor changed. */
type IsKept = (text: string) => boolean;

const parseNested = (text: string): unknown => {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Decodes `%20`, as phone systems write it; undefined for other texts. */
const decodePercents = (text: string): string | undefined => {
  if (!/%[\da-f]{2}/iu.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const redactString = (
  redactor: TextRedactor,
  text: string,
  name: string,
  isKept: IsKept,
): string => {
  if (isKept(text)) return text;
  if (text.includes("-->")) return redactCues(redactor, text);
  const decoded = decodePercents(text);
  if (decoded !== undefined) {
    const redactedText = redactNamed(redactor, name, decoded);
    if (redactedText !== decoded) return encodeURIComponent(redactedText);
  }
  const nested = parseNested(text);
  if (nested === undefined) return redactNamed(redactor, name, text);
  const redacted = JSON.stringify(redactJson(redactor, nested, name, isKept));
  if (redacted !== JSON.stringify(nested)) return redacted;
  // Only the text contains all digits of a long number, and both values if a name occurs twice.
  return redactNamed(redactor, name, text) === text ? text : redacted;
};

/** Redacts the texts under one name in a list of objects: a number may span them, as in a transcript. */
const redactColumns = (
  redactor: TextRedactor,
  items: readonly Values[],
  isKept: IsKept,
): Values[] => {
  const redacted = items.map((item) => ({ ...item }));
  const rowsByName = new Map<string, Values[]>();
  for (const row of redacted)
    for (const [name, text] of Object.entries(row)) {
      if (typeof text !== "string" || isKept(text)) continue;
      const rows = rowsByName.get(name);
      if (rows) rows.push(row);
      else rowsByName.set(name, [row]);
    }
  for (const [name, rows] of rowsByName) {
    if (rows.length < 2) continue;
    const texts = redactor.redactLines(
      rows.map((row): SpokenLine => ({
        speaker: JSON.stringify([row["speaker"], row["role"], row["channel"]]),
        text: String(row[name]),
      })),
    );
    for (const [index, row] of rows.entries()) row[name] = texts[index];
  }
  return redacted;
};

/** Redacts every text, name of a field and long number in a JSON value. */
export const redactJson = (
  redactor: TextRedactor,
  value: unknown,
  name = "",
  isKept: IsKept = () => false,
): unknown => {
  if (typeof value === "string") return redactString(redactor, value, name, isKept);
  if (typeof value === "number" && Math.abs(value) >= MIN_NUMBER && !isKept(String(value))) {
    const redacted = redactNamed(redactor, name, String(value));
    return redacted === String(value) ? value : redacted;
  }
  const digits = readLongInteger(value);
  if (digits !== undefined) {
    const redacted = isKept(digits) ? digits : redactNamed(redactor, name, digits);
    return redacted === digits ? value : redacted;
  }
  if (Array.isArray(value)) {
    const list =
      value.length > 1 && value.every(isObject) ? redactColumns(redactor, value, isKept) : value;
    return list.map((item) => redactJson(redactor, item, name, isKept));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      redactText(redactor, key),
      redactJson(redactor, item, key, isKept),
    ]),
  );
};

/** Fields that identify or address something: another value would break them. */
const IDENTIFIER =
  /(?:^|[a-z_])(?:ids?|emails?|urls?|phone|extension|numbers?|token|password|secret|key|cursor|after|source|expectedtext|speaker)$/iu;
/** Returns whether a field of this name keeps its value. */
export const isIdentifier = (name: string): boolean => IDENTIFIER.test(name);

/** Fields with free-form JSON. */
const FREE_JSON = new Set(["customFields", "metadata", "insights", "entity", "recording"]);

/** Redacts the texts of an operation's input, except ids, addresses and fields with their own redaction rule. */
export const redactInput = <T>(redactor: TextRedactor, input: T): T => {
  const redact = (value: unknown, name: string): unknown => {
    if (FREE_JSON.has(name)) return redactJson(redactor, value);
    if (isIdentifier(name)) return value;
    if (typeof value === "string") return redactText(redactor, value);
    if (Array.isArray(value)) return value.map((item) => redact(item, name));
    if (!isObject(value) || readLongInteger(value) !== undefined) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, key)]));
  };
  return redact(input, "") as T;
};
