import { tables } from "../db/tables.js";
import { tablesOf } from "./helpers/tables.js";
import { test } from "./helpers/suite.js";

test("the list of tables has every table of the schema, what is referred to first", async (t) => {
  const schema = await tablesOf(t.context.server.services.db);
  const names = tables.map(({ name }) => name);
  t.deepEqual(names.toSorted(), schema.map(({ name }) => name).toSorted());
  for (const { name, references } of schema)
    for (const { parent } of references)
      t.true(names.indexOf(parent) < names.indexOf(name) || parent === name, `${parent}, ${name}`);
});

test("the list of tables says by which column a row is an organization's", async (t) => {
  const schema = await tablesOf(t.context.server.services.db);
  for (const { name, owner } of tables) {
    const { columns } = schema.find((table) => table.name === name)!;
    t.true(columns.some((column) => column.name === owner));
    t.is(owner === "id", name === "organizations");
  }
});
