import { isFraction, type SumDeclaration, type SumName, sumNames, sums } from "./sums.js";

/**
 * The sums of a set of recordings. All parts are integers, so the order doesn't matter, and subtracting a
 * recording leaves no remainder.
 *
 * A tally is an array: first the places of the declared sums, then, at `SUM_PLACES + key`, the counts of names
 * (tags and questions). It has holes where nothing was counted. Its text has the places, then pairs of key and
 * count, separated by commas; a zero is empty.
 */
export type Tally = number[];

const FRACTION_PLACES = 3;

/** Where each sum starts in a tally. */
const firstPlaces = new Map<SumName, number>();
let places = 0;
for (const name of sumNames) {
  firstPlaces.set(name, places);
  places += isFraction(name) ? FRACTION_PLACES : 1;
}
const SUM_PLACES = places;

/** 30 bits. Two parts of 30 bits hold a fraction down to 2^-60. */
const PART_BASE = 2 ** 30;

/** Describes the places of the sums: the names in order, each with its places and revision if above 1. */
export const describeTallyFormat = (): string =>
  sumNames
    .map((name) => {
      const { revision = 1 }: SumDeclaration = sums[name];
      const suffix = revision > 1 ? `@${revision}` : "";
      return `${name}${isFraction(name) ? `*${FRACTION_PLACES}` : ""}${suffix}`;
    })
    .join(" ");

export const createTally = (): Tally => Array.from({ length: SUM_PLACES }, () => 0);

/** Splits a number into its whole part and two parts behind the decimal point. Truncates below 2^-60. */
const splitFraction = (value: number): [number, number, number] => {
  const whole = Math.floor(value);
  const fraction = (value - whole) * PART_BASE;
  const high = Math.floor(fraction);
  return [whole, high, Math.floor((fraction - high) * PART_BASE)];
};

/** Returns a sum of the tally as a number. */
export const sumOf = (tally: Tally, name: SumName): number => {
  const place = firstPlaces.get(name)!;
  return isFraction(name)
    ? tally[place]! + tally[place + 1]! / PART_BASE + tally[place + 2]! / (PART_BASE * PART_BASE)
    : tally[place]!;
};

/** Builds the tally of one recording. `names`: the counts by key. */
export const buildTally = (
  parts: Record<SumName, number>,
  names: Iterable<[key: number, count: number]>,
): Tally => {
  const tally = sumNames.flatMap((name) =>
    isFraction(name) ? splitFraction(parts[name]) : parts[name],
  );
  for (const [key, count] of names)
    tally[SUM_PLACES + key] = (tally[SUM_PLACES + key] ?? 0) + count;
  return tally;
};

// Numbers of names only grow, so an organization with few names may have high numbers.
const MAX_DENSE_LENGTH = 2_000;

/** Calls `each` for every place except holes. */
const visitCounts = (tally: Tally, each: (count: number, place: number) => void): void => {
  // forEach skips holes too, but visits every index.
  if (tally.length < MAX_DENSE_LENGTH) tally.forEach(each);
  else for (const place of Object.keys(tally)) each(tally[Number(place)]!, Number(place));
};

/** Lists the keys of a tally with their counts, without zeros. */
export const listNameCounts = (tally: Tally): [key: number, count: number][] => {
  const names: [number, number][] = [];
  visitCounts(tally, (count, place) => {
    if (place >= SUM_PLACES && count !== 0) names.push([place - SUM_PLACES, count]);
  });
  return names;
};

/** Adds the other tally, or subtracts it with -1. */
export const addTally = (to: Tally, other: Tally, sign: 1 | -1 = 1): void => {
  visitCounts(other, (count, place) => {
    to[place] = (to[place] ?? 0) + sign * count;
  });
};

export const isEmptyTally = (tally: Tally): boolean => {
  let isEmpty = true;
  visitCounts(tally, (count) => {
    if (count !== 0) isEmpty = false;
  });
  return isEmpty;
};

const COMMA = 44;
const MINUS = 45;
const ZERO = 48;

/** Adds a tally in its text form. A report reads thousands, so this allocates no objects. */
export const addTallyText = (to: Tally, text: string, sign: 1 | -1 = 1): void => {
  let field = 0;
  let key = -1;
  let number = 0;
  let factor: number = sign;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : COMMA;
    if (code === MINUS) factor = -factor;
    else if (code !== COMMA) number = number * 10 + code - ZERO;
    else {
      if (field < SUM_PLACES) to[field]! += factor * number;
      else if (key < 0) key = number;
      else {
        to[SUM_PLACES + key] = (to[SUM_PLACES + key] ?? 0) + factor * number;
        key = -1;
      }
      field += 1;
      number = 0;
      factor = sign;
    }
  }
};

/** Returns the keys of a tally in its text form, in ascending order. */
export const parseTallyKeys = (text: string): number[] => {
  const keys: number[] = [];
  let field = 0;
  let number = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA) {
      if (field >= SUM_PLACES && (field - SUM_PLACES) % 2 === 0) keys.push(number);
      field += 1;
      number = 0;
    } else number = number * 10 + code - ZERO;
  }
  return keys;
};

export const formatTally = (tally: Tally): string => {
  const numbers = tally.slice(0, SUM_PLACES);
  for (const [key, count] of listNameCounts(tally)) numbers.push(key, count);
  return numbers.map((number) => (number === 0 ? "" : number)).join(",");
};
