import { migrate } from "../db/migrate.js";
import { strayInIndex } from "../db/search-index.js";
import { search as check } from "../src/checks/content.js";
import type { Examined } from "../src/checks.js";
import { dialect } from "./helpers/database.js";
import { found, said } from "./helpers/searches.js";
import { test } from "./helpers/own.js";

test.serial("recordings from before the search can be found", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  for (let count = 0; count < 3; count += 1) await said(org, `n${count}`, "roof");
  await db.raw("DROP TABLE search_rows");
  if (dialect === "sqlite") await db.raw("DROP TABLE search_index");
  await db("knex_migrations").where("name", "0007-search").delete();
  await migrate(db);
  t.deepEqual(await found(org, "roof"), ["n2", "n1", "n0"]);
});

test.serial("the doctor finds an index that is not in step, and makes it anew", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const run = async (repair = false) => check.run({ db, repair } as Examined);
  for (const name of ["a", "b", "c"]) await said(org, name, "roof");
  t.deepEqual(await run(), []);
  await db("recordings").where({ organization_id: org.id, name: "a" }).update({ summary: "door" });
  await db("search_rows")
    .where("organization_id", org.id)
    .whereIn("position", db("recordings").select("position").where("name", "b"))
    .delete();
  const message = "2 recordings are found by other words than they have";
  const own = { organization: org.id, message, mend: "debrief doctor --repair" };
  // On SQLite the words of the row that is gone are still there.
  const stray = dialect === "sqlite" ? 1 : 0;
  t.is(await strayInIndex(db), stray);
  t.deepEqual((await run()).slice(stray), [{ ...own, repaired: false }]);
  t.deepEqual((await run(true)).slice(stray), [{ ...own, repaired: true }]);
  t.deepEqual(await run(), []);
  t.deepEqual(await found(org, "door"), ["a"]);
  t.deepEqual((await found(org, "roof")).toSorted(), ["a", "b", "c"]);
});
