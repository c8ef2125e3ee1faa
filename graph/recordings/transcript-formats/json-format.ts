import type { NoticeList } from "../notice-list.js";
import type { ParsedUtterance } from "./format.js";
import type { JsonReader } from "./json-reader.js";

/** A JSON format: the result of a speech service. */
export interface JsonFormat {
  matches: (transcript: JsonReader) => boolean;
  /** Adds what it leaves out or repairs to the notices. @throws INVALID_FIELD with the path of the value */
  parse: (transcript: JsonReader, notices: NoticeList) => ParsedUtterance[];
}
