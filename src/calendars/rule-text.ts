import { parseWallTime } from "./wall-time.js";

const NUMBERS = /^-?\d{1,4}(,-?\d{1,4})*$/;
const DAYS = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU))*$/;

/** The parts of a rule, with their forms. */
const PARTS: Record<string, (value: string) => boolean> = {
  FREQ: (value) => /^(YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY|SECONDLY)$/.test(value),
  INTERVAL: (value) => /^\d{1,6}$/.test(value),
  COUNT: (value) => /^\d{1,9}$/.test(value),
  UNTIL: (value) => parseWallTime(value) !== undefined,
  WKST: (value) => /^(MO|TU|WE|TH|FR|SA|SU)$/.test(value),
  BYDAY: (value) => DAYS.test(value),
  RSCALE: (value) => value === "GREGORIAN",
  SKIP: (value) => value === "OMIT",
};

const isValidPart = (name: string, value: string): boolean =>
  PARTS[name]?.(value) ??
  (/^BY(MONTH|MONTHDAY|YEARDAY|WEEKNO|HOUR|MINUTE|SECOND|SETPOS)$/.test(name) &&
    NUMBERS.test(value));

/** A space between two values stands for a comma, any other space for nothing. */
const cleanList = (value: string): string =>
  value
    .replaceAll(/([A-Z0-9])\s+(?=[A-Z0-9+-])/g, "$1,")
    .replaceAll(/\s+/g, "")
    .replaceAll(/,{2,}/g, ",")
    .replaceAll(/^,|,$/g, "");

const cleanPart = (name: string, value: string): string => {
  if (name.startsWith("BY")) return cleanList(value);
  const compact = value.replaceAll(/\s+/g, "");
  return name === "INTERVAL" && /^0+$/.test(compact) ? "1" : compact;
};

/** A rule in the form of RFC 5545, and what had to be changed for it. */
export interface RuleText {
  rule: string;
  repairs: string[];
}

/**
 * Normalizes a rule: spaces, stray semicolons and commas, empty and private parts, a BYDAY with numbers in a weekly
 * rule, COUNT beside UNTIL. Each other unknown part makes it invalid, because a rule without it means other days.
 * @throws Error that names the part
 */
export const normalizeRule = (text: string): RuleText => {
  const upper = text.trim().toUpperCase();
  const repairs = new Set<string>();
  const parts = new Map<string, string>();
  for (const part of upper.replace(/^RRULE\s*:/, "").split(";")) {
    const [name = "", value = ""] = part.split("=", 2).map((one) => one.trim());
    if (name === "" && value === "") continue;
    const clean = cleanPart(name, value);
    if (name.startsWith("X-") || clean === "") repairs.add("a part of RRULE was ignored");
    else if (!isValidPart(name, clean))
      throw new Error(`${/^[A-Z-]{1,20}$/.test(name) ? name : "a part"} of RRULE is invalid`);
    else if (!parts.has(name)) parts.set(name, clean);
    else if (parts.get(name) !== clean) throw new Error(`RRULE has two ${name}`);
  }
  if (!parts.has("FREQ")) throw new Error("RRULE has no FREQ");
  const days = parts.get("BYDAY");
  if (days !== undefined && /\d/.test(days) && /^(WEEKLY|DAILY)$/.test(parts.get("FREQ")!)) {
    parts.set("BYDAY", days.replaceAll(/[+-]?\d+/g, ""));
    repairs.add("RRULE numbers the days of a week");
  }
  if (parts.has("COUNT") && parts.has("UNTIL")) repairs.add("RRULE has COUNT and UNTIL");
  parts.delete("RSCALE");
  parts.delete("SKIP");
  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(";");
  const isIrregular = /\s|;;|^;|;$|INTERVAL=0+(;|$)|,,|^RRULE/.test(upper);
  if (isIrregular && repairs.size === 0) repairs.add("RRULE isn't written as RFC 5545 defines");
  return { rule, repairs: [...repairs] };
};
