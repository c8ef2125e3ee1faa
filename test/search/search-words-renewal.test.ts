import { write } from "../../db/engine/write.js";
import { parseFormerWords } from "../../db/search/former-words.js";
import { buildWordScope, withSearchUpdated } from "../../db/search/search-index.js";
import { loadSearchTextPage } from "../../db/search/texts.js";
import { parseSearchableWords, parseWordSpans } from "../../db/search/words.js";
import { countStraySearchRows } from "../../db/search/check-index.js";
import { migrate } from "../../db/schema/migrate.js";
import { searchCheck } from "../../src/upkeep/doctor/content.js";
import type { CheckInput } from "../../src/upkeep/doctor/check.js";
import { renewWords } from "../../src/upkeep/maintenance/rebuild-search.js";
import { dialect } from "../helpers/engine/database.js";
import { searchNames } from "../helpers/search/search.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

type Db = SharedServer["services"]["db"];

/** Gives the only recording the entry that it had before migration 0058. */
const writeFormerEntry = async (db: Db, { id }: Tenant): Promise<void> => {
  const [text] = await loadSearchTextPage(db, id, -1, 1);
  const { position, texts, formerDigest } = text!;
  const where = { organization_id: id, position };
  await db("search_rows").where(where).update({ digest: formerDigest });
  const scope = buildWordScope(id);
  const [today, former] = [parseWordSpans, parseFormerWords].map((split) =>
    parseSearchableWords(texts, split).map((words) => words.map((word) => scope + word)),
  );
  if (dialect === "postgres") {
    const vector = former!.flat().map((word, index) => `'${word}':${index + 2}A`);
    await db("search_rows")
      .where(where)
      .update({ words: db.raw("?::tsvector", vector.join(" ")) });
    return;
  }
  const { number } = await db("search_rows").first("number").where(where);
  const columns = "rowid, name, summary, notes, transcript";
  await db.raw(
    `INSERT INTO search_index (search_index, ${columns}) VALUES ('delete', ?, ?, ?, ?, ?)`,
    [number, ...today!.map((words) => words.join(" "))],
  );
  await db.raw(`INSERT INTO search_index (${columns}) VALUES (?, ?, ?, ?, ?)`, [
    number,
    ...former!.map((words) => words.join(" ")),
  ]);
};

test.serial("entries of before the migration keep working, and get today's words", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const name = "Łukasz 東京タワー";
  await org.createProcessed({ name });
  await writeFormerEntry(db, org);
  t.deepEqual(await searchNames(org, "東京タワー*"), []);
  t.deepEqual(await searchNames(org, "lukasz"), []);

  await db("knex_migrations").where("name", "0058-search-words").delete();
  await migrate(db);
  const check = async () =>
    searchCheck.run({ db, repair: false, now: () => Date.now() } as CheckInput);
  t.deepEqual(await check(), []);
  t.true(await renewWords(db, Date.now));
  t.false(await renewWords(db, Date.now));
  t.deepEqual(await searchNames(org, "東京"), [name]);
  t.deepEqual(await searchNames(org, "lukasz"), [name]);
  t.is(await countStraySearchRows(db), 0);
  t.deepEqual(await check(), []);
});

test.serial("a change of a recording removes its former words", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const name = "Straße 窗户";
  const id = await org.createProcessed({ name });
  await writeFormerEntry(db, org);
  await write(db, org.id, async (trx) =>
    withSearchUpdated(trx, org.id, [id], async () => {
      await trx("recordings").where({ organization_id: org.id, id }).update({ name: "Weg" });
    }),
  );
  t.deepEqual(await searchNames(org, "Weg"), ["Weg"]);
  t.deepEqual(await searchNames(org, "strasse"), []);
  if (dialect === "sqlite") {
    const [{ count }] = await db.raw(
      "SELECT count(*) AS count FROM search_index WHERE search_index MATCH ?",
      [`"${buildWordScope(org.id)}straße"`],
    );
    t.is(count, 0);
  }
  t.is(await countStraySearchRows(db), 0);
});
