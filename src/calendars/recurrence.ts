import { RRuleTemporal } from "rrule-temporal";
import { formatDate, formatWallTime, parseWallTime, type WallTime } from "./wall-time.js";
import { normalizeRule } from "./rule-text.js";
import type { Zone } from "./zones.js";

/** A range of times, both inclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

const END_OF_DAY_MS = 86_399_000;

interface RuleStart {
  wall: WallTime;
  isDate: boolean;
  /** The zone for interpreting UNTIL. */
  zone: Zone;
  /** Whether the start counts even if the rule doesn't have it; default: true. */
  isIncluded?: boolean;
}

/** Returns UNTIL as a wall time of the start's zone: rules are expanded without a zone. */
const toWallUntil = (text: string, { isDate, zone }: RuleStart): string => {
  const until = parseWallTime(text);
  if (!until) throw new Error("UNTIL isn't a time");
  if (isDate) return `${formatDate(until.wall)}T000000Z`;
  // Some programs write a day, which is inclusive.
  if (until.isDate) return formatWallTime(until.wall + END_OF_DAY_MS);
  return formatWallTime(until.isUtc ? zone.toWall(until.wall) : until.wall);
};

const UNTIL = /(?<=^|;)UNTIL=([^;]*)/;

/** Returns whether the rule ends before the start, which counts all the same. */
const endsBeforeStart = (rule: string, start: RuleStart): boolean => {
  const until = UNTIL.exec(rule)?.[1];
  return until !== undefined && toWallUntil(until, start) < formatWallTime(start.wall);
};

const expand = (rule: string, start: RuleStart, { from, to }: TimeRange): WallTime[] => {
  const normalized = rule.replace(UNTIL, (_, text: string) => `UNTIL=${toWallUntil(text, start)}`);
  const rruleString = `DTSTART:${formatWallTime(start.wall)}\nRRULE:${normalized}`;
  const expanded = new RRuleTemporal({
    rruleString,
    includeDtstart: start.isIncluded ?? true,
    cache: false,
  });
  return expanded
    .between(new Date(from), new Date(to), true)
    .map(({ epochMilliseconds }) => epochMilliseconds);
};

/** The times of a rule, and what had to be changed in its text. */
export interface ExpandedRule {
  walls: WallTime[];
  repairs: string[];
}

/**
 * Lists the wall times of a rule that are in the range, and the start if it is in the range. @throws Error for an
 * invalid rule, or one with more than 10,000 steps
 */
export const expandRule = (text: string, start: RuleStart, range: TimeRange): ExpandedRule => {
  const { rule, repairs } = normalizeRule(text);
  try {
    if (endsBeforeStart(rule, start))
      repairs.push("UNTIL of RRULE is before DTSTART: the rule was ignored");
    return { walls: expand(rule, start, range), repairs };
  } catch (cause) {
    throw new Error("RRULE is invalid or has too many steps", { cause });
  }
};
