import { pipeline } from "node:stream";
import { CsvError, type InfoRecord, parse } from "csv-parse";
import { closest, distance } from "fastest-levenshtein";
import { openTableText, readTableText } from "./table-text.js";

/** The columns of a table of calls. */
export const TABLE_COLUMNS = [
  "call_id",
  "user_email",
  "extension",
  "user_phone",
  "started_at",
  "created_at",
  "duration_ms",
  "duration_seconds",
  "name",
  "file",
  "recording_url",
  "event_id",
  "customer_id",
  "customer_name",
  "customer_email",
  "customer_phone",
  "customer_location",
  "custom_fields",
  "transcript",
] as const;

export type TableColumn = (typeof TABLE_COLUMNS)[number];

/** A row of the table: the cells that aren't empty. */
export interface TableRow {
  /** From 1, which is usually the header. */
  line: number;
  cells: Partial<Record<TableColumn, string>>;
  /** Why the row can't be read. */
  refusal?: string;
}

/** The table can't be read; the message says why. */
export class CallTableError extends Error {}

export interface CallTable {
  /** Columns of the file that the import doesn't read. */
  ignoredColumns: string[];
  rows: AsyncIterable<TableRow>;
}

const DELIMITERS = [",", ";", "\t"];
const MAX_ROW_BYTES = 1024 * 1024;
/** Names this close to a column name count as misspelt. */
const MAX_MISSPELT_DISTANCE = 2;

const isColumn = (name: string): name is TableColumn =>
  (TABLE_COLUMNS as readonly string[]).includes(name);

/** Returns the most frequent delimiter in the header. */
const findDelimiter = (header: string): string =>
  DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0]!;

/**
 * Maps a file's columns to the import's columns. `renamed`: the file's names by column.
 * @throws CallTableError for a missing, misspelt or repeated column
 */
const mapHeader = (
  header: readonly string[],
  renamed: ReadonlyMap<TableColumn, string>,
): (TableColumn | undefined)[] => {
  for (const [column, name] of renamed)
    if (!header.includes(name))
      throw new CallTableError(
        `--columns: the table has no column ${JSON.stringify(name)} (${column})`,
      );
  const byName = new Map([...renamed].map(([column, name]) => [name, column]));
  const columns = header.map((name) => {
    const column = byName.get(name) ?? (isColumn(name) && !renamed.has(name) ? name : undefined);
    if (column !== undefined || renamed.size > 0) return column;
    const near = closest(name.toLowerCase(), TABLE_COLUMNS);
    if (distance(name.toLowerCase(), near) <= MAX_MISSPELT_DISTANCE)
      throw new CallTableError(`column ${JSON.stringify(name)}: did you mean ${near}?`);
    return undefined;
  });
  const known = columns.filter((column) => column !== undefined);
  const repeated = known.find((column, index) => known.indexOf(column) !== index);
  if (repeated !== undefined)
    throw new CallTableError(`the table has the column ${repeated} twice`);
  for (const options of [
    ["started_at"],
    ["call_id", "file"],
    ["user_email", "extension", "user_phone"],
  ])
    if (!options.some((option) => known.includes(option as TableColumn)))
      throw new CallTableError(`the table has no column ${options.join(" or ")}`);
  return columns;
};

/** Replaces bytes that aren't UTF-8. */
const REPLACEMENT = "\uFFFD";

/** Spreadsheets write a formula for a number whose plus or zeros they would drop: `="+4930123457"`. */
const FORMULA = /^="([^"]*)"$/;
/** A quoted cell before spaces, which the parser leaves as it is. */
const QUOTED = /^"(.*)"\s+$/s;

const readCell = (cell: string): string => {
  const text = (QUOTED.exec(cell)?.[1] ?? cell).trim();
  return FORMULA.exec(text)?.[1] ?? text;
};

/** Returns why a row can't be read. */
const findRefusal = (
  record: readonly string[],
  columns: number,
  cells: TableRow["cells"],
): string | undefined => {
  if (record.length !== columns) return `has ${record.length} cells, but the header has ${columns}`;
  const unreadable = Object.entries(cells).find(([, cell]) => cell.includes(REPLACEMENT));
  return unreadable && `${unreadable[0]} isn't UTF-8; save the table as CSV UTF-8`;
};

/**
 * Opens a table of calls: CSV with a header, divided by commas, semicolons or tabs.
 * @throws CallTableError for a header or a file that can't be read
 */
export const openCallTable = async (
  path: string,
  renamed: ReadonlyMap<TableColumn, string> = new Map(),
): Promise<CallTable> => {
  const { encoding, header: start, delimiter } = await readTableText(path);
  const parser = parse({
    bom: true,
    delimiter: delimiter ?? findDelimiter(start),
    from_line: delimiter === undefined ? 1 : 2,
    info: true,
    max_record_size: MAX_ROW_BYTES,
    // Otherwise the first line's end counts for all lines, and joined tables lose theirs.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // A stray quote belongs to its cell, whose row may be refused; the others are read.
    relax_quotes: true,
    skip_empty_lines: true,
    // `trim` refuses a cell that goes on after its closing quote.
    ltrim: true,
  });
  // The parser's iterator throws the errors.
  pipeline([...openTableText(path, encoding), parser], () => {});
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<{
    record: string[];
    info: InfoRecord;
  }>;
  const next = async () => {
    try {
      return await records.next();
    } catch (error) {
      if (error instanceof CsvError) throw new CallTableError(`${path}: ${error.message}`);
      throw error;
    }
  };
  const first = await next();
  if (first.done === true) throw new CallTableError(`${path}: the table is empty`);
  const header = first.value.record.map(readCell);
  const columns = mapHeader(header, renamed);
  return {
    ignoredColumns: header.filter((_, index) => columns[index] === undefined),
    rows: (async function* () {
      for (let row = await next(); row.done !== true; row = await next()) {
        const { info } = row.value;
        const record = row.value.record.map(readCell);
        // Spreadsheets write rows without cells at the end.
        if (record.every((cell) => cell === "")) continue;
        const cells = Object.fromEntries(
          columns.flatMap((column, index) =>
            column !== undefined && record[index] ? [[column, record[index]]] : [],
          ),
        );
        const refusal = findRefusal(record, header.length, cells);
        yield { line: info.lines, cells, ...(refusal !== undefined && { refusal }) };
      }
    })(),
  };
};
