import type { Tracker, TrialPlace } from "./types.js";

/** A sentence that means what a tracker looks for, or that doesn't. */
interface Example {
  text: string;
  /** The call from which it was copied. */
  recordingId: string | null;
}

/** The examples in a form: one in each line. */
export interface ExampleTexts {
  examples: string;
  counterExamples: string;
}

type Kind = keyof ExampleTexts;

const joinTexts = (examples: readonly Example[] | null | undefined): string =>
  (examples ?? []).map(({ text }) => text).join("\n");

const splitLines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A quote can have a line's blanks. */
const toLine = ({ quote }: TrialPlace): string => quote.replaceAll(/\s+/g, " ").trim();

/** Returns the texts of a tracker's examples. */
export const readExamples = (tracker: Tracker | undefined): ExampleTexts => ({
  examples: joinTexts(tracker?.examples),
  counterExamples: joinTexts(tracker?.counterExamples),
});

/** Adds a place to the examples of a kind, and takes it out of the other one. */
export const judgePlace = (texts: ExampleTexts, place: TrialPlace, kind: Kind): ExampleTexts => {
  const quote = toLine(place);
  const other = kind === "examples" ? "counterExamples" : "examples";
  const without = splitLines(texts[other]).filter((line) => line !== quote);
  const lines = splitLines(texts[kind]).filter((line) => line !== quote);
  return { ...texts, [kind]: [...lines, quote].join("\n"), [other]: without.join("\n") };
};

/** Returns how a place was judged. */
export const findJudgement = (texts: ExampleTexts, place: TrialPlace): Kind | undefined =>
  (["examples", "counterExamples"] as const).find((kind) =>
    splitLines(texts[kind]).includes(toLine(place)),
  );

/**
 * Builds the examples of a kind. A sentence that was copied from a call names it, so that it is deleted with the call.
 * `places`: of all trials in this form.
 */
export const buildExamples = (
  text: string,
  kind: Kind,
  tracker: Tracker | undefined,
  places: readonly TrialPlace[],
): Example[] => {
  const origins = new Map<string, string | null>([
    ...places.map((place) => [toLine(place), place.recording.id] as const),
    ...(tracker?.[kind] ?? []).map((example) => [example.text, example.recordingId] as const),
  ]);
  return splitLines(text).map((line) => ({ text: line, recordingId: origins.get(line) ?? null }));
};
