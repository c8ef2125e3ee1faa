import { randomUUIDv7 } from "node:crypto";
import { join } from "node:path";
import type { Db } from "../../db/connect.js";
import { insertAll } from "../../db/insert.js";
import { putTranscript } from "../../db/transcripts.js";
import { upsertUser } from "../../db/users.js";
import { write } from "../../db/write.js";
import type { Services } from "../../graph/context.js";
import { createOrganization } from "../../graph/organizations.js";
import { counted } from "../../graph/rollups.js";
import { type Made, made } from "../shared/made.js";
import { randomFrom } from "../shared/random.js";
import { type RecordingRow, rowOf, transcriptOf } from "./rows.js";

const START = Date.UTC(2025, 0, 1);
const YEAR_MS = 365 * 86_400_000;
/** In six recordings: four of the first organization and one of each other one, as in life by turns. */
const OWNERS = [0, 0, 0, 0, 1, 2];
const BATCH = 30_000;
const ROWS = 5000;
const SAMPLE = 500;
const TRANSCRIPTS = 100;
export const PAGE = 25;
export const UTTERANCES = 500;
export const USERS = 20;
export const emailOf = (index: number): string => `rep-${index}@example.com`;

/** What is asked for: all of it of the first organization. */
interface Facts {
  rows: number;
  apiKey: string;
  /** Of recordings from all over the list. */
  ids: string[];
  /** Of recordings with a transcript. */
  transcriptIds: string[];
  /** The page furthest down that is asked for, and the time of the last recording before it. */
  deepPage: number;
  deepCursor: string;
}

export type Seeded = Made<Facts>;

interface Owner {
  organizationId: string;
  apiKey: string;
  userIds: string[];
}

const addOwner = async (db: Db, services: Services, name: string): Promise<Owner> =>
  db.transaction(async (trx) => {
    const { organization, apiKey } = await createOrganization(trx, services, name);
    const userIds = Array.from({ length: USERS }, () => randomUUIDv7());
    for (const [index, id] of userIds.entries())
      await upsertUser(trx, organization.id, {
        id,
        email: emailOf(index),
        name: `Rep ${index}`,
        role: "rep",
        active: true,
        now: START,
      });
    return { organizationId: organization.id, apiKey, userIds };
  });

const fill = async (db: Db, services: Services, rows: number, deep: number): Promise<Facts> => {
  const random = randomFrom(rows);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const owners: Owner[] = [];
  for (const name of ["First", "Second", "Third"]) owners.push(await addOwner(db, services, name));
  const total = Math.ceil(rows / 4) * OWNERS.length;
  const step = Math.floor(YEAR_MS / total);
  const own: { id: string; createdAt: number }[] = [];
  // In one transaction: each would write much of the indexes anew.
  await db.transaction(async (trx) => {
    for (let at = 0; at < total; at += BATCH) {
      const batches = owners.map((): RecordingRow[] => []);
      for (let index = at; index < Math.min(at + BATCH, total); index += 1) {
        const which = OWNERS[index % OWNERS.length]!;
        const { organizationId, userIds } = owners[which]!;
        const createdAt = START + index * step;
        const row = rowOf(organizationId, pick(userIds), createdAt, random);
        batches[which]!.push(row);
        if (which === 0) own.push({ id: row.id, createdAt });
      }
      for (const [which, batch] of batches.entries()) {
        const { organizationId } = owners[which]!;
        await counted(trx, organizationId, batch, async () => {
          for (let from = 0; from < batch.length; from += ROWS)
            await insertAll(trx, "recordings", batch.slice(from, from + ROWS));
        });
      }
      console.error(`${Math.min(at + BATCH, total)} of ${total} recordings`);
    }
  });
  const [{ organizationId, apiKey }] = owners as [Owner];
  const transcriptIds = Array.from({ length: TRANSCRIPTS }, () => pick(own).id);
  await write(db, organizationId, async (trx) => {
    for (const id of transcriptIds)
      await putTranscript(trx, organizationId, id, transcriptOf(UTTERANCES, "Rep", random));
  });
  await db.raw("ANALYZE");
  const deepPage = Math.min(deep, Math.floor(own.length / PAGE));
  return {
    rows,
    apiKey,
    ids: Array.from({ length: SAMPLE }, () => pick(own).id),
    transcriptIds,
    deepPage,
    deepCursor: new Date(own.at(-(deepPage - 1) * PAGE)!.createdAt).toISOString(),
  };
};

/** Three organizations: the first with so many processed recordings, the others with a quarter each. */
export const seeded = async (directory: string, rows: number, deep: number): Promise<Seeded> =>
  made(join(directory, `requests-${rows}.db`), START, (db, services) =>
    fill(db, services, rows, deep),
  );
