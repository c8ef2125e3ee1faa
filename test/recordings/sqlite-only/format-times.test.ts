import test from "ava";

// The console is no part of this compilation; Node strips the types itself.
const importLib = async (name: string): Promise<unknown> =>
  import(new URL(`../../../../web/lib/${name}.ts`, import.meta.url).href);
const { formatClock, formatLength, formatLocalTime } = (await importLib("format")) as {
  formatClock: (ms: number) => string;
  formatLength: (ms: number) => string;
  formatLocalTime: (iso: string, now: Date) => string;
};
const { shortenCallName } = (await importLib("shorten-call-name")) as {
  shortenCallName: (name: string, client: string | null) => string;
};

const now = new Date(2026, 10, 28, 0, 5);

/** Returns the text for a local time, without the hours, whose form depends on the language. */
const formatDayOf = (...time: [year: number, month: number, day: number, hour: number]): string =>
  formatLocalTime(new Date(...time).toISOString(), now);

const days: [time: [number, number, number, number], text: RegExp][] = [
  [[2026, 10, 28, 23], /^today \S/],
  [[2026, 10, 27, 0], /^yesterday \S/],
  [[2026, 10, 29, 23], /^tomorrow \S/],
  [[2026, 10, 22, 0], /^Sun \S/],
  [[2026, 10, 21, 23], /Nov.*21|21.*Nov/],
  [[2026, 10, 30, 9], /Nov.*30|30.*Nov/],
  [[2025, 10, 28, 9], /2025/],
];

for (const [time, text] of days)
  test(`a time is said as people say it: ${time.join("-")}`, (t) => {
    t.regex(formatDayOf(...time), text);
  });

test("a length is minutes and seconds, from an hour with hours", (t) => {
  t.is(formatClock(245_000), "4:05");
  t.is(formatClock(3_723_000), "1:02:03");
  t.is(formatClock(1_900), "0:01", "the second in which a moment is");
  t.is(formatLength(1_900), "0:02");
});

const names: [name: string, client: string | null, shown: string][] = [
  ["In-home visit: roof, Ann Novak", "Ann Novak", "In-home visit: roof"],
  ["Call with Ann Novak", "Ann Novak", "Call"],
  ["Ann Novak", "Ann Novak", "Ann Novak"],
  ["Visit – Ann Novak", "Novak", "Visit – Ann"],
  ["Visit, Ann Novak", null, "Visit, Ann Novak"],
  ["Ann Novak, visit", "Ann Novak", "Ann Novak, visit"],
];

for (const [name, client, shown] of names)
  test(`the name of a call without its client: ${name}, ${client ?? "no client"}`, (t) => {
    t.is(shortenCallName(name, client), shown);
  });
