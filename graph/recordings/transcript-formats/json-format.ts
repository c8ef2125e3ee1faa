import type { ParsedUtterance } from "./format.js";
import type { JsonReader } from "./json-reader.js";

/** A JSON format: the result of a speech service. */
export interface JsonFormat {
  matches: (transcript: JsonReader) => boolean;
  /** @throws INVALID_FIELD with the path of the value */
  parse: (transcript: JsonReader) => ParsedUtterance[];
}
