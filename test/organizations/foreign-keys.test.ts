import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { migrate } from "../../db/engine/migrate.js";
import { dialect, createDatabase } from "../helpers/database.js";
import { type TableInfo, describeTables } from "../helpers/describe-tables.js";

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

/** One of the values that a column with a fixed set of them takes. */
const allowed: Record<string, string | number> = {
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

const owns = ({ columns }: TableInfo): boolean =>
  columns.some(({ name, required }) => name === "organization_id" && required);

/** Parents before children. */
const inOrder = (tables: TableInfo[]): TableInfo[] => {
  const done: TableInfo[] = [];
  for (let rest = tables; rest.length > 0; rest = rest.filter((table) => !done.includes(table)))
    done.push(
      ...rest.filter((table) =>
        table.references.every(({ parent }) => done.some(({ name }) => name === parent)),
      ),
    );
  return done;
};

/** The id of the organization's row in a table. */
const nameOf = (organization: string, table: string): string =>
  table === "organizations" ? organization : `${organization}-${table}`;

type Made = Map<string, Record<string, unknown>>;

/** A row in each table, all of it the organization's, its numbers too; references point at each other's rows. */
const fill = async (db: Knex, tables: TableInfo[], organization: string): Promise<Made> => {
  const made: Made = new Map();
  for (const table of inOrder(tables)) {
    const row: Record<string, unknown> = {};
    made.set(table.name, row);
    for (const { name, integer } of table.columns) {
      const key = allowed[`${table.name}.${name}`] ?? allowed[name];
      row[name] = key ?? (integer ? organization.length : nameOf(organization, table.name));
    }
    for (const { columns, parent, parentColumns } of table.references)
      row[columns.at(-1)!] = made.get(parent)![parentColumns.at(-1)!];
    await db(table.name).insert(row);
  }
  return made;
};

test("keys of an organization's tables start with the organization", (t) => {
  const { tables } = t.context;
  const owned = tables.filter(owns);
  t.true(owned.length > 15);
  for (const { name, primaryKey } of owned) t.is(primaryKey[0], "organization_id", name);
  // Whatever is not an organization's is one of these.
  const others = tables.filter((table) => !owns(table)).map(({ name }) => name);
  t.deepEqual(others, ["organizations", "tokens"]);
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
  let tried = 0;
  for (const { name, references } of tables)
    for (const { columns, parent, parentColumns } of references) {
      if (columns.length === 1) continue;
      const link = { [columns.at(-1)!]: theirs.get(parent)![parentColumns.at(-1)!] };
      const change = db(name).where("organization_id", "ours").update(link);
      await t.throwsAsync(change, { code: REFUSED }, `${name}.${columns.at(-1)}`);
      tried += 1;
    }
  t.true(tried > 20);
});

test("no row can move to another organization, existing or not", async (t) => {
  const { db, tables } = t.context;
  await fill(db, tables, "ours");
  await db("organizations").insert({ id: "theirs", name: "Theirs", created_at: 0 });
  const children = tables.filter(
    (table) => owns(table) && table.references.some(({ columns }) => columns.length > 1),
  );
  for (const { name } of children) {
    const move = db(name).where("organization_id", "ours").update({ organization_id: "theirs" });
    await t.throwsAsync(move, { code: REFUSED }, name);
  }
  for (const { name } of tables.filter(owns)) {
    const lose = db(name).where("organization_id", "ours").update({ organization_id: "nobody" });
    await t.throwsAsync(lose, { code: REFUSED }, name);
  }
});
