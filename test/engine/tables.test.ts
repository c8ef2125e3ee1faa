import { instanceTables, tables } from "../../db/schema/tables.js";
import { describeTables } from "../helpers/engine/describe-tables.js";
import { test } from "../helpers/suite.js";

test("the list of tables has every table of the schema, referenced tables first", async (t) => {
  const schema = await describeTables(t.context.server.services.db);
  const names = [...instanceTables, ...tables].map(({ name }) => name);
  t.deepEqual(names.toSorted(), schema.map(({ name }) => name).toSorted());
  for (const { name, references } of schema)
    for (const { parent } of references)
      t.true(names.indexOf(parent) < names.indexOf(name) || parent === name, `${parent}, ${name}`);
});

test("the list of tables names each table's organization column", async (t) => {
  const schema = await describeTables(t.context.server.services.db);
  for (const { name, ownerColumn } of tables) {
    const { columns } = schema.find((table) => table.name === name)!;
    t.true(columns.some((column) => column.name === ownerColumn));
    t.is(ownerColumn === "id", name === "organizations");
  }
});
