import { join } from "node:path";
import type { Db } from "../../db/connect.js";
import { insertAll } from "../../db/insert.js";
import { write } from "../../db/write.js";
import { DAY_POSITIONS } from "../../graph/cells.js";
import type { Services } from "../../graph/context.js";
import { createOrganization } from "../../graph/organizations.js";
import { counted } from "../../graph/rollups.js";
import { type Made, made } from "../shared/made.js";
import { randomFrom } from "../shared/random.js";
import { addPeople, type People } from "./people.js";
import { type Batch, Maker } from "./rows.js";

export const YEAR = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) - 1 };
/** As many days as the middle cells have, so that most cells are written once. */
const BATCH_DAYS = 8;
const ROWS = 5000;

/** What there is to know about a file of recordings. */
export type Seeded = Made<
  People & {
    count: number;
    organizationId: string;
    apiKey: string;
    /** Characters of text in a recording, on average. */
    textSize: number;
  }
>;

const fill = async (trx: Db, batch: Batch): Promise<void> => {
  for (const [table, rows] of Object.entries(batch) as [string, object[]][])
    for (let at = 0; at < rows.length; at += ROWS)
      await insertAll(trx, table, rows.slice(at, at + ROWS));
};

const textOf = (row: Record<string, unknown>): number =>
  [row["summary"], row["notes"], row["coaching"], row["process_summary"]]
    .map((text) => (typeof text === "string" ? text.length : 0))
    .reduce((sum, length) => sum + length, 0);

const fillYear = async (db: Db, services: Services, count: number) => {
  const started = performance.now();
  const { organization, apiKey } = await db.transaction((trx) =>
    createOrganization(trx, services, "Bench"),
  );
  const organizationId = organization.id;
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
      const { updated_position: last_position } = batch.recordings.at(-1)!;
      await trx("organizations").where("id", organizationId).update({ last_position });
      console.error(`${done} of ${count}, ${Math.round((performance.now() - started) / 1000)} s`);
    }
  });
  return { ...people, count, organizationId, apiKey, textSize: Math.round(textSize / count) };
};

/** One organization with so many processed recordings of one year, made if it is not there yet. */
export const seeded = async (directory: string, count: number): Promise<Seeded> =>
  made(join(directory, `stats-${count}.db`), YEAR.from, (db, services) =>
    fillYear(db, services, count),
  );
