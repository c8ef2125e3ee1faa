import { GraphQLScalarType, Kind, type ValueNode } from "graphql";
import { Failure } from "../core/errors.js";
import {
  DAY_OR_TIME_PATTERN,
  DAY_PATTERN,
  formatTime,
  parseDay,
  parseLowerBound,
  parseTime,
  parseUpperBound,
  TIME_PATTERN,
} from "./time.js";

/** A plus sign that wasn't percent-encoded in a query is a space. */
const LOST_PLUS = /T[\d:.]+ 00:?00$/;
const LOST_PLUS_HINT = "the + of +00:00 arrived as a space: encode it as %2B";

const createTimeConfig = <T>(
  name: string,
  parse: (text: string) => T | undefined,
  format: string,
  pattern: string,
) => {
  const read = (value: unknown, node?: ValueNode): T => {
    const time = typeof value === "string" ? parse(value) : undefined;
    if (time === undefined) {
      const hint = LOST_PLUS.test(String(value)) ? `; ${LOST_PLUS_HINT}` : "";
      throw new Failure("INVALID_FIELD", `must be ${format}${hint}`, undefined, node);
    }
    return time;
  };
  return {
    name,
    extensions: { keywords: { pattern } },
    parseValue: (value: unknown) => read(value),
    parseLiteral: (node: ValueNode) =>
      read(node.kind === Kind.STRING ? node.value : undefined, node),
  };
};

const TIME_DESCRIPTION =
  "a time in UTC such as 2026-01-31T09:30:00Z (Z or +00:00, no other offset)";
const DAY_OR_TIME_DESCRIPTION = `a day such as 2026-01-31 or ${TIME_DESCRIPTION}`;

/** A time. Resolvers use numbers: milliseconds since 1970. */
export const DateTime = new GraphQLScalarType<number, string>({
  ...createTimeConfig("DateTime", parseTime, TIME_DESCRIPTION, TIME_PATTERN),
  description:
    "ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.",
  serialize: (value) => formatTime(value as number),
});

export const DateFrom = new GraphQLScalarType<number>({
  ...createTimeConfig("DateFrom", parseLowerBound, DAY_OR_TIME_DESCRIPTION, DAY_OR_TIME_PATTERN),
  description: "A DateTime, or a day YYYY-MM-DD: its first instant in UTC.",
});

export const DateTo = new GraphQLScalarType<number>({
  ...createTimeConfig("DateTo", parseUpperBound, DAY_OR_TIME_DESCRIPTION, DAY_OR_TIME_PATTERN),
  description: "A DateTime, or a day YYYY-MM-DD: its last instant in UTC (inclusive).",
});

/** A day of any time zone. Resolvers use text: YYYY-MM-DD. */
export const Day = new GraphQLScalarType<string, string>({
  ...createTimeConfig(
    "Day",
    (text) => (parseDay(text) === undefined ? undefined : text),
    "a day such as 2026-01-31",
    DAY_PATTERN,
  ),
  description: "A day, YYYY-MM-DD.",
  serialize: (value) => value as string,
});

/** graphql's own scalar functions accept any value. */
export const JsonScalar = new GraphQLScalarType({ name: "JSON", description: "Any JSON value." });
