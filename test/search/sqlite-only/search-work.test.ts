import Database from "better-sqlite3";
import { buildWordScope } from "../../../db/search/search-index.js";
import { countSearchPages } from "../../../db/search/search-work.js";
import { parseSearchTerms } from "../../../graph/search/terms.js";
import { test } from "../../helpers/own-suite.js";
import { createRecordingSaying, searchNames } from "../../helpers/search/search.js";

test.serial("a search counts each repeated word once", (t) => {
  t.deepEqual(parseSearchTerms("bab* ".repeat(32)), parseSearchTerms("BAB*"));
  t.deepEqual(parseSearchTerms('a "a" a* -b -b'), parseSearchTerms("a -b"));
  t.is(parseSearchTerms('ab* ab abc* "ab abc"').all.length, 3);
});

test.serial(
  "the pages of a prefix are those of its words, of this organization only",
  async (t) => {
    const { org, server } = t.context;
    const { db } = server.services;
    const count = async (search: string, id = org.id): Promise<number> =>
      countSearchPages(db, id, parseSearchTerms(search));
    const other = await server.createTenant();
    const words = Array.from({ length: 2_000 }, (_, index) => `bab${index}`).join(" ");
    for (let index = 0; index < 20; index += 1)
      await createRecordingSaying(org, `n${index}`, words, "roof");
    const { length } = await db("search_index_data").select("id");
    const [wide, narrow] = [await count("bab*"), await count("roof")];
    t.true(wide > length / 2, `${wide} of ${length}`);
    t.true(wide <= length * 1.5, `${wide} of ${length}`);
    t.true(narrow < wide / 4, `${narrow} of ${wide}`);
    t.is(await count("bab* bab* bab*"), wide);
    t.is(await count("bab* roof"), wide + narrow);
    t.true((await count("bab*", other.id)) < wide / 4);
  },
);

test.serial("a search for words that fill too much of the index is refused by name", async (t) => {
  const { org, server } = t.context;
  await createRecordingSaying(org, "one", "roof door");
  t.deepEqual(await searchNames(org, "roo*"), ["one"]);
  // As if the words from `roo` to `rop` filled 50,000 pages.
  const file = new Database(server.databaseUrl.replace("sqlite:", "")).unsafeMode();
  const insert = file.prepare(
    "INSERT INTO search_index_idx (segid, term, pgno) SELECT max(segid), ?, ? FROM search_index_idx",
  );
  const scope = buildWordScope(org.id);
  insert.run(Buffer.from(`0${scope}roo`), 2 << 1);
  insert.run(Buffer.from(`0${scope}rop`), 50_000 << 1);
  file.close();
  for (const order of ["newest", "relevance"] as const) {
    const { status, body } = await org.get(`/v1/recordings?search=door%20roo*&order=${order}`);
    t.is(status, 400);
    t.deepEqual(body, {
      message: "search contains words that are too common; use longer or fewer words",
      code: "INVALID_FIELD",
      field: "search",
    });
  }
});
