import type { AnswerKind, RecordingOrder } from "./recordings.graphql.js";

/** The orders that one can choose, in words. The first is the default, which isn't in the address. */
export const orderTexts = {
  "": "Newest first",
  highestScore: "Best score first",
  lowestScore: "Lowest score first",
  highestTalkRatio: "Rep talks most first",
  lowestTalkRatio: "Rep talks least first",
  longest: "Longest first",
  shortest: "Shortest first",
} satisfies Record<Exclude<RecordingOrder, "newest" | "relevance"> | "", string>;

/** The answers to a question, in words. */
export const answerTexts = {
  "": "Any answer",
  yes: "Yes",
  missed: "No or not found",
  no: "No",
  notFound: "Not found",
  notRated: "Not rated",
  notApplicable: "Doesn’t apply",
} satisfies Record<AnswerKind | "", string>;

const isKey = <Key extends string>(
  texts: Record<Key, string>,
  value: string | undefined,
): value is Key => value !== undefined && Object.hasOwn(texts, value);

/** Reads the order in an address; undefined for the default and for what isn't one. */
export const parseOrder = (value: string | undefined): RecordingOrder | undefined =>
  isKey(orderTexts, value) && value !== "" ? value : undefined;

/** Reads the answer in an address; undefined for any and for what isn't one. */
export const parseAnswer = (value: string | undefined): AnswerKind | undefined =>
  isKey(answerTexts, value) && value !== "" ? value : undefined;

export const describeOrder = (order: RecordingOrder | undefined): string =>
  (isKey(orderTexts, order) ? orderTexts[order] : orderTexts[""]).toLowerCase();
