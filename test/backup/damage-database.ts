import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import Database from "better-sqlite3";

const edit = (file: string, work: (db: Database.Database) => void): void => {
  const db = new Database(file);
  db.unsafeMode();
  work(db);
  db.close();
};

/** Overwrites the words of the search index. A server may run. */
export const damageSearchIndex = (file: string): void =>
  edit(file, (db) => db.exec("UPDATE search_index_data SET block = randomblob(60) WHERE id > 10"));

/** Makes an index lack a row of its table. The column is the index's last. */
export const removeIndexRow = (file: string, index: string, change: string): void => {
  let row: unknown[] = [];
  const select = "SELECT * FROM sqlite_master WHERE name = ?";
  edit(file, (db) => {
    db.pragma("writable_schema = ON");
    row = Object.values(db.prepare(select).get(index) as object);
    db.prepare("DELETE FROM sqlite_master WHERE name = ?").run(index);
  });
  edit(file, (db) => db.exec(change));
  edit(file, (db) => {
    db.pragma("writable_schema = ON");
    db.prepare("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)").run(row);
  });
};

const PAGE_BYTES = 4096;

/** Overwrites the first page of a table or index. No process may have the file open. */
export const overwriteRootPage = (file: string, name: string): void => {
  let page = 0;
  edit(file, (db) => {
    page = Number(
      db.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").pluck().get(name),
    );
    db.pragma("wal_checkpoint(TRUNCATE)");
  });
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, randomBytes(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(descriptor);
};
