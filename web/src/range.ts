import { dayEnd, dayStart } from "./days.js";

/** Days as 2026-01-31 in the reader's time zone; "" is no bound. */
interface Days {
  from: string;
  to: string;
}

const two = (value: number): string => String(value).padStart(2, "0");

/** The day of a moment. */
export const day = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** So many days from today. */
const away = (days: number): string => {
  const now = new Date();
  return day(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

/** The month so many months from this one. */
const month = (months: number): Days => {
  const now = new Date();
  const [year, index] = [now.getFullYear(), now.getMonth() + months];
  return { from: day(new Date(year, index, 1)), to: day(new Date(year, index + 1, 0)) };
};

const presets = {
  today: ["Today", () => ({ from: away(0), to: away(0) })],
  next7: ["Next 7 days", () => ({ from: away(0), to: away(6) })],
  last7: ["Last 7 days", () => ({ from: away(-6), to: away(0) })],
  last30: ["Last 30 days", () => ({ from: away(-29), to: away(0) })],
  last90: ["Last 90 days", () => ({ from: away(-89), to: away(0) })],
  last365: ["Last 365 days", () => ({ from: away(-364), to: away(0) })],
  month: ["This month", () => month(0)],
  lastMonth: ["Last month", () => month(-1)],
  all: ["All time", () => ({ from: "", to: "" })],
} satisfies Record<string, [text: string, days: () => Days]>;

export type Preset = keyof typeof presets;

export const presetTexts = (names: readonly Preset[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, presets[name][0]]));

/** A range as the URL has it: `range`, the name of a preset, or else `from` and `to`. */
export const rangeFilters = ["range", "from", "to"] as const;

export type RangeValues = Partial<Record<(typeof rangeFilters)[number], string>>;

export interface Range extends Days {
  preset: Preset | "custom";
  fallback: Preset;
}

/** `fallback`: where the URL says nothing. */
export const rangeOf = ({ range, from, to }: RangeValues, fallback: Preset): Range => {
  if (from || to) return { preset: "custom", fallback, from: from ?? "", to: to ?? "" };
  const preset = range && Object.hasOwn(presets, range) ? (range as Preset) : fallback;
  return { preset, fallback, ...presets[preset][1]() };
};

/** What is to change in the URL when a control of the range has been changed; other changes stay. */
export const rangeChanges = (
  range: Range,
  changes: Record<string, string>,
): Record<string, string> => {
  const { range: preset, from = range.from, to = range.to } = changes;
  if (preset === "custom") return { ...changes, range: "", from, to };
  if (preset !== undefined)
    return { ...changes, range: preset === range.fallback ? "" : preset, from: "", to: "" };
  if (changes["from"] === undefined && changes["to"] === undefined) return changes;
  return { ...changes, range: from || to ? "" : "all", from, to };
};

/** The bounds as the server reads them; without those that are not set. */
export const instants = ({ from, to }: Days): Partial<Days> => ({
  ...(from && { from: dayStart(from) }),
  ...(to && { to: dayEnd(to) }),
});
