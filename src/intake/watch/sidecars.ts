import { parse as parseCsv } from "csv-parse/sync";
import sax from "sax";
import { Failure, invalidField } from "../../../graph/core/errors.js";
import type { CdrValues } from "./cdr-facts.js";

/** Limits of a sidecar: the number of values, and the depth of JSON. */
const MAX_VALUES = 2_000;
const MAX_DEPTH = 16;

/** The columns of Asterisk's own CSV, which has no header. */
const ASTERISK_COLUMNS =
  "accountcode,src,dst,dcontext,clid,channel,dstchannel,lastapp,lastdata,start,answer,end,duration,billsec,disposition,amaflags,uniqueid,userfield".split(
    ",",
  );

/** The name of a sidecar in messages. */
export const SIDECAR = "the sidecar";

const unreadable = (reason: string): Failure => invalidField(SIDECAR, reason);

/** Collects values by lower-case name. The first value for a name counts. */
const createCollector = () => {
  const values = new Map<string, string>();
  const add = (name: string, value: string): void => {
    const key = name.toLowerCase();
    if (value === "" || values.has(key)) return;
    if (values.size === MAX_VALUES) throw unreadable(`has more than ${MAX_VALUES} values`);
    values.set(key, value);
  };
  return { values, add };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Fields of the upload form whose own names mean something else: a customer has a name, too, and an utterance a start. */
const OBJECT_FIELDS = new Set(["custom_fields", "customer", "transcript"]);

const readJson = (text: string): CdrValues => {
  const { values, add } = createCollector();
  const visit = (value: unknown, depth: number): void => {
    if (!isObject(value)) return;
    if (depth > MAX_DEPTH) throw unreadable("has too many levels");
    const entries = Object.entries(value);
    for (const [name, inner] of entries) {
      if (typeof inner === "string" || typeof inner === "number") add(name, String(inner));
      // Object fields of the upload form.
      else if (depth === 0 && isObject(inner)) add(name, JSON.stringify(inner));
    }
    for (const [name, inner] of entries)
      if (!OBJECT_FIELDS.has(name.toLowerCase())) visit(inner, depth + 1);
  };
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed) || Array.isArray(parsed)) throw unreadable("must be a JSON object");
  const phone = isObject(parsed["customer"]) ? parsed["customer"]["phone"] : undefined;
  if (typeof phone === "string") add("customer_phone", phone);
  visit(parsed, 0);
  return values;
};

/** FreeSWITCH writes values percent-encoded. */
const decodePercent = (text: string): string => {
  try {
    return /%[0-9a-f]{2}/i.test(text) ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
};

const failXml = (error: Error): never => {
  throw unreadable(`isn't XML: ${error.message.split("\n", 1)[0]}`);
};

const readXml = (text: string): CdrValues => {
  const { values, add } = createCollector();
  // Strict: unknown entities are errors, and none can be declared.
  const parser = sax.parser(true, { trim: true, strictEntities: true } as sax.SAXOptions);
  let open = "";
  let content = "";
  parser.ondoctype = () => {
    throw unreadable("must not have a document type");
  };
  const addText = (part: string): void => void (content += part);
  // The parser has one listener per event, set only this way.
  Object.assign(parser, { onerror: failXml, ontext: addText, oncdata: addText });
  parser.onopentag = ({ name }) => {
    open = name;
    content = "";
  };
  parser.onclosetag = (name) => {
    if (name === open) add(name, decodePercent(content.trim()));
    open = "";
  };
  parser.write(text).close();
  return values;
};

const readCsv = (text: string): CdrValues => {
  const { values, add } = createCollector();
  const rows: string[][] = parseCsv(text, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    to: 2,
  });
  const [first = [], second] = rows;
  const isHeader = first.some((cell) =>
    /^(uniqueid|calldate|start|started_at|call_id)$/i.test(cell),
  );
  const [header, row] = isHeader ? [first, second ?? []] : [ASTERISK_COLUMNS, first];
  if (!isHeader && first.length < 16)
    throw unreadable("must have a header, or the columns of Asterisk's CSV");
  for (const [index, name] of header.entries()) add(name, row[index] ?? "");
  return values;
};

const readers: Readonly<Record<string, (text: string) => CdrValues>> = {
  json: readJson,
  xml: readXml,
  csv: readCsv,
};

export const SIDECAR_EXTENSIONS = Object.keys(readers);

/** Reads a call detail record. @throws INVALID_FIELD for a record that can't be read */
export const readSidecar = (extension: string, content: Buffer): CdrValues => {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw unreadable("isn't UTF-8");
  }
  try {
    return readers[extension]!(text);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable(`can't be read as ${extension.toUpperCase()}: ${(error as Error).message}`);
  }
};
