import { join } from "node:path";
import type { Db } from "../../db/engine/connect.js";
import { insertAll } from "../../db/engine/insert-all.js";
import { write } from "../../db/engine/write.js";
import { updateMeaningScan } from "../../db/organizations/meaning-scan.js";
import { storeSentenceVectors } from "../../db/recordings/sentence-vectors.js";
import { upsertTranscript } from "../../db/recordings/transcript.js";
import type { Services } from "../../graph/context/context.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { createCachedDatabase } from "../shared/cached-database.js";
import { createSeededRandom } from "../shared/random.js";
import { insertPeople } from "../stats/people.js";
import { type RecordingBatch, RecordingMaker } from "../stats/recording-maker.js";
import { YEAR } from "../stats/seed.js";
import type { BenchCall } from "./calls.js";

/** The calls of the organization whose meanings are prepared during the benchmark: more than it has time for. */
const UNPREPARED_CALLS = 1_500;
const BATCH_CALLS = 500;

interface BenchOrganization {
  calls: number;
  apiKey: string;
  internalToken: string;
}

interface FilledOrganization {
  name: string;
  count: number;
  isPrepared: boolean;
}

/** The server keeps the meanings of the latest sentences: repeated ones would need no model. */
const numberLines = (lines: BenchCall["lines"], number: number): BenchCall["lines"] =>
  lines.map((line) => ({ ...line, text: `${line.text.replace(/[.?!]+$/, "")} ${number}.` }));

const fillOrganization = async (
  db: Db,
  services: Services,
  calls: readonly BenchCall[],
  { name, count, isPrepared }: FilledOrganization,
): Promise<BenchOrganization> => {
  const { organization, apiKey, internalToken } = await db.transaction((trx) =>
    createOrganization(trx, services, name),
  );
  const { id } = organization;
  const people = await db.transaction((trx) => insertPeople(trx, id, YEAR.from));
  const maker = new RecordingMaker(id, people, createSeededRandom(count));
  const step = Math.floor(((YEAR.to - YEAR.from) * 1000) / count);
  for (let done = 0; done < count;) {
    const batch: RecordingBatch = {
      recordings: [],
      recording_tags: [],
      process_answers: [],
      reviews: [],
    };
    const first = done;
    for (; done < count && done < first + BATCH_CALLS; done += 1)
      maker.addRecording(batch, YEAR.from * 1000 + done * step);
    const rows = batch.recordings.map((recording, index) => ({
      recordingId: recording.id,
      call: calls[(first + index) % calls.length]!,
    }));
    await write(db, id, async (trx) => {
      await insertAll(trx, "recordings", batch.recordings);
      for (const [index, { recordingId, call }] of rows.entries())
        await upsertTranscript(
          trx,
          id,
          recordingId,
          isPrepared ? call.lines : numberLines(call.lines, first + index),
        );
      if (isPrepared)
        await storeSentenceVectors(
          trx,
          id,
          rows.map(({ recordingId, call }) => ({ recordingId, vectors: call.vectors })),
        );
    });
  }
  if (isPrepared) await write(db, id, (trx) => updateMeaningScan(trx, id, 0));
  return { calls: count, apiKey, internalToken };
};

/** Creates a database with organizations that can be searched by meaning, and one that is still to be prepared. */
export const seedMeaning = async (
  directory: string,
  calls: readonly BenchCall[],
  counts: readonly number[],
) =>
  createCachedDatabase(join(directory, "meaning.db"), YEAR.from, async (db, services) => {
    const searched: BenchOrganization[] = [];
    for (const count of counts)
      searched.push(
        await fillOrganization(db, services, calls, {
          name: `${count} calls`,
          count,
          isPrepared: true,
        }),
      );
    const unprepared = await fillOrganization(db, services, calls, {
      name: "Unprepared",
      count: UNPREPARED_CALLS,
      isPrepared: false,
    });
    return { searched, unprepared };
  });

export type MeaningSeed = Awaited<ReturnType<typeof seedMeaning>>;
