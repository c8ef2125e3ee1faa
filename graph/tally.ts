/**
 * What a set of recordings adds up to. All parts are integers, so sums do not depend on the order, and a
 * recording that is taken away again leaves nothing behind.
 *
 * A tally is an array: first the sums by their places below, then, at `SUMS + key`, the counts of what has a
 * name. It has holes where nothing was counted. As text it is the sums, then pairs of key and count, with
 * commas between and nothing for a zero.
 */
export type Tally = number[];

const counts = [
  "recordings",
  "closed",
  "withProcess",
  "withCoaching",
  "withActions",
  "actionItems",
  "reviewed",
  "reviews",
  "reviewMs",
  "duration",
  "talkTime",
  "conversationSwitches",
  "questionsAsked",
] as const;

/** Those that are fractions of each recording's own. Each takes three places. */
const fractions = [
  "talkRatio",
  "waitedToTalkAvg",
  "talkSpeed",
  "switchesPerMinute",
  "processScore",
] as const;

export type Sum = (typeof counts)[number] | (typeof fractions)[number];

const PARTS = 3;
const SUMS = counts.length + fractions.length * PARTS;
/** 30 bits: two parts of them hold what a double of this size has behind the point. */
const PART = 2 ** 30;

export const emptyTally = (): Tally => Array.from({ length: SUMS }, () => 0);

/** The whole number and two parts behind the point; what is below 2^-60 is cut off. */
const split = (value: number): [number, number, number] => {
  const whole = Math.floor(value);
  const rest = (value - whole) * PART;
  const middle = Math.floor(rest);
  return [whole, middle, Math.floor((rest - middle) * PART)];
};

/** A tally's sum as a number. */
export const sumOf = (tally: Tally, sum: Sum): number => {
  const place = counts.indexOf(sum as (typeof counts)[number]);
  if (place >= 0) return tally[place]!;
  const first = counts.length + fractions.indexOf(sum as (typeof fractions)[number]) * PARTS;
  return tally[first]! + tally[first + 1]! / PART + tally[first + 2]! / (PART * PART);
};

/** The tally of one recording. `names`: what was counted for which key. */
export const tallyOf = (sums: Record<Sum, number>, names: Iterable<[number, number]>): Tally => {
  const tally = [
    ...counts.map((sum) => sums[sum]),
    ...fractions.flatMap((sum) => split(sums[sum])),
  ];
  for (const [key, count] of names) tally[SUMS + key] = (tally[SUMS + key] ?? 0) + count;
  return tally;
};

// Numbers grow with every name there ever was: an organization with few names may have high numbers.
const MOST_DENSE = 2_000;

/** Calls for all places but the holes. */
const visit = (tally: Tally, each: (count: number, place: number) => void): void => {
  // forEach passes over holes too, but looks at every one.
  if (tally.length < MOST_DENSE) tally.forEach(each);
  else for (const place of Object.keys(tally)) each(tally[Number(place)]!, Number(place));
};

/** The keys of a tally, with their counts, but for zeros. */
export const namesOf = (tally: Tally): [key: number, count: number][] => {
  const names: [number, number][] = [];
  visit(tally, (count, place) => {
    if (place >= SUMS && count !== 0) names.push([place - SUMS, count]);
  });
  return names;
};

/** Adds the other tally, or with -1 takes it away. */
export const addTally = (to: Tally, other: Tally, sign: 1 | -1 = 1): void => {
  visit(other, (count, place) => {
    to[place] = (to[place] ?? 0) + sign * count;
  });
};

export const isEmpty = (tally: Tally): boolean => {
  let empty = true;
  visit(tally, (count) => {
    if (count !== 0) empty = false;
  });
  return empty;
};

const COMMA = 44;
const MINUS = 45;
const ZERO = 48;

/** Adds a tally that is text. Statistics read thousands of these, so it makes no objects on the way. */
export const addText = (to: Tally, text: string, sign: 1 | -1 = 1): void => {
  let field = 0;
  let key = -1;
  let number = 0;
  let factor: number = sign;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : COMMA;
    if (code === MINUS) factor = -factor;
    else if (code !== COMMA) number = number * 10 + code - ZERO;
    else {
      if (field < SUMS) to[field]! += factor * number;
      else if (key < 0) key = number;
      else {
        to[SUMS + key] = (to[SUMS + key] ?? 0) + factor * number;
        key = -1;
      }
      field += 1;
      number = 0;
      factor = sign;
    }
  }
};

/** The keys of a tally that is text, in ascending order. */
export const keysIn = (text: string): number[] => {
  const keys: number[] = [];
  let field = 0;
  let number = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA) {
      if (field >= SUMS && (field - SUMS) % 2 === 0) keys.push(number);
      field += 1;
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  return keys;
};

export const tallyText = (tally: Tally): string => {
  const numbers = tally.slice(0, SUMS);
  for (const [key, count] of namesOf(tally)) numbers.push(key, count);
  return numbers.map((number) => (number === 0 ? "" : number)).join(",");
};
