import { join } from "node:path";
import type { Db } from "../../db/connect.js";
import { insertAll } from "../../db/insert.js";
import { indexed } from "../../db/search-index.js";
import { putTranscript } from "../../db/transcripts.js";
import { write } from "../../db/write.js";
import type { Services } from "../../graph/context.js";
import { createOrganization } from "../../graph/organizations.js";
import { type Made, made } from "../shared/made.js";
import { randomFrom } from "../shared/random.js";
import { addPeople } from "../stats/people.js";
import { type Batch, Maker } from "../stats/rows.js";
import { YEAR } from "../stats/seed.js";

const WORDS = 300;
const UTTERANCE = 15;
const VOCABULARY = 20_000;
const BATCH = 1000;

/** A word, and in how many recordings it is, of how many. */
export const TERMS = [
  { word: "rareterm", every: 10_000, goal: 5 },
  { word: "someterm", every: 100, goal: 30 },
  { word: "manyterm", every: 10, goal: 150 },
] as const;

export type Seeded = Made<{ count: number; organizationId: string; apiKey: string }>;

const VOWELS = "aeiou";
const CONSONANTS = "bcdfgklmnprstvz";

/** Another word for each number. */
const wordOf = (number: number): string => {
  let word = "";
  for (let rest = number + 75; rest > 0; rest = Math.floor(rest / 75))
    word += CONSONANTS[Math.floor((rest % 75) / 5)]! + VOWELS[rest % 5]!;
  return word;
};

const vocabulary = Array.from({ length: VOCABULARY }, (_, index) => wordOf(index));

/** So many words, the first of the vocabulary by far the most often, as in a language. */
const spoken = (random: () => number, index: number): string[] => {
  const words = Array.from(
    { length: WORDS },
    () => vocabulary[Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1]!,
  );
  for (const { word, every } of TERMS)
    if (index % every === 7 % every) words[Math.floor(random() * WORDS)] = word;
  return words;
};

const utterances = (words: readonly string[]) =>
  Array.from({ length: WORDS / UTTERANCE }, (_, index) => ({
    speaker: index % 2 === 0 ? "Robin" : "Alex",
    role: index % 2 === 0 ? ("rep" as const) : ("client" as const),
    text: words.slice(index * UTTERANCE, (index + 1) * UTTERANCE).join(" "),
    start: index * 6000,
    end: index * 6000 + 5500,
  }));

const fill = async (db: Db, services: Services, count: number) => {
  const { organization, apiKey } = await db.transaction((trx) =>
    createOrganization(trx, services, "Bench"),
  );
  const { id } = organization;
  const people = await db.transaction((trx) => addPeople(trx, id, YEAR.from));
  const random = randomFrom(count);
  const maker = new Maker(id, people, random);
  const step = Math.floor(((YEAR.to - YEAR.from) * 1000) / count);
  for (let done = 0; done < count;) {
    const batch: Batch = { recordings: [], recording_tags: [], process_answers: [], reviews: [] };
    const first = done;
    for (; done < count && done < first + BATCH; done += 1)
      maker.add(batch, YEAR.from * 1000 + done * step);
    const ids = batch.recordings.map((recording) => recording.id);
    await write(db, id, async (trx) =>
      indexed(trx, id, ids, async () => {
        await insertAll(trx, "recordings", batch.recordings);
        await insertAll(trx, "recording_tags", batch.recording_tags);
        for (const [index, recordingId] of ids.entries())
          await putTranscript(trx, id, recordingId, utterances(spoken(random, first + index)));
      }),
    );
    if (done % 10_000 === 0) console.error(`${done} of ${count}`);
  }
  return { count, organizationId: id, apiKey };
};

/** One organization with so many processed recordings and their transcripts, made if it is not there yet. */
export const seeded = async (directory: string, count: number): Promise<Seeded> =>
  made(join(directory, `search-${count}.db`), YEAR.from, (db, services) =>
    fill(db, services, count),
  );
