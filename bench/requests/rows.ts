import { randomUUIDv7 } from "node:crypto";
import { buildLookupKey } from "../../db/engine/lookup-key.js";
import type { StoredUtterance } from "../../db/recordings/transcript.js";

const WORDS =
  "the rep opened with rapport then asked about roof age and insurance before presenting options price objection handled by payment plan next step site visit on tuesday customer wants warranty details in writing".split(
    " ",
  );

const SUMMARY_CHARACTERS = 250;
const NAME_CHARACTERS = 18;
const UTTERANCE_CHARACTERS = 80;

const buildText = (length: number, random: () => number): string => {
  let text = "";
  while (text.length < length) text += `${WORDS[Math.floor(random() * WORDS.length)]} `;
  return `${text.slice(0, length - 1)}.`;
};

/** Creates an ID as the program would at that time, so that keys sort realistically. */
const buildIdAt = (ms: number): string => {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`;
};

export type SeedRecordingRow = { id: string; position: number } & Record<string, unknown>;

/** Builds a processed recording as the functions of db/ write it. */
export const buildRecordingRow = (
  organizationId: string,
  userId: string,
  createdAt: number,
  random: () => number,
): SeedRecordingRow => {
  const below = (count: number): number => Math.floor(random() * count);
  const id = buildIdAt(createdAt);
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
    call_key: buildLookupKey(`call-${id}`),
    name: `Call with ${buildText(NAME_CHARACTERS, random)}`,
    user_id: userId,
    started_at: createdAt - spoken,
    duration: spoken,
    custom_fields: "{}",
    processed_position: createdAt * 1000,
    summary: buildText(SUMMARY_CHARACTERS, random),
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

/** Builds utterances, alternating between the rep and another speaker. */
export const buildTranscript = (
  count: number,
  rep: string,
  random: () => number,
): StoredUtterance[] =>
  Array.from({ length: count }, (_, index) => ({
    speaker: index % 2 === 0 ? rep : "Client",
    role: index % 2 === 0 ? "rep" : "other",
    text: buildText(UTTERANCE_CHARACTERS, random),
    start: index * 4000,
    end: index * 4000 + 3500,
  }));
