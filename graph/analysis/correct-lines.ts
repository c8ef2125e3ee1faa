import type {
  SpeakerRole,
  StoredUtterance,
  TranscriptRow,
} from "../../db/recordings/transcript.js";
import { conflict, invalidField } from "../core/errors.js";
import { nameSpeaker } from "../recordings/speaker-names.js";
import { LABELS_BY_ROLE, roleOfLabel } from "../recordings/transcript-formats/speaker-labels.js";

/** Corrections can't make a transcript larger than a request can send. */
const MAX_TRANSCRIPT_BYTES = 10 * 1024 * 1024;

/** Returns the corrected lines, in transcript order. Unchanged lines are the same objects. */
export type CorrectLines = (transcript: TranscriptRow) => StoredUtterance[];

const isLine = (utterances: readonly StoredUtterance[], index: number): boolean =>
  index >= 0 && index < utterances.length;

const measureText = (utterances: readonly StoredUtterance[]): number =>
  utterances.reduce(
    (sum, { speaker, text }) => sum + Buffer.byteLength(text) + Buffer.byteLength(speaker),
    0,
  );

/** @throws INVALID_FIELD if the correction makes the transcript too long */
const validateGrowth = (
  before: readonly StoredUtterance[],
  after: readonly StoredUtterance[],
  field: string,
): void => {
  const bytes = measureText(after);
  if (bytes > MAX_TRANSCRIPT_BYTES && bytes > measureText(before))
    throw invalidField(field, `makes the transcript longer than ${MAX_TRANSCRIPT_BYTES} bytes`);
};

/** Returns a label such as `Agent` as the label of the speaker's new side. Leaves names unchanged. */
const labelForRole = (speaker: string, role: SpeakerRole): string => {
  const side = roleOfLabel(speaker);
  return side === "other" || side === role ? speaker : LABELS_BY_ROLE[role];
};

/** What a person writes is no longer what debrief repaired. */
const withText = ({ heard: _heard, ...line }: StoredUtterance, text: string): StoredUtterance => ({
  ...line,
  text,
});

/** Writes repaired lines as they were heard; without `lines`, all of them. @throws INVALID_FIELD, CONFLICT */
export const restoreHeard =
  (lines: readonly number[] | undefined): CorrectLines =>
  ({ utterances }) => {
    for (const [position, index] of (lines ?? []).entries()) {
      const field = `lines.${position}`;
      if (!isLine(utterances, index)) throw invalidField(field, "must be the index of a line");
      if (utterances[index]!.heard === undefined)
        throw conflict("has no repaired words: the transcript has changed since", field);
    }
    const chosen = lines && new Set(lines);
    return utterances.map((line, index) =>
      line.heard !== undefined && (chosen?.has(index) ?? true) ? withText(line, line.heard) : line,
    );
  };

/** Replaces the text of a line. @throws CONFLICT if the caller has read an older text, INVALID_FIELD */
export const replaceText =
  ({
    index,
    expectedText,
    text,
  }: {
    index: number;
    expectedText: string;
    text: string;
  }): CorrectLines =>
  ({ utterances }) => {
    if (text.trim() === "") throw invalidField("text", "must not be empty");
    if (!isLine(utterances, index)) throw invalidField("index", "must be the index of a line");
    if (utterances[index]!.text !== expectedText)
      throw conflict(
        "isn't the line's current text: the line has been changed meanwhile",
        "expectedText",
      );
    if (text === expectedText) return utterances;
    const corrected = utterances.with(index, withText(utterances[index]!, text));
    validateGrowth(utterances, corrected, "text");
    return corrected;
  };

/** Exchanges the rep and the client. @throws CONFLICT if neither speaks */
export const swapRoles: CorrectLines = ({ utterances }) => {
  if (utterances.every(({ role }) => role === "other"))
    throw conflict("The transcript has no line by the rep or the client");
  return utterances.map((utterance) => {
    if (utterance.role === "other") return utterance;
    const role = utterance.role === "rep" ? "client" : "rep";
    return { ...utterance, role, speaker: labelForRole(utterance.speaker, role) };
  });
};

export interface SpeakerAssignment {
  /** The speaker as the transcript shows it, and its role. */
  speaker: string;
  currentRole: SpeakerRole;
  role: SpeakerRole;
  /** Undefined: the name on the side's other lines, else the name sent. */
  name?: string | undefined;
  /** Indexes of lines of the speaker; undefined: all of them. */
  lines?: readonly number[] | undefined;
}

/** Returns the most frequent name; undefined without lines. */
const findMostUsed = (names: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
};

/** Assigns a speaker's lines to another side or name. @throws CONFLICT, INVALID_FIELD */
export const assignLines =
  ({ speaker, currentRole, role, name, lines }: SpeakerAssignment): CorrectLines =>
  (transcript) => {
    const { utterances } = transcript;
    if (name?.trim() === "") throw invalidField("name", "must not be empty");
    const isSpokenBy = (utterance: StoredUtterance): boolean =>
      utterance.role === currentRole && nameSpeaker(transcript, utterance) === speaker;
    for (const [position, index] of (lines ?? []).entries()) {
      const field = `lines.${position}`;
      if (!isLine(utterances, index)) throw invalidField(field, "must be the index of a line");
      if (!isSpokenBy(utterances[index]!))
        throw conflict(
          "is another speaker's line now: the transcript has been changed meanwhile",
          field,
        );
    }
    const chosen = lines && new Set(lines);
    const isChosen = utterances.map(
      (utterance, index) => chosen?.has(index) ?? isSpokenBy(utterance),
    );
    if (!isChosen.includes(true))
      throw conflict("no longer has a line in the transcript", "speaker");
    // One voice under two names would add conversation switches.
    const others = utterances.filter((line, index) => line.role === role && !isChosen[index]);
    const shared = role === "other" ? undefined : findMostUsed(others.map((line) => line.speaker));
    const assigned = utterances.map((utterance, index) => {
      if (!isChosen[index]) return utterance;
      const stored = name ?? shared ?? labelForRole(utterance.speaker, role);
      return { ...utterance, role, speaker: stored };
    });
    if (name !== undefined) validateGrowth(utterances, assigned, "name");
    return assigned;
  };
