import { foldWord, RUN } from "../engine/fold-word.js";

/** A character with its marks: one position of a text in a script without spaces, or with endings on its words. */
export interface Cluster {
  folded: string;
  start: number;
  end: number;
}

/** Scripts whose words a reader separates, not a space: Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese. */
const SCRIPTS = ["Han", "Hira", "Kana", "Bopo", "Hang", "Thai", "Lao", "Khmr", "Mymr"]
  .map((script) => `\\p{scx=${script}}`)
  .join("");
/** Half-width kana have their voicing marks as letters. */
const MARK = "[\\p{M}\\uFF9E\\uFF9F]";

const CLUSTERED = new RegExp(`(?![\\p{M}\\u02BC-\\u02CB])[${SCRIPTS}]`, "u");
const SEGMENT = new RegExp(
  `(?<clusters>(?:(?![\\p{M}\\u02BC-\\u02CB])[${SCRIPTS}]${MARK}*)+)|(?:(?!(?![\\u02BC-\\u02CB])[${SCRIPTS}])[\\p{L}\\p{N}\\p{M}])+|\\p{M}+`,
  "gu",
);
/** Decomposed Hangul has a syllable's letters apart, as in names of files on macOS. */
const CLUSTER = new RegExp(
  `(?:[\\u1100-\\u115F]+[\\u1160-\\u11A7]*[\\u11A8-\\u11FF]*|[^])${MARK}*`,
  "gu",
);

/** All of these scripts, and more: most texts have none of them, and this is faster. */
const MAY_BE_CLUSTERED = /[\u0E00-\u0EFF\u1000-\u11FF\u1780-\u19FF\u2E80-\uDFFF\uF900-\uFFEF]/;

/** Returns whether the text has characters that become pairs. */
export const isClustered = (text: string): boolean =>
  MAY_BE_CLUSTERED.test(text) && CLUSTERED.test(text);

/** A part of a run in one kind of script. */
interface Segment {
  text: string;
  start: number;
  isClustered: boolean;
}

/** Divides a run of letters where its script changes from one with spaces to one without. */
export function* splitScripts(run: string, start: number): Generator<Segment> {
  for (const { 0: text, index, groups } of run.matchAll(SEGMENT))
    yield { text, start: start + index, isClustered: groups?.["clusters"] !== undefined };
}

/** Lists the characters of a segment. */
export const listClusters = ({ text, start }: Segment): Cluster[] => {
  const isFolded = foldWord(text) === text;
  const clusters: Cluster[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const folded = isFolded ? cluster : (foldWord(cluster).match(RUN)?.join("") ?? "");
    const from = start + index;
    if (folded !== "") clusters.push({ folded, start: from, end: from + cluster.length });
  }
  return clusters;
};
