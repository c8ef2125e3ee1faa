import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import Database from "better-sqlite3";
import { connect } from "../../db/engine/connect.js";

const MB = 1024 * 1024;

test("the WAL shrinks again after a long read", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-log-"));
  const file = join(directory, "debrief.db");
  const db = connect(`sqlite:${file}`);
  const reader = new Database(file);
  t.teardown(async () => {
    reader.close();
    await db.destroy();
    rmSync(directory, { recursive: true, force: true });
  });
  const logBytes = (): number => statSync(`${file}-wal`).size;
  const write = (bytes: number): Promise<unknown> =>
    db.raw("INSERT INTO kept VALUES (zeroblob(?))", [bytes]);
  await db.raw("CREATE TABLE kept (bytes BLOB)");
  // Holds a read transaction, as VACUUM INTO does during a backup.
  reader.exec("BEGIN; SELECT * FROM kept");
  for (let count = 0; count < 20; count += 1) await write(MB);
  t.true(logBytes() > 20 * MB, "an open read transaction prevents a checkpoint");
  reader.exec("COMMIT");
  // The first write checkpoints the WAL, the next restarts it.
  for (let count = 0; count < 3; count += 1) await write(1);
  t.true(logBytes() <= 16 * MB, `${logBytes()} bytes`);
});
