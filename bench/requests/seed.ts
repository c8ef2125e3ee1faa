import { randomUUIDv7 } from "node:crypto";
import { join } from "node:path";
import type { Db } from "../../db/engine/connect.js";
import { insertAll } from "../../db/engine/insert-all.js";
import { upsertTranscript } from "../../db/recordings/transcript.js";
import { upsertUser } from "../../db/people/users.js";
import { write } from "../../db/engine/write.js";
import type { Services } from "../../graph/context/context.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { withStatsUpdated } from "../../graph/stats/rollups.js";
import { type CachedDatabase, createCachedDatabase } from "../shared/cached-database.js";
import { createSeededRandom } from "../shared/random.js";
import { type SeedRecordingRow, buildRecordingRow, buildTranscript } from "./rows.js";

const START = Date.UTC(2025, 0, 1);
const YEAR_MS = 365 * 86_400_000;
/** The order of organizations: of six recordings, four belong to the first and one to each other. */
const OWNER_TURNS = [0, 0, 0, 0, 1, 2];
const BATCH_ROWS = 30_000;
const ROWS = 5000;
const SAMPLE = 500;
const TRANSCRIPTS = 100;
export const PAGE_SIZE = 25;
const UTTERANCES = 500;
export const USERS = 20;
export const buildEmail = (index: number): string => `rep-${index}@example.com`;

/** The targets of the requests, all in the first organization. */
interface SeedFacts {
  rows: number;
  apiKey: string;
  /** IDs of recordings spread over the whole list. */
  ids: string[];
  /** IDs of recordings with a transcript. */
  transcriptIds: string[];
  /** The last page requested, and the time of the recording before it. */
  deepPage: number;
  deepCursor: string;
}

export type RequestsSeed = CachedDatabase<SeedFacts>;

interface Owner {
  organizationId: string;
  apiKey: string;
  userIds: string[];
}

const insertOwner = async (db: Db, services: Services, name: string): Promise<Owner> =>
  db.transaction(async (trx) => {
    const { organization, apiKey } = await createOrganization(trx, services, name);
    const userIds = Array.from({ length: USERS }, () => randomUUIDv7());
    for (const [index, id] of userIds.entries())
      await upsertUser(trx, organization.id, {
        id,
        email: buildEmail(index),
        name: `Rep ${index}`,
        role: "rep",
        active: true,
        now: START,
      });
    return { organizationId: organization.id, apiKey, userIds };
  });

const fillDatabase = async (
  db: Db,
  services: Services,
  rows: number,
  deep: number,
): Promise<SeedFacts> => {
  const random = createSeededRandom(rows);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const owners: Owner[] = [];
  for (const name of ["First", "Second", "Third"])
    owners.push(await insertOwner(db, services, name));
  const total = Math.ceil(rows / 4) * OWNER_TURNS.length;
  const step = Math.floor(YEAR_MS / total);
  const own: { id: string; createdAt: number }[] = [];
  // One transaction: several would each rewrite much of the indexes.
  await db.transaction(async (trx) => {
    for (let start = 0; start < total; start += BATCH_ROWS) {
      const batches = owners.map((): SeedRecordingRow[] => []);
      for (let index = start; index < Math.min(start + BATCH_ROWS, total); index += 1) {
        const which = OWNER_TURNS[index % OWNER_TURNS.length]!;
        const { organizationId, userIds } = owners[which]!;
        const createdAt = START + index * step;
        const row = buildRecordingRow(organizationId, pick(userIds), createdAt, random);
        batches[which]!.push(row);
        if (which === 0) own.push({ id: row.id, createdAt });
      }
      for (const [which, batch] of batches.entries()) {
        const { organizationId } = owners[which]!;
        await withStatsUpdated(trx, organizationId, batch, async () => {
          for (let from = 0; from < batch.length; from += ROWS)
            await insertAll(trx, "recordings", batch.slice(from, from + ROWS));
        });
      }
      console.error(`${Math.min(start + BATCH_ROWS, total)} of ${total} recordings`);
    }
  });
  const [{ organizationId, apiKey }] = owners as [Owner];
  const transcriptIds = Array.from({ length: TRANSCRIPTS }, () => pick(own).id);
  await write(db, organizationId, async (trx) => {
    for (const id of transcriptIds)
      await upsertTranscript(trx, organizationId, id, buildTranscript(UTTERANCES, "Rep", random));
  });
  await db.raw("ANALYZE");
  const deepPage = Math.min(deep, Math.floor(own.length / PAGE_SIZE));
  return {
    rows,
    apiKey,
    ids: Array.from({ length: SAMPLE }, () => pick(own).id),
    transcriptIds,
    deepPage,
    deepCursor: new Date(own.at(-(deepPage - 1) * PAGE_SIZE)!.createdAt).toISOString(),
  };
};

/** Returns a database of three organizations: the first with `count` processed recordings, the others with a quarter. */
export const seedRequests = async (
  directory: string,
  rows: number,
  deep: number,
): Promise<RequestsSeed> =>
  createCachedDatabase(join(directory, `requests-${rows}.db`), START, (db, services) =>
    fillDatabase(db, services, rows, deep),
  );
