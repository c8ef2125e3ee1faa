import { invalidField } from "../../core/errors.js";
import { TRANSCRIPT_FIELD } from "./format.js";

const MAX_TIME_MS = 2 ** 31 - 1;

/** A value in foreign JSON, with its path for errors. */
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

  /** @throws INVALID_FIELD unless the value is a list */
  items(): JsonReader[] {
    if (!Array.isArray(this.value)) return this.reject("must be a list");
    return this.value.map((item, index) => new JsonReader(item, this, index));
  }

  /** @throws INVALID_FIELD unless the value is a text */
  text(): string {
    return typeof this.value === "string" ? this.value.trim() : this.reject("must be a text");
  }

  /** Returns whether the value is a list with items. */
  get hasItems(): boolean {
    return Array.isArray(this.value) && this.value.length > 0;
  }

  /** Returns the number of a channel. AssemblyAI writes it as text. @throws INVALID_FIELD */
  channel(): number {
    const text = String(this.value);
    return /^\d{1,4}$/.test(text) ? Number(text) : this.reject("must be the number of a channel");
  }

  /** Returns a time in integer milliseconds. `unit`: the value's, in milliseconds. @throws INVALID_FIELD */
  time(unit: number): number {
    // Twilio writes numbers as text.
    const value = typeof this.value === "string" ? Number(this.value || Number.NaN) : this.value;
    if (typeof value !== "number" || !(value >= 0) || value * unit > MAX_TIME_MS)
      return this.reject("must be a time from the start of the recording");
    return Math.round(value * unit);
  }
}
