import { invalidField } from "../../core/errors.js";
import { TRANSCRIPT_FIELD } from "./format.js";

const SECOND = 1000;
const CLOCK = /^(-?)(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,9})?)$/;
/** Some services write a unit after the number. */
const NUMBER = /^(-?\d{1,15}(?:\.\d{1,15})?)(s?)$/;

/** Parses a time written as text: a number, or hours, minutes and seconds. Returns milliseconds. */
const parseTimeText = (text: string, unit: number): number | null => {
  const plain = text.trim().replace(",", ".");
  const [, sign, hours = "0", minutes, seconds] = CLOCK.exec(plain) ?? [];
  if (minutes !== undefined)
    return (
      ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) *
      (sign === "-" ? -SECOND : SECOND)
    );
  const [, number, suffix] = NUMBER.exec(plain) ?? [];
  return number === undefined ? null : Number(number) * (suffix === "s" ? SECOND : unit);
};

/** A value in foreign JSON, with its path. Values that can't be read are as if they were absent. */
export class JsonReader {
  constructor(
    readonly value: unknown,
    private readonly parent?: JsonReader,
    private readonly key: string | number = TRANSCRIPT_FIELD,
  ) {}

  get path(): string {
    return this.parent ? `${this.parent.path}.${this.key}` : String(this.key);
  }

  /** @throws INVALID_FIELD with the path */
  reject(reason: string): never {
    throw invalidField(this.path, reason);
  }

  /** Returns a field of an object; its value is undefined if the field is absent. */
  field(name: string): JsonReader {
    const { value } = this;
    const has = typeof value === "object" && value !== null && Object.hasOwn(value, name);
    return new JsonReader(has ? (value as Record<string, unknown>)[name] : undefined, this, name);
  }

  get isPresent(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  /** Returns whether the value is a list with items. */
  get hasItems(): boolean {
    return Array.isArray(this.value) && this.value.length > 0;
  }

  /** Returns the items of a list; none for another value. */
  items(): JsonReader[] {
    if (!Array.isArray(this.value)) return [];
    return this.value.map((item, index) => new JsonReader(item, this, index));
  }

  /** Returns the trimmed text; a number as text; undefined for another value. */
  text(): string | undefined {
    if (typeof this.value === "number") return String(this.value);
    return typeof this.value === "string" ? this.value.trim() : undefined;
  }

  /** Returns the number of a channel, which some services write as text; undefined for another value. */
  channel(): number | undefined {
    const text = String(this.value);
    return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  }

  /** Returns a time in integer milliseconds; null for a value without one. `unit`: a number's, in milliseconds. */
  time(unit: number): number | null {
    const { value } = this;
    const ms = typeof value === "string" ? parseTimeText(value, unit) : value;
    if (typeof ms !== "number" || !Number.isFinite(ms)) return null;
    return Math.round(typeof value === "string" ? ms : ms * unit);
  }
}
