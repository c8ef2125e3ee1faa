import test from "ava";
import { decodeFeed } from "../../src/calendars/charsets.js";
import { compactFeed } from "../../src/calendars/compact-feed.js";
import { readCalendar, type ReadOptions } from "../../src/calendars/read-calendar.js";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-03-20T12:00:00Z");
const OPTIONS = { from: NOW - 7 * DAY_MS, to: NOW + 60 * DAY_MS, includesAllDay: false };

const WEST_EUROPE = (name: string): string[] => [
  "BEGIN:VTIMEZONE",
  `TZID:${name}`,
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

const buildEvent = (uid: string, ...lines: string[]): string[] => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  ...lines,
  "END:VEVENT",
];

const build = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");

const read = (lines: string[], options: Partial<ReadOptions> = {}) => {
  const reading = readCalendar(build(...lines), { ...OPTIONS, ...options });
  return {
    ...reading,
    starts: reading.occurrences.map(({ startTime }) =>
      new Date(startTime).toISOString().slice(0, 16),
    ),
    ids: reading.occurrences.map(({ eventId }) => eventId),
    kinds: reading.notices.map(({ kind }) => kind),
  };
};

/** The start of an event at 14:00 on 25 March, before daylight saving time, with this TZID. */
const ZONES: [tzid: string, start: string, kinds: string[]][] = [
  ["GMT+05:30", "08:30", []],
  ["UTC+01:00", "13:00", []],
  ["UTC-5", "19:00", []],
  ["GMT +0100", "13:00", []],
  ["tzone://Microsoft/Utc", "14:00", []],
  ["(UTC-05:00) Eastern Time (US & Canada)", "18:00", ["guessed"]],
  ["Eastern Time (US & Canada)", "18:00", ["guessed"]],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "13:00", ["guessed"]],
  ["(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi", "08:30", ["guessed"]],
  ["Atlantic Time (Canada)", "17:00", ["guessed"]],
  ["(UTC-03:00) Nowhere at all", "17:00", ["guessed"]],
  ["PST", "21:00", ["guessed"]],
  ["CEST", "13:00", ["guessed"]],
  ["CET/CEST", "13:00", ["guessed"]],
  ["Central European Time", "13:00", ["guessed"]],
  ["GMT+0530 (India Standard Time)", "08:30", ["guessed"]],
  ["Microsoft/Eastern Standard Time", "18:00", ["guessed"]],
  ["W. Europe Standard Time 1", "13:00", ["guessed"]],
  ["Pacific Standard Time_2", "21:00", ["guessed"]],
  ["Europe/Berlin 1", "13:00", ["guessed"]],
  ["America/New York", "18:00", ["guessed"]],
  ["europe/berlin", "13:00", []],
  ["Customized Time Zone", "14:00", ["guessed"]],
  ["GMT +0100 (Standard) / GMT +0200 (Daylight)", "13:00", ["guessed"]],
];

for (const [tzid, start, kinds] of ZONES)
  for (const text of [tzid, `"${tzid}"`])
    test(`the zone ${text} without a definition`, (t) => {
      const found = read(buildEvent("a", `DTSTART;TZID=${text}:20260325T140000`));
      t.deepEqual(found.starts, [`2026-03-25T${start}`]);
      // A name with a colon has to be in quotes.
      const isRepaired = text === tzid && tzid.includes(":");
      t.is(found.kinds.join(" "), [...kinds, ...(isRepaired ? ["repaired"] : [])].join(" "));
    });

test("a defined zone whose name has a colon", (t) => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:GMT+05:30",
    "X-LIC-LOCATION:GMT+05:30",
    "BEGIN:STANDARD",
    "TZOFFSETFROM:+05:30",
    "TZOFFSETTO:+0530",
    "DTSTART:19700101T000000",
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
  const event = buildEvent(
    "a",
    "DTSTART;TZID=GMT+05:30:20260325T140000",
    "DTEND;TZID=GMT+05:30:20260325T150000",
  );
  const { occurrences } = read([...zone, ...event]);
  t.is(occurrences[0]?.startTime, Date.parse("2026-03-25T08:30:00Z"));
  t.is(occurrences[0]?.endTime, Date.parse("2026-03-25T09:30:00Z"));
});

