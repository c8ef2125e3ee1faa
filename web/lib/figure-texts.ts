import { formatCount, formatNumber, formatPercent } from "./format.js";
import { FEW, type Figures } from "./week-figures.js";

const NO_FIGURE = "–";

/** A figure of calls: how it is written, compared and counted. */
export interface FigureText {
  name: string;
  /** Undefined without the figure. */
  valueOf: (figures: Figures) => number | undefined;
  format: (value: number) => string;
  /** The smallest difference that `format` shows. */
  unit: number;
  /** Writes a difference of two values, without its sign. */
  formatChange: (value: number) => string;
  /** The calls that the figure is an average of; undefined for a count. */
  countOf?: (figures: Figures) => number;
  /** Whether more is better; undefined if neither is. */
  isMoreBetter?: true;
  /** A target is a limit: no more than that. */
  isLimited?: true;
  /** The highest value of a chart. */
  end: (values: number[]) => number;
}

const formatRounded = (value: number): string => formatNumber(Math.round(value));
/** Formats a difference of shares. */
const formatPoints = (value: number): string => formatCount(Math.round(100 * value), "point");
const formatMean = (value: number): string => formatNumber(Math.round(value * 10) / 10);

export const figureTexts = {
  calls: {
    name: "Calls",
    valueOf: ({ calls }) => calls,
    unit: 1,
    format: formatNumber,
    formatChange: formatNumber,
    end: (values) => Math.max(4, ...values),
  },
  score: {
    name: "Score",
    valueOf: ({ score }) => score,
    unit: 1,
    format: formatRounded,
    formatChange: formatRounded,
    countOf: ({ scored }) => scored,
    isMoreBetter: true,
    end: () => 100,
  },
  closeRate: {
    name: "Closed",
    valueOf: ({ closeRate }) => closeRate,
    unit: 0.01,
    format: formatPercent,
    formatChange: formatPoints,
    countOf: ({ calls }) => calls,
    isMoreBetter: true,
    end: () => 1,
  },
  talkRatio: {
    name: "Rep talks",
    valueOf: ({ talkRatio }) => talkRatio,
    unit: 0.01,
    format: formatPercent,
    formatChange: formatPoints,
    countOf: ({ withRep }) => withRep,
    isLimited: true,
    end: () => 1,
  },
  questions: {
    name: "Questions per call",
    valueOf: ({ questions }) => questions,
    unit: 0.1,
    format: formatMean,
    formatChange: formatMean,
    countOf: ({ withRep }) => withRep,
    end: (values) => Math.max(4, ...values),
  },
} satisfies Record<string, FigureText>;

export type FigureName = keyof typeof figureTexts;

/** Formats a figure; a dash without one. */
export const formatFigure = ({ valueOf, format }: FigureText, figures: Figures): string => {
  const value = valueOf(figures);
  return value === undefined ? NO_FIGURE : format(value);
};

/** Rounds a value to a multiple of the unit. */
export const roundTo = (value: number, unit: number): number => Math.round(value / unit) * unit;

/** Returns the calls that a figure is an average of; undefined for a count, and without any. */
export const countCalls = ({ countOf }: FigureText, figures: Figures): number | undefined =>
  countOf?.(figures) || undefined;

/** Returns whether a figure is an average of so few calls that it says little. */
export const isOverFew = ({ countOf }: FigureText, figures: Figures): boolean => {
  const count = countOf?.(figures) ?? 0;
  return count > 0 && count < FEW;
};
