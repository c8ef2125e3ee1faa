import { join } from "node:path";
import type { Db } from "../../db/engine/connect.js";
import { insertAll } from "../../db/engine/insert-all.js";
import { withSearchUpdated } from "../../db/search/search-index.js";
import { upsertTranscript } from "../../db/recordings/transcript.js";
import { write } from "../../db/engine/write.js";
import type { Services } from "../../graph/context/context.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { type CachedDatabase, createCachedDatabase } from "../shared/cached-database.js";
import { createSeededRandom } from "../shared/random.js";
import { insertPeople } from "../stats/people.js";
import { type RecordingBatch, RecordingMaker } from "../stats/recording-maker.js";
import { YEAR } from "../stats/seed.js";

const RECORDING_WORDS = 300;
const UTTERANCE_WORDS = 15;
const VOCABULARY_WORDS = 20_000;
const BATCH_RECORDINGS = 1000;

/** A word, the number of recordings that contain it, and the number of all recordings. */
export const TERMS = [
  { word: "rareterm", every: 10_000, goal: 5 },
  { word: "someterm", every: 100, goal: 30 },
  { word: "manyterm", every: 10, goal: 150 },
] as const;

export type SearchSeed = CachedDatabase<{
  count: number;
  organizationId: string;
  apiKey: string;
  internalToken: string;
}>;

const VOWELS = "aeiou";
const CONSONANTS = "bcdfgklmnprstvz";

/** Builds a distinct word for each number. */
const buildPseudoWord = (number: number): string => {
  let word = "";
  for (let rest = number + 75; rest > 0; rest = Math.floor(rest / 75))
    word += CONSONANTS[Math.floor((rest % 75) / 5)]! + VOWELS[rest % 5]!;
  return word;
};

const vocabulary = Array.from({ length: VOCABULARY_WORDS }, (_, index) => buildPseudoWord(index));

/** Builds a text whose word frequencies follow a natural language: the first words are the most common. */
const pickWords = (random: () => number, index: number): string[] => {
  const words = Array.from(
    { length: RECORDING_WORDS },
    () => vocabulary[Math.floor(Math.exp(random() * Math.log(VOCABULARY_WORDS))) - 1]!,
  );
  for (const { word, every } of TERMS)
    if (index % every === 7 % every) words[Math.floor(random() * RECORDING_WORDS)] = word;
  return words;
};

const buildUtterances = (words: readonly string[]) =>
  Array.from({ length: RECORDING_WORDS / UTTERANCE_WORDS }, (_, index) => ({
    speaker: index % 2 === 0 ? "Robin" : "Alex",
    role: index % 2 === 0 ? ("rep" as const) : ("client" as const),
    text: words.slice(index * UTTERANCE_WORDS, (index + 1) * UTTERANCE_WORDS).join(" "),
    start: index * 6000,
    end: index * 6000 + 5500,
  }));

const fillDatabase = async (db: Db, services: Services, count: number) => {
  const { organization, apiKey, internalToken } = await db.transaction((trx) =>
    createOrganization(trx, services, "Bench"),
  );
  const { id } = organization;
  const people = await db.transaction((trx) => insertPeople(trx, id, YEAR.from));
  const random = createSeededRandom(count);
  const maker = new RecordingMaker(id, people, random);
  const step = Math.floor(((YEAR.to - YEAR.from) * 1000) / count);
  for (let done = 0; done < count;) {
    const batch: RecordingBatch = {
      recordings: [],
      recording_tags: [],
      process_answers: [],
      reviews: [],
    };
    const first = done;
    for (; done < count && done < first + BATCH_RECORDINGS; done += 1)
      maker.addRecording(batch, YEAR.from * 1000 + done * step);
    const ids = batch.recordings.map((recording) => recording.id);
    await write(db, id, async (trx) =>
      withSearchUpdated(trx, id, ids, async () => {
        await insertAll(trx, "recordings", batch.recordings);
        await insertAll(trx, "recording_tags", batch.recording_tags);
        for (const [index, recordingId] of ids.entries())
          await upsertTranscript(
            trx,
            id,
            recordingId,
            buildUtterances(pickWords(random, first + index)),
          );
      }),
    );
    if (done % 10_000 === 0) console.error(`${done} of ${count}`);
  }
  return { count, organizationId: id, apiKey, internalToken };
};

/** Returns a database of one organization with processed recordings and transcripts. Creates it if missing. */
export const seedSearch = async (directory: string, count: number): Promise<SearchSeed> =>
  createCachedDatabase(join(directory, `search-${count}.db`), YEAR.from, (db, services) =>
    fillDatabase(db, services, count),
  );