test("an unknown zone means the calendar's only zone, and is noted", (t) => {
  const found = read([
    ...WEST_EUROPE("W. Europe Standard Time"),
    ...buildEvent("cust", "SUMMARY:cust", "DTSTART;TZID=Customized Time Zone:20260325T140000"),
    ...buildEvent("ok", "DTSTART:20260325T160000Z"),
  ]);
  t.deepEqual(found.starts, ["2026-03-25T13:00", "2026-03-25T16:00"]);
  t.like(found.notices, [{ kind: "guessed", count: 1, places: [{ uid: "cust", title: "cust" }] }]);
  t.is(found.notices.length, 1);
});

test("times without a zone are in the set zone, else in the calendar's, else in UTC", (t) => {
  const event = buildEvent("a", "DTSTART:20260325T140000");
  t.deepEqual(read(event).starts, ["2026-03-25T14:00"]);
  t.deepEqual(read(event).kinds, ["guessed"]);
  const set = read(event, { timeZone: "Europe/Berlin" });
  t.deepEqual(set.starts, ["2026-03-25T13:00"]);
  t.deepEqual(set.kinds, []);
  const spaced = read(["X-WR-CALNAME : Ted", "X-WR-TIMEZONE : Europe/Berlin", ...event]);
  t.deepEqual(spaced.starts, ["2026-03-25T13:00"]);
  const defined = [
    "X-WR-TIMEZONE:Customized Time Zone",
    ...WEST_EUROPE("Customized Time Zone"),
    ...event,
  ];
  t.deepEqual(read(defined).starts, ["2026-03-25T13:00"]);
});

test("an event without a UID gets an id that stays, and another one beside it its own", (t) => {
  const event = ["BEGIN:VEVENT", "DTSTART:20260325T140000Z", "SUMMARY:nouid", "END:VEVENT"];
  const odd = [
    "BEGIN:VEVENT",
    "UID:",
    "DTSTART;TZID=UTC;VALUE=DATE-TIME:20260326T140000Z",
    "END:VEVENT",
  ];
  const found = read([
    ...event,
    ...odd,
    ...event,
    ...buildEvent("has", "DTSTART:20260327T140000Z"),
  ]);
  t.is(new Set(found.ids).size, 4);
  t.is(found.unreadableCount, 0);
  t.deepEqual(read([...odd, ...event, ...event]).ids.toSorted(), found.ids.slice(0, 3).toSorted());
  t.like(found.notices, [{ kind: "repaired", count: 3 }]);
});

test("several events of one UID are each read; the last keeps the UID as its id", (t) => {
  const found = read([
    ...buildEvent("a", "DTSTART:20260325T140000Z"),
    ...buildEvent("a", "DTSTART:20260326T140000Z"),
    ...buildEvent("a", "DTSTART:20260327T140000Z"),
  ]);
  t.deepEqual(found.ids, ["ics:a:20260325T140000Z", "ics:a:20260326T140000Z", "ics:a"]);
  t.like(found.notices, [{ kind: "guessed", count: 3 }]);
});

for (const [name, rule, count, last] of [
  [
    "spaces in a list",
    "FREQ=DAILY;UNTIL=20260403T090000Z;INTERVAL=1;BYDAY=MO, TU, WE, TH, FR;WKST=SU",
    10,
    "2026-04-03",
  ],
  ["a list without commas", "FREQ=WEEKLY;BYDAY=MO TU WE;COUNT=6", 6, "2026-04-01"],
  ["a space before a part", "FREQ=WEEKLY; UNTIL=20260406T100000Z", 3, "2026-04-06"],
  ["stray semicolons", ";FREQ=WEEKLY;;COUNT=3;", 3, "2026-04-06"],
  ["a space in a value", "FREQ = WEEKLY;COUNT= 3", 3, "2026-04-06"],
  ["its own name", "RRULE:FREQ=WEEKLY;COUNT=3", 3, "2026-04-06"],
  ["an empty part", "FREQ=WEEKLY;COUNT=3;BYDAY=", 3, "2026-04-06"],
  ["a private part", "FREQ=WEEKLY;COUNT=3;X-KIND=1", 3, "2026-04-06"],
  ["an interval of 0", "FREQ=WEEKLY;INTERVAL=0;COUNT=3", 3, "2026-04-06"],
  ["numbered days of a week", "FREQ=WEEKLY;BYDAY=1MO;COUNT=3", 3, "2026-04-06"],
] as const)
  test(`a rule with ${name}`, (t) => {
    const found = read(buildEvent("a", "DTSTART:20260323T090000Z", `RRULE:${rule}`));
    t.is(found.starts.length, count);
    t.is(found.starts.at(-1), `${last}T09:00`);
    t.deepEqual(found.kinds, ["repaired"]);
  });

