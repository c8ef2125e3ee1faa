/** Ranges of scores that one can choose, in percent, in words. */
export const scoreTexts = {
  "": "Any score",
  "70-": "70 % and more",
  "40-70": "40 to 70 %",
  "-40": "40 % and less",
};

/** Ranges of the rep's share of the talk, in percent, in words. */
export const talkRatioTexts = {
  "": "Any talk ratio",
  "65-": "65 % and more",
  "40-65": "40 to 65 %",
  "-40": "40 % and less",
};

const PERCENT = 100;

const parseRange = (value = ""): { min?: number; max?: number } => {
  const [, min, max] = /^(\d{0,3})-(\d{0,3})$/.exec(value) ?? [];
  const read = (text: string | undefined): number | undefined =>
    text ? Math.min(Number(text), PERCENT) : undefined;
  const [from, to] = [read(min), read(max)];
  return { ...(from !== undefined && { min: from }), ...(to !== undefined && { max: to }) };
};

/** Reads the ranges in an address as filters; what isn't one leaves everything open. */
export const parseNumberFilters = (
  score: string | undefined,
  talkRatio: string | undefined,
): { minScore?: number; maxScore?: number; minTalkRatio?: number; maxTalkRatio?: number } => {
  const { min: minScore, max: maxScore } = parseRange(score);
  const { min, max } = parseRange(talkRatio);
  return {
    ...(minScore !== undefined && { minScore }),
    ...(maxScore !== undefined && { maxScore }),
    ...(min !== undefined && { minTalkRatio: min / PERCENT }),
    ...(max !== undefined && { maxTalkRatio: max / PERCENT }),
  };
};
