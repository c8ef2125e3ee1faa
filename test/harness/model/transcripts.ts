import { moveComments } from "./comments.js";
import { resolveInStatus } from "./recordings.js";
import { isDeepStrictEqual } from "node:util";
import type { TestUtterance } from "../../helpers/recordings/measure-call.js";
import { buildInvalidField, Refusal } from "./refusal.js";
import { awaitSearch } from "./trackers.js";
import { moveInLine } from "./words.js";
import type { Organization, Recording, World } from "./world.js";

const DAY_MS = 86_400_000;

const replaceLines = (
  world: World,
  org: Organization,
  recording: Recording,
  transcript: TestUtterance[],
): void => {
  moveComments(org, recording, (words) =>
    moveInLine(recording.transcript[words.line]!.text, transcript[words.line]!.text, words),
  );
  const original = recording.originalTranscript ?? recording.transcript;
  Object.assign(recording, {
    transcript,
    originalTranscript: isDeepStrictEqual(transcript, original) ? null : original,
    updatedAt: world.now,
  });
  awaitSearch(recording);
};

const resolveCorrectable = (org: Organization, id: string): Recording => {
  const recording = resolveInStatus(org, id, "processed");
  if (recording.isTranscriptRemoved || recording.transcript.length === 0)
    throw new Refusal("CONFLICT");
  return recording;
};

export interface CorrectionInput {
  index: number;
  expectedText: string;
  text: string;
}

/** Corrects the text of a line. */
export const correctUtterance = (
  world: World,
  org: Organization,
  id: string,
  { index, expectedText, text }: CorrectionInput,
): Recording => {
  const recording = resolveCorrectable(org, id);
  const { transcript } = recording;
  if (text === "") throw buildInvalidField("text");
  const line = transcript[index];
  if (!line) throw buildInvalidField("index");
  if (line.text !== expectedText) throw new Refusal("CONFLICT", "expectedText");
  if (text !== expectedText)
    replaceLines(world, org, recording, transcript.with(index, { ...line, text }));
  return recording;
};

const OTHER_SIDE = { rep: "client", client: "rep", other: "other" } as const;

/** Exchanges the rep and the client. */
export const swapSides = (world: World, org: Organization, id: string): Recording => {
  const recording = resolveCorrectable(org, id);
  const { transcript } = recording;
  if (transcript.every(({ role }) => role === "other")) throw new Refusal("CONFLICT");
  const swapped = transcript.map((line) => ({ ...line, role: OTHER_SIDE[line.role] }));
  replaceLines(world, org, recording, swapped);
  return recording;
};

export const undoCorrections = (world: World, org: Organization, id: string): Recording => {
  const recording = resolveInStatus(org, id, "processed");
  const { originalTranscript } = recording;
  if (originalTranscript) replaceLines(world, org, recording, originalTranscript);
  return recording;
};

/** Removes the transcripts of processed calls that are older. Their metrics stay, and their hits without quotes. */
export const removeTranscripts = (world: World, org: Organization, days: number): void => {
  for (const recording of org.recordings) {
    const { status, createdAt, transcript } = recording;
    if (status !== "processed" || createdAt >= world.now - days * DAY_MS) continue;
    if (transcript.length === 0 || recording.isTranscriptRemoved) continue;
    moveComments(org, recording, () => undefined);
    Object.assign(recording, {
      isTranscriptRemoved: true,
      originalTranscript: null,
      updatedAt: world.now,
      waitsForSearch: null,
      // Earlier analyses quote the call, too.
      formerAnswers: new Map(),
      hits: recording.hits.map((hit) => ({ ...hit, quote: null })),
    });
  }
};
