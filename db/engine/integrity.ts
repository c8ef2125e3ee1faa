import { writeFileSync } from "node:fs";
import Database from "better-sqlite3";

const BUSY_TIMEOUT_MS = 5000;
const MAX_FINDINGS = 100;

/** The damage that SQLite found in a file, and which parts can be rebuilt. */
export interface FileDamage {
  /** SQLite's findings; none if the file is whole. */
  findings: string[];
  /** False if tables are damaged too: only a backup can help then. */
  isRebuildable: boolean;
  /** Ordinary indexes are damaged. */
  indexes: boolean;
  /** The search index is damaged. */
  search: boolean;
  /** Pages of an index are unreadable: SQLite can neither copy nor replace them in this file. */
  isStructural: boolean;
}

const isCorruption = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith("SQLITE_CORRUPT");

const check = (db: Database.Database, pragma: string): string[] =>
  (db.pragma(pragma) as Record<string, string>[])
    .flatMap((row) => Object.values(row)[0]!.split("\n"))
    .filter((text) => text !== "ok" && !text.startsWith("*** in database"));

/** Returns undefined if damage ended the check. */
const tryCheck = (db: Database.Database, pragma: string): string[] | undefined => {
  try {
    return check(db, pragma);
  } catch (error) {
    if (isCorruption(error)) return undefined;
    throw error;
  }
};

const UNREADABLE_SEARCH_INDEX = "the search index is unreadable";

/** Checks each table alone, without comparing it with its indexes. */
const checkTables = (db: Database.Database): string[] => {
  const names = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search_index%'",
    )
    .pluck()
    .all() as string[];
  const findings = names.flatMap(
    (name) => tryCheck(db, `quick_check('${name}')`) ?? [`table ${name} is unreadable`],
  );
  return findings.length > 0 ? findings : [UNREADABLE_SEARCH_INDEX];
};

/**
 * Lists findings. Unreadable pages of an index end the full check; those of the search index end the quick check, too.
 */
const listFindings = (db: Database.Database): string[] => {
  const found = tryCheck(db, `integrity_check(${MAX_FINDINGS})`);
  if (found) return found;
  const quick = tryCheck(db, `quick_check(${MAX_FINDINGS})`);
  return quick && quick.length > 0 ? quick : checkTables(db);
};

type Part = "indexes" | "search";

/** Maps the root pages of everything that can be rebuilt: indexes, and the tables of the search index. */
const mapRoots = (db: Database.Database): Map<number, Part> => {
  const rows = db
    .prepare(
      `SELECT rootpage AS root, CASE type WHEN 'index' THEN 'indexes' ELSE 'search' END AS part
       FROM sqlite_master WHERE type = 'index' OR name LIKE 'search\\_index\\_%' ESCAPE '\\'`,
    )
    .all() as { root: number; part: Part }[];
  return new Map(rows.map(({ root, part }) => [root, part]));
};

const INDEX_FINDING = /missing from index|wrong # of entries in index|in index .* order/;
const SEARCH_FINDING = /\bfts5\b/i;
const TREE_FINDING = /^Tree (\d+) /;
// The pages below an unreadable one.
const UNREACHABLE_FINDING = /^Page \d+: never used/;

const classify = (findings: string[], roots: Map<number, Part>): FileDamage => {
  const damage = { findings, indexes: false, search: false, isStructural: false };
  const parts = findings.map((finding): Part | "unreachable" | undefined => {
    if (finding === UNREADABLE_SEARCH_INDEX) {
      damage.isStructural = true;
      return "search";
    }
    if (SEARCH_FINDING.test(finding)) return "search";
    if (INDEX_FINDING.test(finding)) return "indexes";
    if (UNREACHABLE_FINDING.test(finding)) return "unreachable";
    const part = roots.get(Number(TREE_FINDING.exec(finding)?.[1]));
    if (part) damage.isStructural = true;
    return part;
  });
  damage.indexes = parts.includes("indexes");
  damage.search = parts.includes("search");
  const isExplained = parts.every(
    (part) => part && (part !== "unreachable" || damage.isStructural),
  );
  return { ...damage, isRebuildable: isExplained };
};

/** Checks a whole database. @throws SqliteError if its tables can't be read at all */
export const inspectDatabase = (db: Database.Database): FileDamage =>
  classify(listFindings(db), mapRoots(db));

/** Checks a whole SQLite file; a server may use it. @throws SqliteError if its tables can't be read at all */
export const inspectFile = (file: string): FileDamage => {
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return inspectDatabase(db);
  } finally {
    db.close();
  }
};

interface SchemaRow {
  type: string;
  name: string;
  sql: string;
}

/**
 * Copies the rows of all tables to a new file and builds its indexes from them; the search index must be rebuilt.
 * Reads one snapshot and no index, so damaged indexes don't matter. @throws SqliteError if a table is damaged
 */
export const copyRows = (source: string, target: string): void => {
  // SQLite attaches an empty file as a new database.
  writeFileSync(target, "", { mode: 0o600, flag: "wx" });
  const db = new Database(source, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.pragma("foreign_keys = OFF");
    db.prepare("ATTACH ? AS copy").run(target);
    db.pragma("copy.journal_mode = OFF");
    const schema = db
      .prepare(
        `SELECT type, name, sql FROM main.sqlite_master WHERE sql IS NOT NULL
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'search\\_index\\_%' ESCAPE '\\'`,
      )
      .all() as SchemaRow[];
    const isVirtual = ({ sql }: SchemaRow): boolean => /^\s*CREATE VIRTUAL/i.test(sql);
    const create = ({ sql }: SchemaRow): void => {
      db.exec(sql.replace(/^(\s*CREATE (?:UNIQUE )?(?:VIRTUAL )?\w+ )/i, "$1copy."));
    };
    db.exec("BEGIN");
    const tables = schema.filter((row) => row.type === "table" && !isVirtual(row));
    for (const table of tables) {
      create(table);
      if (table.name !== "search_rows")
        db.exec(`INSERT INTO copy."${table.name}" SELECT * FROM main."${table.name}" NOT INDEXED`);
    }
    for (const row of schema) if (!tables.includes(row)) create(row);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
};
