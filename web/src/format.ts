const local = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const count = new Intl.NumberFormat();

/** In the reader's time zone. */
export const localTime = (iso: string): string => local.format(new Date(iso));
export const localDay = (iso: string): string => day.format(new Date(iso));
/** 2026-01-31 09:30:00 UTC */
export const utcTime = (iso: string): string => `${iso.slice(0, 19).replace("T", " ")} UTC`;

export const number = (value: number): string => count.format(value);
/** Of a value of 0 to 1. */
export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;

const two = (value: number): string => String(value).padStart(2, "0");

/** 4:05 or 1:02:03, of milliseconds. */
export const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
};

/** As the attribute datetime has it: PT1H2M3S. */
export const isoDuration = (ms: number): string => `PT${Math.round(ms / 1000)}S`;

/** "1 recording", "2 recordings". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** A text as the beginning of a sentence. */
export const begun = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** "3.4 MB", of bytes. */
export const size = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: UNITS[power]!,
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
};
