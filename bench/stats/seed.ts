import { randomBytes, randomUUIDv7 } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { connect, type Db } from "../../db/connect.js";
import { insertAll } from "../../db/insert.js";
import { migrate } from "../../db/migrate.js";
import { write } from "../../db/write.js";
import type { Services } from "../../graph/context.js";
import { DAY_POSITIONS } from "../../graph/cells.js";
import { createOrganization } from "../../graph/organizations.js";
import { counted } from "../../graph/rollups.js";
import { createVault } from "../../src/vault.js";
import { addPeople, type People } from "./people.js";
import { type Batch, Maker, randomFrom } from "./rows.js";

export const YEAR = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) - 1 };
/** As many days as the middle cells have, so that most cells are written once. */
const BATCH_DAYS = 8;
const ROWS = 5000;

/** What there is to know about a file of recordings. */
export interface Seeded extends People {
  file: string;
  count: number;
  organizationId: string;
  apiKey: string;
  secretKey: string;
  seconds: number;
  /** Of the file. */
  megabytes: number;
  /** Characters of text in a recording, on average. */
  textSize: number;
}

const fill = async (trx: Db, batch: Batch): Promise<void> => {
  for (const [table, rows] of Object.entries(batch) as [string, object[]][])
    for (let at = 0; at < rows.length; at += ROWS)
      await insertAll(trx, table, rows.slice(at, at + ROWS));
};

const textOf = (row: Record<string, unknown>): number =>
  [row["summary"], row["notes"], row["coaching"], row["process_summary"]]
    .map((text) => (typeof text === "string" ? text.length : 0))
    .reduce((sum, length) => sum + length, 0);

const make = async (file: string, count: number): Promise<Omit<Seeded, "file">> => {
  const started = performance.now();
  const db = connect(`sqlite:${file}`);
  await migrate(db);
  // A file that is not finished is thrown away, so nothing has to survive a crash.
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000"])
    await db.raw(`PRAGMA ${pragma}`);
  const secretKey = randomBytes(32);
  const services = {
    db,
    now: () => YEAR.from,
    newId: randomUUIDv7,
    randomBytes,
    vault: createVault(secretKey),
    publicUrl: "",
  } as unknown as Services;
  const made = await db.transaction((trx) => createOrganization(trx, services, "Bench"));
  const organizationId = made.organization.id;
  const people = await db.transaction((trx) => addPeople(trx, organizationId, YEAR.from));
  const maker = new Maker(organizationId, people, randomFrom(count));
  const [first, end] = [YEAR.from * 1000, (YEAR.to + 1) * 1000];
  const step = (end - first) / count;
  let textSize = 0;
  let done = 0;
  // In one transaction: each would write much of the indexes anew.
  await write(db, organizationId, async (trx) => {
    while (done < count) {
      const batch: Batch = { recordings: [], recording_tags: [], process_answers: [], reviews: [] };
      const span = BATCH_DAYS * DAY_POSITIONS;
      const until = Math.ceil((first + done * step + 1) / span) * span;
      for (; done < count && first + done * step < until; done += 1)
        maker.add(batch, Math.floor(first + done * step));
      await counted(trx, organizationId, batch.recordings, () => fill(trx, batch));
      for (const row of batch.recordings) textSize += textOf(row);
      console.error(`${done} of ${count}, ${Math.round((performance.now() - started) / 1000)} s`);
    }
  });
  await db.destroy();
  return {
    ...people,
    count,
    organizationId,
    apiKey: made.apiKey,
    secretKey: secretKey.toString("hex"),
    seconds: Math.round((performance.now() - started) / 1000),
    megabytes: Math.round(statSync(file).size / 1e6),
    textSize: Math.round(textSize / count),
  };
};

/** One organization with so many processed recordings of one year, made if it is not there yet. */
export const seeded = async (directory: string, count: number): Promise<Seeded> => {
  const file = join(directory, `stats-${count}.db`);
  const about = `${file}.json`;
  if (!existsSync(about)) {
    mkdirSync(dirname(file), { recursive: true });
    const unfinished = `${file}.unfinished`;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
    const facts = await make(unfinished, count);
    renameSync(unfinished, file);
    writeFileSync(about, JSON.stringify(facts));
  }
  return { ...(JSON.parse(readFileSync(about, "utf8")) as Omit<Seeded, "file">), file };
};
