import { type Db, dialectOf } from "../engine/connect.js";
import { selectRows } from "../engine/json-table.js";
import { clearSearchIndex } from "../search/search-index.js";

export interface TableSpec {
  name: string;
  /** The column with the organization's id. */
  ownerColumn: "id" | "organization_id";
  /** Not part of an organization's export: computed from other tables, or specific to this instance. */
  isLocal?: true;
  /** Belongs to one database, so `debrief copy` skips it too. */
  isDerived?: true;
}

const createOwnedTable = (name: string): TableSpec => ({ name, ownerColumn: "organization_id" });
const createLocalTable = (name: string): TableSpec => ({
  ...createOwnedTable(name),
  isLocal: true,
});

const MAINTENANCE_TABLE = "maintenance";

/** Lists every table of organizations in insertion order: referenced tables come first. A test compares it with the schema. */
export const tables: TableSpec[] = [
  { ...createLocalTable(MAINTENANCE_TABLE), isDerived: true },
  { name: "organizations", ownerColumn: "id" },
  ...[
    "users",
    "user_numbers",
    "teams",
    "team_members",
    "team_leads",
    "templates",
    "template_questions",
    "clients",
    "client_phones",
  ].map(createOwnedTable),
  ...["recordings", "transcripts", "action_items", "process_answers"].map(createOwnedTable),
  ...["recording_tags", "tag_edits", "word_corrections"].map(createOwnedTable),
  ...["transcript_originals", "notices", "analysis_versions", "analysis_edits"].map(
    createOwnedTable,
  ),
  ...["media", "waveforms", "media_fetches"].map(createOwnedTable),
  ...["comments", "comment_mentions", "erased_recordings"].map(createOwnedTable),
  ...["clips", "clip_users", "clip_teams", "playlists", "playlist_clips"].map(createOwnedTable),
  ...["saved_views", "vocabulary_terms"].map(createOwnedTable),
  ...["trackers", "tracker_examples", "tracker_hits", "tracker_queue"].map(createOwnedTable),
  ...["reviews", "appointments", "matches", "match_exclusions"].map(createOwnedTable),
  ...["webhooks", "events", "deliveries", "inbound_calls", "unmapped_calls", "audit_log"].map(
    createOwnedTable,
  ),
  createLocalTable("sentence_vectors"),
  ...["stat_names", "stat_facts", "stat_cells", "stat_formats", "analysis_claims"].map(
    createLocalTable,
  ),
  ...["retention", "retention_runs", "redaction", "consent_settings"].map(createOwnedTable),
  ...["clock_heartbeats", "client_erasures"].map(createLocalTable),
  { ...createLocalTable("search_rows"), isDerived: true },
  // Credentials come last, so that no caller can use an incomplete organization.
  ...[
    "rep_channels",
    "calendars",
    "calendar_appointments",
    "accounts",
    "weekly_mails",
    "identities",
    "named_keys",
    "named_key_teams",
    "dialer_secrets",
    "dialer_media_credentials",
    "api_keys",
    "tokens",
  ].map(createOwnedTable),
  ...["sessions", "setup_links", "account_links", "clip_links"].map(createLocalTable),
];

/** Lists the tables without organizations. `debrief copy` copies their rows; exports don't. */
export const instanceTables: Pick<TableSpec, "name">[] = [{ name: "instance_defaults" }];

/** A stored row: text and integers. */
export type TableRow = Record<string, string | number | null>;

const PRIMARY_KEY = {
  sqlite: "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
  postgres: `SELECT a.attname AS name FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid
    AND a.attnum = ANY (i.indkey) WHERE i.indrelid = ?::regclass AND i.indisprimary
    ORDER BY array_position(i.indkey::smallint[], a.attnum)`,
};

const loadPrimaryKey = async (db: Db, table: string): Promise<string[]> =>
  (await selectRows<{ name: string }>(db, PRIMARY_KEY[dialectOf(db)], [table])).map(
    ({ name }) => name,
  );

/** Loads the names of a table's columns. */
export const loadColumnNames = async (db: Db, table: string): Promise<string[]> =>
  Object.keys(await db(table).columnInfo());

const PAGE_SIZE = 200;

/**
 * Yields the rows of a table in pages, by primary key, for one organization or all. The order is the same on
 * both databases.
 */
export async function* iterateTablePages(
  db: Db,
  { name, ownerColumn }: Pick<TableSpec, "name"> & Partial<TableSpec>,
  organizationId?: string,
): AsyncGenerator<TableRow[]> {
  const all = await loadPrimaryKey(db, name);
  const key = organizationId === undefined ? all : all.filter((column) => column !== ownerColumn);
  const order = key.length > 0 ? `ORDER BY ${key.join(", ")}` : "";
  const conditions = organizationId === undefined ? [] : [`${ownerColumn} = ?`];
  const after = `(${key.join(", ")}) > (${key.map(() => "?").join(", ")})`;
  const bindings = organizationId === undefined ? [] : [organizationId];
  for (let last: TableRow | undefined; ;) {
    const where = last === undefined ? conditions : [...conditions, after];
    const rows: TableRow[] = await selectRows(
      db,
      `SELECT * FROM ${name} ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""} ${order} LIMIT ${PAGE_SIZE}`,
      last === undefined ? bindings : [...bindings, ...key.map((column) => last![column])],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_SIZE) return;
    last = rows.at(-1);
  }
}

/** Other writers wait for a statement; this many rows take a few milliseconds. */
const DELETED_ROWS = 500;

const deleteRows = async (
  db: Db,
  { name, ownerColumn }: TableSpec,
  organizationId: string,
): Promise<void> => {
  const key = (await loadPrimaryKey(db, name)).join(", ");
  const page = db(name).select(db.raw(key)).where(ownerColumn, organizationId).limit(DELETED_ROWS);
  let deleted = DELETED_ROWS;
  while (deleted === DELETED_ROWS)
    deleted = await db(name).whereRaw(`(${key}) IN (?)`, [page]).delete();
};

/**
 * Deletes every row of an organization, table by table, except its marks of maintenance: until the end, they hide the
 * remaining rows. Inside a transaction, other writers wait until it ends.
 */
export const deleteOrganizationRows = async (db: Db, organizationId: string): Promise<void> => {
  await clearSearchIndex(db, organizationId);
  for (const table of tables.toReversed())
    if (table.name !== MAINTENANCE_TABLE) await deleteRows(db, table, organizationId);
};

/** Returns whether any table of organizations has a row. */
export const hasRows = async (db: Db): Promise<boolean> => {
  for (const { name } of tables) if (await db(name).first(db.raw("1 AS one"))) return true;
  return false;
};
