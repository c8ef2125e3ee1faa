import { migrate } from "../../db/schema/migrate.js";
import { countStraySearchRows } from "../../db/search/check-index.js";
import { searchCheck as check } from "../../src/upkeep/doctor/content.js";
import type { CheckInput } from "../../src/upkeep/doctor/check.js";
import { dialect } from "../helpers/engine/database.js";
import { searchNames, createRecordingSaying } from "../helpers/search/search.js";
import { test } from "../helpers/own-suite.js";

test.serial("a migration makes older recordings searchable", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  for (let count = 0; count < 3; count += 1) await createRecordingSaying(org, `n${count}`, "roof");
  await db.raw("DROP TABLE search_rows");
  if (dialect === "sqlite") await db.raw("DROP TABLE search_index");
  await db("knex_migrations").where("name", "0007-search").delete();
  await migrate(db);
  t.deepEqual(await searchNames(org, "roof"), ["n2", "n1", "n0"]);
});

test.serial(
  "doctor reports and repairs a search index that differs from the recordings",
  async (t) => {
    const { org, server } = t.context;
    const { db } = server.services;
    const run = async (repair = false) => check.run({ db, repair, now: () => 0 } as CheckInput);
    for (const name of ["a", "b", "c"]) await createRecordingSaying(org, name, "roof");
    t.deepEqual(await run(), []);
    await db("recordings")
      .where({ organization_id: org.id, name: "a" })
      .update({ summary: "door" });
    await db("search_rows")
      .where("organization_id", org.id)
      .whereIn("position", db("recordings").select("position").where("name", "b"))
      .delete();
    const message = "the search index is wrong for 2 recordings";
    const own = { organization: org.id, message, fix: "debrief doctor --repair" };
    // SQLite still has the words of the deleted row.
    const stray = dialect === "sqlite" ? 1 : 0;
    t.is(await countStraySearchRows(db), stray);
    t.deepEqual((await run()).slice(stray), [{ ...own, repaired: false }]);
    t.deepEqual((await run(true)).slice(stray), [{ ...own, repaired: true }]);
    t.deepEqual(await run(), []);
    t.deepEqual(await searchNames(org, "door"), ["a"]);
    t.deepEqual((await searchNames(org, "roof")).toSorted(), ["a", "b", "c"]);
  },
);