test("a rule that ends before its start is ignored, and named", (t) => {
  for (const until of ["20260101T000000Z", "20260322", "20260323T085959Z"]) {
    const lines = ["DTSTART:20260323T090000Z", `RRULE:FREQ=DAILY;UNTIL=${until}`];
    const found = read(buildEvent("a", ...lines));
    t.deepEqual(found.starts, ["2026-03-23T09:00"]);
    t.like(found.notices, [
      {
        kind: "repaired",
        reason: "UNTIL of RRULE is before DTSTART: the rule was ignored",
        places: [{ uid: "a" }],
      },
    ]);
    const compact = compactFeed(Buffer.from(build(...buildEvent("a", ...lines))), OPTIONS);
    t.true(compact.includes(until));
  }
});

test("escapes in a parameter are decoded (RFC 6868)", (t) => {
  for (const name of ["Kim ^'The^nRoof^' ^^Lee^^ ^x", "\"Kim ^'The^nRoof^' ^^Lee^^ ^x\""]) {
    const attendee = `ATTENDEE;CN=${name}:mailto:kim@x.example`;
    const { occurrences, kinds } = read(buildEvent("a", "DTSTART:20260325T140000Z", attendee));
    t.is(occurrences[0]?.attendees[0]?.name, 'Kim "The Roof" ^Lee^ ^x');
    t.deepEqual(kinds, []);
  }
});

test("an empty X-WR-TIMEZONE counts as absent", (t) => {
  const event = buildEvent("a", "DTSTART:20260325T140000");
  const { starts, kinds } = read(["X-WR-TIMEZONE: ", "X-WR-TIMEZONE:Europe/Berlin", ...event]);
  t.deepEqual(starts, ["2026-03-25T13:00"]);
  t.deepEqual(kinds, []);
});

test("a rule with an unknown part isn't expanded without it", (t) => {
  for (const rule of ["FREQ=WEEKLY;BYDAY=MO,XX", "FREQ=DAILY;BYMOON=FULL", "FREQ=DAILY;COUNT=x"]) {
    const found = read([
      ...buildEvent("a", "DTSTART:20260323T090000Z", `RRULE:${rule}`),
      ...buildEvent("a", "DTSTART:20260324T100000Z", "RECURRENCE-ID:20260324T090000Z"),
    ]);
    t.deepEqual(found.starts, ["2026-03-24T10:00"]);
    t.deepEqual(found.unreadableUids, ["a"]);
    t.like(found.notices, [{ kind: "unreadable", places: [{ uid: "a" }] }]);
  }
});

test("an excluding rule excludes", (t) => {
  const lines = [
    "DTSTART:20260323T090000Z",
    "RRULE:FREQ=DAILY;COUNT=5",
    "EXRULE:FREQ=DAILY;INTERVAL=2",
  ];
  t.deepEqual(read(buildEvent("a", ...lines)).starts, ["2026-03-24T09:00", "2026-03-26T09:00"]);
});

test("a changed occurrence without a zone is in the zone of its series", (t) => {
  const found = read([
    ...buildEvent(
      "a",
      "DTSTART;TZID=America/New_York:20260323T090000",
      "RRULE:FREQ=DAILY;COUNT=3",
      "EXDATE:20260325T090000",
    ),
    ...buildEvent("a", "DTSTART:20260324T110000", "RECURRENCE-ID:20260324T090000"),
  ]);
  t.deepEqual(found.starts, ["2026-03-23T13:00", "2026-03-24T15:00"]);
});

