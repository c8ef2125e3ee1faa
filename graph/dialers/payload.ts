import { Failure, invalidField, missingField } from "../core/errors.js";
import { URL_TEXT, validateText } from "../arguments/limits.js";

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Limits of a list of ignored fields: names, and characters of each. */
const MAX_NAMES = 50;
const MAX_NAME_CHARACTERS = 100;

/** Shortens a list of field names to these limits. */
export const truncateNames = (names: readonly string[]): string[] =>
  names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARACTERS));

/** The start of the year 10000 in milliseconds since 1970. debrief's times have years of four digits. */
const YEAR_10000_MS = 253_402_300_800_000;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;
const RFC_2822 = /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d ([+-]\d{4}|GMT)$/;

/**
 * A dialer's payload, whose values are read by the dialer's paths, such as `data.user.email`. Null and empty text count
 * as absent. Remembers the paths that were read, to list the fields that debrief ignored.
 * @throws INVALID_FIELD and MISSING_REQUIRED_FIELD with the dialer's path as the field
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

  /** Returns a field's value as it was sent; null and empty text too. */
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
    // The longest limit, because any text may be a URL. The call's own checks apply the shorter limits.
    validateText(value, () => path, URL_TEXT);
    return value;
  }

  /** Reads an id. Some dialers send it as a number. */
  id(path: string): string | undefined {
    const value = this.#at(path);
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
    if (value !== undefined && typeof value !== "string")
      throw invalidField(path, "must be an id: a string or a whole number");
    return this.text(path);
  }

  /** Reads a number of at least 0. Some dialers send it as text. */
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

  /**
   * Reads a time that is a number since 1970, in units of `unitMs`; 0 counts as absent. Returns it in the format of
   * DateTime.
   */
  unix(path: string, unitMs: number): string | undefined {
    const number = this.number(path);
    return number === undefined ? undefined : this.#time(path, number * unitMs);
  }

  /**
   * Reads a time in ISO 8601 or RFC 2822, with its offset; the start of 1970 counts as absent. Returns it in the format
   * of DateTime.
   */
  time(path: string): string | undefined {
    const text = this.text(path);
    if (text === undefined) return undefined;
    return this.#time(path, ISO.test(text) || RFC_2822.test(text) ? Date.parse(text) : NaN);
  }

  #time(path: string, ms: number): string | undefined {
    // Phone systems write the start of 1970 for a time that they don't have.
    if (ms === 0) return undefined;
    if (!(ms >= 0 && ms < YEAR_10000_MS)) throw invalidField(path, "must be a time");
    return new Date(Math.round(ms)).toISOString();
  }

  /** Reads a list of objects. All their fields count as read. */
  list(path: string): Payload[] {
    const value = this.#at(path) ?? [];
    if (!Array.isArray(value)) throw invalidField(path, "must be a list");
    return value.map((item, index) => {
      if (!isObject(item)) throw invalidField(`${path}.${index}`, "must be an object");
      return new Payload(item);
    });
  }

  /** Reads each object of a list. @throws `read`'s error with the path in the list, such as `calls.0.id` */
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

  /** Returns the value unless it is absent. @throws MISSING_REQUIRED_FIELD */
  required<T>(path: string, value: T | undefined): T {
    if (value === undefined) throw missingField(path);
    return value;
  }

  /** Lists the paths of values that were not read, at most MAX_NAMES. */
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
