import { Failure, invalidField, missingField } from "../core/errors.js";
import { URL_TEXT, validateText } from "../core/limits.js";

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How many names of what was not read are told, and how long each may be. */
const MAX_NAMES = 50;
const MAX_NAME_CHARACTERS = 100;

/** Those of the names that are told. */
export const truncateNames = (names: readonly string[]): string[] =>
  names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARACTERS));

/** Milliseconds since 1970 of the year 10000, which no time of ours has. */
const YEAR_10000_MS = 253_402_300_800_000;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;
const RFC_2822 = /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d ([+-]\d{4}|GMT)$/;

/**
 * What a phone system has sent, read by the names that it has there: `data.user.email`. What is null or an
 * empty text is not there. Remembers what was read, so that it can be told what was not.
 * @throws INVALID_FIELD and MISSING_REQUIRED_FIELD under those names
 */
export class Payload {
  readonly #read = new Set<string>();

  constructor(private readonly values: Values) {}

  #at(path: string): unknown {
    this.#read.add(path);
    let value: unknown = this.values;
    for (const part of path.split("."))
      value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
    return value === "" ? undefined : (value ?? undefined);
  }

  /** As it came, null and all. */
  raw(name: string): unknown {
    this.#read.add(name);
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }

  has(path: string): boolean {
    return this.#at(path) !== undefined;
  }

  text(path: string): string | undefined {
    const value = this.#at(path);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw invalidField(path, "must be a string");
    // URLs may be longer than names, which are looked at once more as what they mean.
    validateText(value, () => path, URL_TEXT);
    return value;
  }

  /** An id, which some send as a number. */
  id(path: string): string | undefined {
    const value = this.#at(path);
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
    if (value !== undefined && typeof value !== "string")
      throw invalidField(path, "must be an id: a string or a whole number");
    return this.text(path);
  }

  /** A number that is not negative, which some send as text. */
  number(path: string): number | undefined {
    const value = this.#at(path);
    if (value === undefined) return undefined;
    const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number) || number < 0)
      throw invalidField(path, "must be a number that is not negative");
    return number;
  }

  flag(path: string): boolean | undefined {
    const value = this.#at(path);
    if (value !== undefined && typeof value !== "boolean")
      throw invalidField(path, "must be true or false");
    return value;
  }

  /** A time that is a number of units of so many milliseconds, since 1970, as DateTime has it. */
  unix(path: string, unitMs: number): string | undefined {
    const number = this.number(path);
    return number === undefined ? undefined : this.#time(path, number * unitMs);
  }

  /** A time that is written out, with its offset, as DateTime has it. */
  time(path: string): string | undefined {
    const text = this.text(path);
    if (text === undefined) return undefined;
    return this.#time(path, ISO.test(text) || RFC_2822.test(text) ? Date.parse(text) : NaN);
  }

  #time(path: string, ms: number): string {
    if (!(ms >= 0 && ms < YEAR_10000_MS)) throw invalidField(path, "must be a time");
    return new Date(Math.round(ms)).toISOString();
  }

  /** The objects of a list, which counts as read as a whole. */
  list(path: string): Payload[] {
    const value = this.#at(path) ?? [];
    if (!Array.isArray(value)) throw invalidField(path, "must be a list");
    return value.map((item, index) => {
      if (!isObject(item)) throw invalidField(`${path}.${index}`, "must be an object");
      return new Payload(item);
    });
  }

  /** The same, where each has to be there. @throws what is wrong with one of them, under its name in the list */
  each<T>(path: string, read: (item: Payload) => T): T[] {
    return this.list(path).map((item, index) => {
      try {
        return read(item);
      } catch (error) {
        const { field } = error as Failure;
        throw error instanceof Failure && field !== undefined
          ? error.withField(`${path}.${index}.${field}`)
          : error;
      }
    });
  }

  /** What is there. @throws MISSING_REQUIRED_FIELD */
  required<T>(path: string, value: T | undefined): T {
    if (value === undefined) throw missingField(path);
    return value;
  }

  /** The names of what has a value and was not read: those of the leaves, some of them where there are many. */
  listIgnoredFields(): string[] {
    const names: string[] = [];
    const collect = (value: unknown, path: string): void => {
      if (names.length === MAX_NAMES || this.#read.has(path)) return;
      if (value === null || value === "" || value === undefined) return;
      if (isObject(value))
        for (const [name, inner] of Object.entries(value))
          collect(inner, path === "" ? name : `${path}.${name}`);
      else if (!Array.isArray(value) || value.length > 0)
        names.push(path.slice(0, MAX_NAME_CHARACTERS));
    };
    collect(this.values, "");
    return names;
  }
}
