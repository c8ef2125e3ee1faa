import { randomUUIDv7 } from "node:crypto";
import { keyOf } from "../../db/key.js";
import type { StoredUtterance } from "../../db/transcripts.js";

const WORDS =
  "the rep opened with rapport then asked about roof age and insurance before presenting options price objection handled by payment plan next step site visit on tuesday customer wants warranty details in writing".split(
    " ",
  );

const SUMMARY = 250;
const NAME = 18;
const UTTERANCE = 80;

export const textOf = (length: number, random: () => number): string => {
  let text = "";
  while (text.length < length) text += `${WORDS[Math.floor(random() * WORDS.length)]} `;
  return `${text.slice(0, length - 1)}.`;
};

/** An id as the program gives at that time, so that a key has its place among the others. */
const idAt = (ms: number): string => {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`;
};

export type RecordingRow = { id: string; position: number } & Record<string, unknown>;

/** A processed recording as the functions of db/ write it. */
export const rowOf = (
  organizationId: string,
  userId: string,
  createdAt: number,
  random: () => number,
): RecordingRow => {
  const below = (count: number): number => Math.floor(random() * count);
  const id = idAt(createdAt);
  const spoken = 60_000 + below(3_000_000);
  const waits = 5 + below(75);
  return {
    organization_id: organizationId,
    id,
    position: createdAt * 1000,
    updated_position: createdAt * 1000,
    status: "processed",
    source: "dialer",
    call_id: `call-${id}`,
    call_key: keyOf(`call-${id}`),
    name: `Call with ${textOf(NAME, random)}`,
    user_id: userId,
    started_at: createdAt - spoken,
    duration: spoken,
    custom_fields: "{}",
    processed_position: createdAt * 1000,
    summary: textOf(SUMMARY, random),
    notes: "",
    closed: below(4) === 0 ? 1 : 0,
    talk_ms: below(spoken),
    spoken_ms: spoken,
    rep_words: Math.floor(spoken / 800),
    conversation_switches: 2 * waits,
    questions_asked: below(30),
    waited_ms: waits * below(2000),
    waited_count: waits,
  };
};

/** So many utterances, by turns of the rep and of another. */
export const transcriptOf = (count: number, rep: string, random: () => number): StoredUtterance[] =>
  Array.from({ length: count }, (_, index) => ({
    speaker: index % 2 === 0 ? rep : "Client",
    role: index % 2 === 0 ? "rep" : "other",
    text: textOf(UTTERANCE, random),
    start: index * 4000,
    end: index * 4000 + 3500,
  }));
