import { type Db, dialectOf } from "./connect.js";
import { selected } from "./json.js";
import { emptyIndex } from "./search-index.js";

export interface Table {
  name: string;
  /** Which column says whose a row is. */
  owner: "id" | "organization_id";
  /** Not exported with an organization: computed from the others' rows, or of this instance alone. */
  stays?: true;
  /** Made from the others' rows in another way on each database, and so not copied either. */
  derived?: true;
}

const ofOrganization = (name: string): Table => ({ name, owner: "organization_id" });
const staying = (name: string): Table => ({ ...ofOrganization(name), stays: true });

/**
 * Every table of the program, in an order in which rows can be inserted: what is referred to comes first.
 * The one list of them; a test compares it with the schema.
 */
export const tables: Table[] = [
  { name: "organizations", owner: "id" },
  ...["users", "teams", "team_members", "templates", "template_questions", "clients"].map(
    ofOrganization,
  ),
  ...["recordings", "transcripts", "action_items", "process_answers", "recording_tags"].map(
    ofOrganization,
  ),
  ofOrganization("media"),
  ofOrganization("erased_recordings"),
  ...["reviews", "appointments", "matches", "match_exclusions"].map(ofOrganization),
  ...["webhooks", "events", "deliveries", "inbound_calls", "audit_log"].map(ofOrganization),
  ...["stat_names", "stat_facts", "stat_cells", "analysis_claims"].map(staying),
  ...["retention", "retention_runs"].map(ofOrganization),
  { ...staying("search_rows"), derived: true },
  // Last: without a key nobody can use an organization that is not whole yet.
  ...["admins", "dialer_secrets", "api_keys", "tokens"].map(ofOrganization),
  ...["sessions", "setup_links"].map(staying),
];

/** A row as it is kept: text and whole numbers. */
export type Row = Record<string, string | number | null>;

const PRIMARY_KEY = {
  sqlite: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
  postgres: `SELECT a.attname AS name FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid
    AND a.attnum = ANY (i.indkey) WHERE i.indrelid = ?::regclass AND i.indisprimary
    ORDER BY array_position(i.indkey::smallint[], a.attnum)`,
};

const primaryKey = async (db: Db, table: string): Promise<string[]> =>
  (await selected<{ name: string }>(db, PRIMARY_KEY[dialectOf(db)], [table])).map(
    ({ name }) => name,
  );

/** The names of a table's columns. */
export const columnsOf = async (db: Db, table: string): Promise<string[]> =>
  Object.keys(await db(table).columnInfo());

const PAGE = 200;

/**
 * The rows of a table in the order of its primary key, some at a time: of one organization, or of all.
 * In one order on both databases.
 */
export async function* pagesOf(
  db: Db,
  { name, owner }: Table,
  organizationId?: string,
): AsyncGenerator<Row[]> {
  const all = await primaryKey(db, name);
  const key = organizationId === undefined ? all : all.filter((column) => column !== owner);
  const order = key.length > 0 ? `ORDER BY ${key.join(", ")}` : "";
  const own = organizationId === undefined ? [] : [`${owner} = ?`];
  const after = `(${key.join(", ")}) > (${key.map(() => "?").join(", ")})`;
  const bound = organizationId === undefined ? [] : [organizationId];
  for (let last: Row | undefined; ;) {
    const where = last === undefined ? own : [...own, after];
    const rows: Row[] = await selected(
      db,
      `SELECT * FROM ${name} ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""} ${order} LIMIT ${PAGE}`,
      last === undefined ? bound : [...bound, ...key.map((column) => last![column])],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1);
  }
}

/** Removes every row of an organization, table by table. */
export const clearOrganization = async (db: Db, organizationId: string): Promise<void> => {
  await emptyIndex(db, organizationId);
  for (const { name, owner } of tables.toReversed())
    await db(name).where(owner, organizationId).delete();
};

/** Whether any of the tables has a row. */
export const hasRows = async (db: Db): Promise<boolean> => {
  for (const { name } of tables) if (await db(name).first(db.raw("1 AS one"))) return true;
  return false;
};
