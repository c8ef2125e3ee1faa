import fc from "fast-check";

const DAY_MS = 86_400_000;

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");

const days = (first: string, last: string): fc.Arbitrary<number> =>
  fc.integer({ min: Date.parse(first) / DAY_MS, max: Date.parse(last) / DAY_MS });

/** A calendar day, half of the time a current one, and its first millisecond. */
const day = fc
  .oneof(days("1999-01-01", "2040-01-01"), days("0001-01-02", "9998-12-31"))
  .map((number) => ({
    text: new Date(number * DAY_MS).toISOString().slice(0, 10),
    ms: number * DAY_MS,
  }));

const fraction = fc.stringMatching(/^\d{1,12}$/);

/** Every form of a time in the contract, and the millisecond that it means. */
export const validTimes = fc
  .record({
    day,
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    second: fc.option(
      fc.record({ value: fc.integer({ min: 0, max: 59 }), fraction: fc.option(fraction) }),
    ),
    zone: fc.constantFrom("Z", "+00:00"),
  })
  .map(({ day, hour, minute, second, zone }) => {
    const digits = second?.fraction ?? null;
    const seconds = second === null ? "" : `:${pad(second.value)}`;
    const text = `${day.text}T${pad(hour)}:${pad(minute)}${seconds}${digits === null ? "" : `.${digits}`}${zone}`;
    const ms = Number((digits ?? "").slice(0, 3).padEnd(3, "0"));
    return { text, ms: day.ms + ((hour * 60 + minute) * 60 + (second?.value ?? 0)) * 1000 + ms };
  });

/** Whether a text is a time of the contract; shares no code with the program. */
export const isTime = (text: string): boolean => {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|\+00:00)$/.exec(text);
  if (!match || (match[4] !== undefined && match[3] === undefined)) return false;
  const plain = `${match[1]}T${match[2]}${match[3] ?? ":00"}.000Z`;
  const parsed = new Date(plain);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === plain;
};

/** Whether a text is a day of the contract. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isTime(`${text}T00:00Z`);

/** Texts that are nearly times: with a changed, removed or extra character. */
export const almostTimes = fc
  .record({
    text: validTimes.map(({ text }) => text),
    at: fc.nat(30),
    letter: fc.oneof(
      fc.constantFrom(..."0123456789-+:.TZtz ,/W"),
      fc.string({ minLength: 0, maxLength: 2 }),
    ),
    removed: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ text, at, letter, removed }) => text.slice(0, at) + letter + text.slice(at + removed))
  .filter((text) => text !== "" && !isTime(text) && !isDay(text) && !text.includes("\0"));

/** Common invalid times. */
export const invalidTimes = [
  "2026-03-03T10:00:00",
  "2026-03-03T10:00:00+01:00",
  "2026-03-03T10:00:00-05:00",
  "2026-03-03T10:00:00-00:00",
  "2026-03-03T10:00:00+0000",
  "2026-03-03T10:00:00+00",
  "2026-03-03T10:00:00 Z",
  "2026-03-03T10:00:00ZZ",
  "2026-03-03T10:00:00Z+00:00",
  "2026-03-03T10:00:00[UTC]",
  "2026-03-03T10:00:00GMT",
  "2026-03-03t10:00:00Z",
  "2026-03-03T10:00:00z",
  "2026-03-03 10:00:00Z",
  " 2026-03-03T10:00:00Z",
  "2026-03-03T10:00:00Z ",
  "2026-03-03T10:00:00Z\n",
  "2026-03-03T24:00:00Z",
  "2026-03-03T23:60:00Z",
  "2026-03-03T23:59:60Z",
  "2026-03-03T10Z",
  "2026-03-03T1000Z",
  "2026-03-03T10:00.5Z",
  "2026-03-03T10:00:00.Z",
  "2026-03-03T10:00:00,5Z",
  "2026-03-03TZ",
  "2026-02-30T10:00:00Z",
  "2026-02-29T10:00:00Z",
  "1900-02-29T10:00:00Z",
  "2026-04-31T10:00:00Z",
  "2026-13-01T10:00:00Z",
  "2026-00-01T10:00:00Z",
  "2026-01-00T10:00:00Z",
  "2026-01-32T10:00:00Z",
  "2026-3-3T10:00:00Z",
  "26-03-03T10:00:00Z",
  "+002026-03-03T10:00:00Z",
  "-002026-03-03T10:00:00Z",
  "12026-03-03T10:00:00Z",
  "20260303T100000Z",
  "2026-W10-2T10:00:00Z",
  "2026-062T10:00:00Z",
  "٢٠٢٦-03-03T10:00:00Z",
  "Tue, 03 Mar 2026 10:00:00 GMT",
  "03/03/2026",
  "1772532000",
  "1772532000000",
  "now",
  "null",
  "2026",
  "2026-03",
  "2026-03-3",
  "2026-02-30",
  "20260303",
  "2026-03-03Z",
  " 2026-03-03",
];
