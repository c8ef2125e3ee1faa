import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { migrate } from "../../db/schema/migrate.js";
import { dialect, createDatabase } from "../helpers/engine/database.js";
import { type TableInfo, describeTables } from "../helpers/engine/describe-tables.js";

const test = anyTest as TestFn<{ db: Knex; remove: () => Promise<void>; tables: TableInfo[] }>;

test.beforeEach(async (t) => {
  const { url, remove } = await createDatabase();
  const db = connect(url);
  t.context = { db, remove, tables: [] };
  await migrate(db);
  t.context.tables = await describeTables(db);
});

test.afterEach.always(async (t) => {
  await t.context.db.destroy();
  await t.context.remove();
});

const REFUSED = dialect === "postgres" ? "23503" : "SQLITE_CONSTRAINT_FOREIGNKEY";

/** A valid value for each column that has a fixed set of values. */
const validValues: Record<string, string | number> = {
  span: 1,
  "recordings.status": "received",
  "deliveries.status": "pending",
  source: "dialer",
  role: "rep",
  "tokens.role": "internal",
  kind: "explicit",
  method: "manual",
  source_trigger: "all",
};

const isOwned = ({ columns }: TableInfo): boolean =>
  columns.some(({ name, required }) => name === "organization_id" && required);

/** Sorts parents before children. A row may refer to itself. @throws where tables refer to each other */
const sortParentsFirst = (tables: TableInfo[]): TableInfo[] => {
  const sorted: TableInfo[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const next = rest.filter(({ name, references }) =>
      references.every(
        ({ parent }) => parent === name || sorted.some((before) => before.name === parent),
      ),
    );
    if (next.length === 0) throw new Error(`in a circle: ${rest.map(({ name }) => name).join()}`);
    sorted.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return sorted;
};

/** Returns the id of the organization's row in a table. */
const buildId = (organization: string, table: string): string =>
  table === "organizations" ? organization : `${organization}-${table}`;

type Rows = Map<string, Record<string, unknown>>;

/** Inserts one row per table. All ids and numbers are the organization's own; references point at these rows. */
const fill = async (db: Knex, tables: TableInfo[], organization: string): Promise<Rows> => {
  const rows: Rows = new Map();
  for (const table of sortParentsFirst(tables)) {
    const row: Record<string, unknown> = {};
    rows.set(table.name, row);
    for (const { name, integer } of table.columns) {
      const key = validValues[`${table.name}.${name}`] ?? validValues[name];
      row[name] = key ?? (integer ? organization.length : buildId(organization, table.name));
    }
    for (const { columns, parent, parentColumns } of table.references)
      row[columns.at(-1)!] = rows.get(parent)![parentColumns.at(-1)!];
    await db(table.name).insert(row);
  }
  return rows;
};

test("keys of an organization's tables start with the organization", (t) => {
  const { tables } = t.context;
  const owned = tables.filter(isOwned);
  t.true(owned.length > 15);
  for (const { name, primaryKey } of owned) t.is(primaryKey[0], "organization_id", name);
  // All other tables are these.
  const unowned = tables.filter((table) => !isOwned(table)).map(({ name }) => name);
  t.deepEqual(unowned, ["instance_defaults", "organizations", "tokens"]);
});

test("every reference to an organization's rows includes the organization", (t) => {
  const { tables } = t.context;
  for (const { name, references } of tables)
    for (const { columns, parent, parentColumns } of references) {
      if (parent === "organizations") continue;
      t.is(columns[0], "organization_id", `${name} to ${parent}`);
      t.is(parentColumns[0], "organization_id", `${name} to ${parent}`);
    }
});

test("no row can reference a row of another organization", async (t) => {
  const { db, tables } = t.context;
  await fill(db, tables, "ours");
  const theirs = await fill(db, tables, "theirs");
  let attempts = 0;
  for (const { name, references } of tables)
    for (const { columns, parent, parentColumns } of references) {
      if (columns.length === 1) continue;
      const link = { [columns.at(-1)!]: theirs.get(parent)![parentColumns.at(-1)!] };
      const change = db(name).where("organization_id", "ours").update(link);
      await t.throwsAsync(change, { code: REFUSED }, `${name}.${columns.at(-1)}`);
      attempts += 1;
    }
  t.true(attempts > 20);
});

test("no row can move to another organization, existing or not", async (t) => {
  const { db, tables } = t.context;
  await fill(db, tables, "ours");
  await db("organizations").insert({ id: "theirs", name: "Theirs", created_at: 0 });
  const children = tables.filter(
    (table) => isOwned(table) && table.references.some(({ columns }) => columns.length > 1),
  );
  for (const { name } of children) {
    const move = db(name).where("organization_id", "ours").update({ organization_id: "theirs" });
    await t.throwsAsync(move, { code: REFUSED }, name);
  }
  // An import marks its organization before it inserts it.
  const referring = tables.filter((table) => isOwned(table) && table.name !== "maintenance");
  for (const { name } of referring) {
    const lose = db(name).where("organization_id", "ours").update({ organization_id: "nobody" });
    await t.throwsAsync(lose, { code: REFUSED }, name);
  }
});
