import { join } from "node:path";
import type { Db } from "../../db/engine/connect.js";
import { insertAll } from "../../db/engine/insert-all.js";
import { write } from "../../db/engine/write.js";
import { DAY_MICROSECONDS } from "../../graph/stats/buckets.js";
import type { Services } from "../../graph/context/context.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { withStatsUpdated } from "../../graph/stats/rollups.js";
import { type CachedDatabase, createCachedDatabase } from "../shared/cached-database.js";
import { createSeededRandom } from "../shared/random.js";
import { insertPeople, type People } from "./people.js";
import { type RecordingBatch, RecordingMaker } from "./recording-maker.js";

export const YEAR = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) - 1 };
/** The length of the middle buckets, so that most buckets are written once. */
const BATCH_DAYS = 8;
const INSERT_ROWS = 5000;

/** Facts about a file of recordings. */
export type StatsSeed = CachedDatabase<
  People & {
    count: number;
    organizationId: string;
    apiKey: string;
    /** The average number of characters per recording. */
    textSize: number;
  }
>;

const insertBatch = async (trx: Db, batch: RecordingBatch): Promise<void> => {
  for (const [table, rows] of Object.entries(batch) as [string, object[]][])
    for (let start = 0; start < rows.length; start += INSERT_ROWS)
      await insertAll(trx, table, rows.slice(start, start + INSERT_ROWS));
};

const countCharacters = (row: Record<string, unknown>): number =>
  [row["summary"], row["notes"], row["coaching"], row["process_summary"]]
    .map((text) => (typeof text === "string" ? text.length : 0))
    .reduce((sum, length) => sum + length, 0);

const fillYear = async (db: Db, services: Services, count: number) => {
  const started = performance.now();
  const { organization, apiKey } = await db.transaction((trx) =>
    createOrganization(trx, services, "Bench"),
  );
  const organizationId = organization.id;
  const people = await db.transaction((trx) => insertPeople(trx, organizationId, YEAR.from));
  const maker = new RecordingMaker(organizationId, people, createSeededRandom(count));
  const [first, end] = [YEAR.from * 1000, (YEAR.to + 1) * 1000];
  const step = (end - first) / count;
  let textSize = 0;
  let done = 0;
  // One transaction: several would each rewrite much of the indexes.
  await write(db, organizationId, async (trx) => {
    while (done < count) {
      const batch: RecordingBatch = {
        recordings: [],
        recording_tags: [],
        process_answers: [],
        reviews: [],
      };
      const span = BATCH_DAYS * DAY_MICROSECONDS;
      const until = Math.ceil((first + done * step + 1) / span) * span;
      for (; done < count && first + done * step < until; done += 1)
        maker.addRecording(batch, Math.floor(first + done * step));
      await withStatsUpdated(trx, organizationId, batch.recordings, () => insertBatch(trx, batch));
      for (const row of batch.recordings) textSize += countCharacters(row);
      const { updated_position: last_position } = batch.recordings.at(-1)!;
      await trx("organizations").where("id", organizationId).update({ last_position });
      console.error(`${done} of ${count}, ${Math.round((performance.now() - started) / 1000)} s`);
    }
  });
  return { ...people, count, organizationId, apiKey, textSize: Math.round(textSize / count) };
};

/** Returns a database of one organization with processed recordings of one year. Creates it if missing. */
export const seedStats = async (directory: string, count: number): Promise<StatsSeed> =>
  createCachedDatabase(join(directory, `stats-${count}.db`), YEAR.from, (db, services) =>
    fillYear(db, services, count),
  );