test("a changed occurrence inherits the people and the title that it lacks", (t) => {
  const found = read([
    ...buildEvent(
      "a",
      "DTSTART:20260323T090000Z",
      "RRULE:FREQ=DAILY;COUNT=2",
      "SUMMARY:Visit",
      "ATTENDEE:mailto:kim@x.example",
    ),
    ...buildEvent("a", "DTSTART:20260324T110000Z", "RECURRENCE-ID:20260324T090000Z"),
  ]);
  t.like(found.occurrences[1], { title: "Visit", attendees: [{ email: "kim@x.example" }] });
});

test("what lies outside of the window can't be wrong", (t) => {
  const found = read([
    ...buildEvent("old", "DTSTART;TZID=Nowhere:20240426T140000", "DURATION:soon"),
    ...buildEvent("older", "DTSTART:20240426T140000", "RRULE:FREQ=SOMETIMES;UNTIL=20250101"),
    ...buildEvent("later", "DTSTART:20270426T140000", "RRULE:FREQ=SOMETIMES"),
    ...buildEvent("ended", "DTSTART:soon", "DTEND:20200101T000000Z"),
  ]);
  t.deepEqual(found.notices, []);
  t.deepEqual(found.uids, ["old", "older", "later", "ended"]);
});

for (const [name, lines, start, end] of [
  ["an empty end", ["DTSTART:20260325T140000Z", "DTEND:"], "2026-03-25T14:00", null],
  ["an odd length", ["DTSTART:20260325T140000Z", "DURATION:1 hour"], "2026-03-25T14:00", null],
  ["a negative length", ["DTSTART:20260325T140000Z", "DURATION:-PT1H"], "2026-03-25T14:00", null],
  [
    "an end before its start",
    ["DTSTART:20260325T140000Z", "DTEND:20260325T130000Z"],
    "2026-03-25T14:00",
    null,
  ],
  [
    "ISO 8601 times",
    ["DTSTART:2026-03-25T14:00:00Z", "DTEND:2026-03-25T16:00+01:00"],
    "2026-03-25T14:00",
    "2026-03-25T15:00",
  ],
  ["spaces around a time", ["DTSTART : 20260325T140000Z ;"], "2026-03-25T14:00", null],
  ["the end of a day", ["DTSTART:20260325T240000Z"], "2026-03-26T00:00", null],
  [
    "an odd exclusion",
    ["DTSTART:20260325T140000Z", "RRULE:FREQ=DAILY;COUNT=1", "EXDATE:never"],
    "2026-03-25T14:00",
    null,
  ],
  ["an odd addition", ["DTSTART:20260325T140000Z", "RDATE:never"], "2026-03-25T14:00", null],
  [
    "a line without its fold",
    ["DTSTART:20260325T140000Z", "DESCRIPTION:one", "two, three", ""],
    "2026-03-25T14:00",
    null,
  ],
  ["an odd change id", ["DTSTART:20260325T140000Z", "RECURRENCE-ID:"], "2026-03-25T14:00", null],
] as const)
  test(`an event with ${name} is read and noted`, (t) => {
    const found = read(buildEvent("a", ...lines));
    t.deepEqual(found.starts, [start]);
    const { endTime } = found.occurrences[0]!;
    t.is(endTime, end === null ? null : Date.parse(`${end}:00Z`));
    t.deepEqual([...new Set(found.kinds)], ["repaired"]);
  });

test("an event whose end is missing costs nobody", (t) => {
  const found = read([
    "BEGIN:VEVENT",
    "UID:open",
    "DTSTART:20260325T140000Z",
    ...buildEvent("a", "DTSTART:20260326T140000Z"),
    "END:VALARM",
    ...buildEvent("b", "DTSTART:20260327T140000Z", "BEGIN:VALARM", "TRIGGER:-PT5M"),
  ]);
  t.deepEqual(found.ids, ["ics:open", "ics:a", "ics:b"]);
  t.true(found.notices.length > 0);
});

