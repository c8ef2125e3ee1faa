import { isClustered } from "./clusters.js";
import { isAscii, parseWordSpans } from "./words.js";

// Until migration 0058, words were split without pairs, and these letters stayed. SQLite can delete an entry of that
// time only by its words.

const MAX_WORD_LENGTH = 64;
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g;
/** Also letters that decompose into these, such as ℏ. */
const FOLDED_SINCE =
  // oxlint-disable-next-line no-misleading-character-class
  /[ßẞæÆðÐøØþÞđĐħĦıĸłŁŋŊœŒŧŦƀɃƶƵɨƗǼǽǢǣǾǿᴭᵑᶞᶤℏꟸꟹ\u{10783}\u{10795}\u{107A2}\u{1D6A4}\uFE00-\uFE0F]/u;

/** Returns whether the text may have other words today than before migration 0058. */
export const hasNewWords = (text: string): boolean =>
  !isAscii(text) && (FOLDED_SINCE.test(text) || isClustered(text));

/** Splits a text as before migration 0058. */
export const parseFormerWords = (text: string, maxWords: number): { word: string }[] => {
  if (isAscii(text)) return parseWordSpans(text, maxWords);
  const words: { word: string }[] = [];
  const runs = new RegExp(RUN);
  for (let found = runs.exec(text); found && words.length < maxWords; found = runs.exec(text)) {
    const [run] = found;
    if (isAscii(run)) words.push({ word: run.slice(0, MAX_WORD_LENGTH).toLowerCase() });
    else {
      const folded = run.normalize("NFKD").replaceAll(MARKS, "").normalize("NFC").toLowerCase();
      for (const [word] of folded.replaceAll("ς", "σ").matchAll(RUN))
        words.push({ word: word.slice(0, MAX_WORD_LENGTH) });
    }
  }
  return words;
};