test("attendees in odd forms keep their addresses", (t) => {
  const found = read(
    buildEvent(
      "a",
      "DTSTART:20260325T140000Z",
      'ATTENDEE;CN="Kim "The Roof" Lee":mailto:kim@x.example',
      "ATTENDEE;CN=Sam:sam@x.example",
      "ATTENDEE;CN=Ann:mailto:'ann@x.example'",
      "ATTENDEE:mailto:Lee Doe <lee@x.example>",
      "ATTENDEE;CN=Room;EMAIL=:mailto:c_1@resource.calendar.google.com",
      'ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=DECLINED;CN="Lee; Kim: Esq";X-COMMENT="Sorry: 9:00":mailto:no@x.example',
      "ATTENDEE:",
      "ATTENDEE:invalid:nomail",
    ),
  );
  const [one] = found.occurrences;
  t.deepEqual(
    one?.attendees.map(({ email }) => email),
    ["kim@x.example", "sam@x.example", "ann@x.example", "lee@x.example"],
  );
  t.deepEqual(one?.declined, ["no@x.example"]);
});

test("whole days that only Microsoft's property marks are whole days", (t) => {
  const lines = buildEvent(
    "a",
    "DTSTART;TZID=W. Europe Standard Time:20260325T000000",
    "DTEND;TZID=W. Europe Standard Time:20260326T000000",
    "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
  );
  const found = read(lines);
  t.deepEqual(found.ids, []);
  t.like(found.notices, [{ kind: "skipped", reason: "an all-day event", count: 1 }]);
  t.deepEqual(read(lines, { includesAllDay: true }).ids, ["ics:a"]);
});

const titleOf = (bytes: Buffer, contentType?: string): string | null =>
  readCalendar(decodeFeed(bytes, contentType).text, OPTIONS).occurrences[0]!.title;

const buildTitled = (line: string): string =>
  build(...buildEvent("a", "DTSTART:20260325T140000Z", line));

test("a fold inside of a character, and charsets that are declared or not", (t) => {
  const utf8 = Buffer.from(buildTitled("SUMMARY:Müller"));
  const at = utf8.indexOf(Buffer.from("ü")) + 1;
  t.is(
    titleOf(Buffer.concat([utf8.subarray(0, at), Buffer.from("\r\n "), utf8.subarray(at)])),
    "Müller",
  );
  const latin1 = (line: string): Buffer => Buffer.from(buildTitled(line), "latin1");
  t.is(titleOf(latin1("SUMMARY:Müller"), "text/calendar; charset=ISO-8859-1"), "Müller");
  t.is(titleOf(latin1("SUMMARY;CHARSET=ISO-8859-1:Müller")), "Müller");
  t.is(titleOf(latin1("SUMMARY:Müller")), "Müller");
  t.is(titleOf(utf8, "text/calendar; charset=iso-8859-1"), "Müller");
  const cyrillic = Buffer.concat([
    Buffer.from(buildTitled("SUMMARY:").replace(/SUMMARY:[^]*/, "SUMMARY:")),
    Buffer.from([0xcc, 0xc8, 0xd0]),
    Buffer.from("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"),
  ]);
  t.is(titleOf(cyrillic, 'text/calendar; charset="windows-1251"'), "МИР");
  t.is(titleOf(Buffer.from(`\uFEFF${buildTitled("SUMMARY:Müller")}`, "utf16le")), "Müller");
  const quoted = "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BCller =\r\nund Sohn";
  t.is(titleOf(Buffer.from(buildTitled(quoted))), "Müller und Sohn");
});

const UNKNOWN_ZONE_ID = "RECURRENCE-ID;TZID=Customized Time Zone:20260324T090000";

test("a change whose id has an unknown zone, and an end by its day, are in the zone of the start", (t) => {
  const found = read([
    ...buildEvent("a", "DTSTART;TZID=Europe/Berlin:20260323T090000", "RRULE:FREQ=DAILY;COUNT=2"),
    ...buildEvent(
      "a",
      "DTSTART;TZID=Europe/Berlin:20260324T110000",
      "DTEND:20260325",
      UNKNOWN_ZONE_ID,
    ),
  ]);
  t.deepEqual(found.starts, ["2026-03-23T08:00", "2026-03-24T10:00"]);
  t.is(found.occurrences[1]?.endTime, Date.parse("2026-03-24T23:00:00Z"));
});
