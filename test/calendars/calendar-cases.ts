/** Reads a case with `now` on 20 March or 20 October 2026, around the changes to and from daylight saving time. */
export type Season = "spring" | "autumn";

/** A case: its name, when it is read, how many occurrences it has, and the lines of its events, without the UID. */
export type CalendarCase = [name: string, season: Season, count: number, ...events: string[]];

const BERLIN = "DTSTART;TZID=Europe/Berlin:";
const NEW_YORK = "DTSTART;TZID=America/New_York:";
const SYDNEY = "DTSTART;TZID=Australia/Sydney:";

/** Lines are separated by a space and a bar, events are strings. */
export const CALENDAR_CASES: CalendarCase[] = [
  // Single events
  ["a single event in UTC", "spring", 1, "DTSTART:20260401T090000Z | DTEND:20260401T100000Z"],
  ["a single event in a zone", "spring", 1, `${BERLIN}20260401T090000 | DURATION:PT45M`],
  [
    "a single event a day before the change",
    "spring",
    1,
    `${BERLIN}20260328T090000 | DURATION:PT1H`,
  ],
  [
    "an event that ends after the change",
    "spring",
    1,
    `${BERLIN}20260329T010000 | DTEND;TZID=Europe/Berlin:20260329T040000`,
  ],
  [
    "an event that ends in another zone",
    "spring",
    1,
    `${BERLIN}20260401T090000 | DTEND;TZID=America/New_York:20260401T050000`,
  ],
  ["a start in the gap of spring", "spring", 1, `${BERLIN}20260329T023000 | DURATION:PT1H`],
  ["a start in the overlap of autumn", "autumn", 1, `${BERLIN}20261025T023000 | DURATION:PT1H`],
  ["an event before the window", "spring", 0, `${BERLIN}20260310T090000 | DURATION:PT1H`],
  ["an event after the window", "spring", 0, `${BERLIN}20260601T090000 | DURATION:PT1H`],
  ["a duration of days over the change", "spring", 1, `${BERLIN}20260328T120000 | DURATION:P1D`],
  ["a duration in weeks", "spring", 1, `${BERLIN}20260401T120000 | DURATION:P1W`],
  // Daylight saving time
  [
    "daily over the change of spring in Berlin",
    "spring",
    20,
    `${BERLIN}20260320T090000 | DURATION:PT30M | RRULE:FREQ=DAILY;COUNT=20`,
  ],
  [
    "daily over the change of autumn in Berlin",
    "autumn",
    20,
    `${BERLIN}20261016T090000 | DURATION:PT30M | RRULE:FREQ=DAILY;COUNT=20`,
  ],
  [
    "daily over the change of spring in New York",
    "spring",
    10,
    `${NEW_YORK}20260305T090000 | DURATION:PT30M | RRULE:FREQ=DAILY;COUNT=18`,
  ],
  [
    "daily over the change of autumn in New York",
    "autumn",
    20,
    `${NEW_YORK}20261025T090000 | DURATION:PT30M | RRULE:FREQ=DAILY;COUNT=20`,
  ],
  [
    "daily over the change of autumn in Sydney",
    "spring",
    30,
    `${SYDNEY}20260325T090000 | DURATION:PT30M | RRULE:FREQ=DAILY;COUNT=30`,
  ],
  [
    "weekly over the change, around midnight",
    "spring",
    6,
    `${BERLIN}20260322T003000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=6`,
  ],
  [
    "daily at a time in the gap",
    "spring",
    5,
    `${BERLIN}20260327T023000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5`,
  ],
  [
    "daily at a time in the overlap",
    "autumn",
    5,
    `${BERLIN}20261023T023000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5`,
  ],
  [
    "daily in UTC stays in UTC",
    "spring",
    15,
    "DTSTART:20260322T080000Z | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=15",
  ],
  [
    "a zone without daylight saving time",
    "spring",
    15,
    "DTSTART;TZID=America/Phoenix:20260322T080000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=15",
  ],
  [
    "a zone with half an hour",
    "spring",
    5,
    "DTSTART;TZID=Asia/Kolkata:20260322T080000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5",
  ],
  [
    "a zone with a quarter of an hour",
    "spring",
    5,
    "DTSTART;TZID=Asia/Kathmandu:20260322T080000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5",
  ],
  // Outlook's and other names of zones
  [
    "Outlook's name of Berlin's zone",
    "spring",
    5,
    "DTSTART;TZID=W. Europe Standard Time:20260327T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5",
  ],
  [
    "Outlook's name in quotes",
    "spring",
    5,
    'DTSTART;TZID="Eastern Standard Time":20260327T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5',
  ],
  [
    "Outlook's name of Sydney's zone",
    "spring",
    9,
    "DTSTART;TZID=AUS Eastern Standard Time:20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=9",
  ],
  [
    "Outlook's name of India's zone",
    "spring",
    5,
    "DTSTART;TZID=India Standard Time:20260327T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5",
  ],
  [
    "a zone's name with a prefix",
    "spring",
    5,
    "DTSTART;TZID=/citadel.org/20210210_1/Europe/Berlin:20260327T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5",
  ],
  [
    "a zone that only its definition describes",
    "autumn",
    15,
    "DTSTART;TZID=Customized Time Zone:20261025T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=15",
  ],
  [
    "Exchange's custom zone in a gap",
    "spring",
    5,
    'DTSTART;TZID="tzone://Microsoft/Custom":20260327T023000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5',
  ],
  [
    "Exchange's custom zone in an overlap",
    "autumn",
    5,
    'DTSTART;TZID="tzone://Microsoft/Custom":20261023T023000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5',
  ],
  [
    "a described zone with one offset",
    "spring",
    3,
    "DTSTART;TZID=Company Time:20260327T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=3",
  ],
  // Rules
  [
    "every second week",
    "spring",
    5,
    `${BERLIN}20260105T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;INTERVAL=2`,
  ],
  [
    "several weekdays",
    "spring",
    28,
    `${BERLIN}20260202T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR`,
  ],
  [
    "the week's first day counts",
    "spring",
    4,
    `${BERLIN}20260315T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU`,
  ],
  [
    "until a time in UTC",
    "spring",
    3,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;UNTIL=20260403T070000Z`,
  ],
  [
    "until just before a start",
    "spring",
    2,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;UNTIL=20260403T065959Z`,
  ],
  [
    "until a time on the other side of the change",
    "spring",
    4,
    `${BERLIN}20260327T000000 | DURATION:PT1H | RRULE:FREQ=DAILY;UNTIL=20260329T220000Z`,
  ],
  [
    "the second Tuesday of each month",
    "spring",
    2,
    `${BERLIN}20260113T090000 | DURATION:PT1H | RRULE:FREQ=MONTHLY;BYDAY=2TU`,
  ],
  [
    "the last Friday of each month",
    "spring",
    2,
    `${BERLIN}20260130T090000 | DURATION:PT1H | RRULE:FREQ=MONTHLY;BYDAY=-1FR`,
  ],
  [
    "the last working day of each month",
    "spring",
    2,
    `${BERLIN}20260130T090000 | DURATION:PT1H | RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`,
  ],
  [
    "the 31st, which some months don't have",
    "spring",
    1,
    `${BERLIN}20260131T090000 | DURATION:PT1H | RRULE:FREQ=MONTHLY;BYMONTHDAY=31`,
  ],
  [
    "the last day of each month",
    "spring",
    2,
    `${BERLIN}20260131T090000 | DURATION:PT1H | RRULE:FREQ=MONTHLY;BYMONTHDAY=-1`,
  ],
  [
    "yearly since 1998",
    "spring",
    1,
    `${BERLIN}19980401T090000 | DURATION:PT1H | RRULE:FREQ=YEARLY`,
  ],
  [
    "yearly in two months",
    "spring",
    2,
    `${BERLIN}20200402T090000 | DURATION:PT1H | RRULE:FREQ=YEARLY;BYMONTH=4,5;BYMONTHDAY=2`,
  ],
  [
    "twice a day",
    "spring",
    6,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=6;BYHOUR=9,15`,
  ],
  [
    "a count that ends before the window",
    "spring",
    0,
    `${BERLIN}20250101T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=20`,
  ],
  [
    "a count that ends in the window",
    "spring",
    3,
    `${BERLIN}20260107T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=13`,
  ],
  [
    "a daily series since 2005",
    "spring",
    67,
    `${BERLIN}20050101T090000 | DURATION:PT1H | RRULE:FREQ=DAILY`,
  ],
  [
    "starts that a list adds",
    "spring",
    4,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=2 | RDATE;TZID=Europe/Berlin:20260410T100000,20260411T110000`,
  ],
  // Exclusions, changes and cancellations
  [
    "an excluded start",
    "spring",
    4,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5 | EXDATE;TZID=Europe/Berlin:20260403T090000`,
  ],
  [
    "several excluded starts, one in UTC",
    "spring",
    2,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5 | EXDATE;TZID=Europe/Berlin:20260403T090000,20260404T090000 | EXDATE:20260405T070000Z`,
  ],
  [
    "an excluded first start",
    "spring",
    4,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5 | EXDATE;TZID=Europe/Berlin:20260401T090000`,
  ],
  [
    "an exclusion at another time excludes nothing",
    "spring",
    5,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5 | EXDATE;TZID=Europe/Berlin:20260403T093000`,
  ],
  [
    "a moved occurrence",
    "spring",
    5,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5`,
    `${BERLIN}20260403T140000 | DURATION:PT2H | RECURRENCE-ID;TZID=Europe/Berlin:20260403T090000`,
  ],
  [
    "a moved occurrence whose id is in UTC",
    "spring",
    5,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5`,
    `${BERLIN}20260403T140000 | DURATION:PT2H | RECURRENCE-ID:20260403T070000Z`,
  ],
  [
    "an occurrence moved into the window",
    "spring",
    2,
    `${BERLIN}20260301T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=3`,
    `${BERLIN}20260320T140000 | DURATION:PT2H | RECURRENCE-ID;TZID=Europe/Berlin:20260308T090000`,
  ],
  [
    "an occurrence moved out of the window",
    "spring",
    2,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=3`,
    `${BERLIN}20260720T140000 | DURATION:PT2H | RECURRENCE-ID;TZID=Europe/Berlin:20260408T090000`,
  ],
  [
    "an occurrence moved to another zone",
    "spring",
    3,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=3`,
    `${NEW_YORK}20260408T140000 | DURATION:PT2H | RECURRENCE-ID;TZID=Europe/Berlin:20260408T090000`,
  ],
  [
    "a cancelled occurrence",
    "spring",
    4,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=DAILY;COUNT=5`,
    `${BERLIN}20260403T090000 | DURATION:PT1H | STATUS:CANCELLED | RECURRENCE-ID;TZID=Europe/Berlin:20260403T090000`,
  ],
  ["a cancelled event", "spring", 0, `${BERLIN}20260401T090000 | DURATION:PT1H | STATUS:CANCELLED`],
  [
    "a cancelled series",
    "spring",
    0,
    `${BERLIN}20260401T090000 | DURATION:PT1H | STATUS:CANCELLED | RRULE:FREQ=DAILY;COUNT=5`,
  ],
  [
    "a series moved from an occurrence on",
    "spring",
    6,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=6`,
    `${BERLIN}20260415T110000 | DURATION:PT1H | RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260415T090000`,
  ],
  [
    "a change of a change",
    "spring",
    6,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=6`,
    `${BERLIN}20260408T100000 | DURATION:PT1H | RECURRENCE-ID;TZID=Europe/Berlin:20260408T090000`,
    `${BERLIN}20260416T100000 | DURATION:PT1H | RECURRENCE-ID;TZID=Europe/Berlin:20260415T090000`,
  ],
  [
    "an exclusion and a change of one series",
    "spring",
    5,
    `${BERLIN}20260401T090000 | DURATION:PT1H | RRULE:FREQ=WEEKLY;COUNT=6 | EXDATE;TZID=Europe/Berlin:20260422T090000`,
    `${BERLIN}20260416T100000 | DURATION:PT1H | RECURRENCE-ID;TZID=Europe/Berlin:20260415T090000`,
  ],
];

/** What RFC 5545 has, and ical.js hasn't: occurrences by case, each `start/end` of ical.js and ours. */
export const RFC_DIFFERENCES: Record<string, { theirs: string; ours: string }> = Object.fromEntries(
  // 3.3.5: "If the local time described does not occur (when changing from standard to daylight time), the DATE-TIME
  // value is interpreted using the UTC offset before the gap in local times."
  [
    ...[
      "a start in the gap of spring",
      "daily at a time in the gap",
      "Exchange's custom zone in a gap",
    ].map((name) => [name, { theirs: "2026-03-29T00:30", ours: "2026-03-29T01:30" }]),
    // 3.3.5: "If the local time described occurs more than once (when changing from daylight to standard time), the
    // DATE-TIME value refers to the first occurrence of the referenced time."
    ...[
      "a start in the overlap of autumn",
      "daily at a time in the overlap",
      "Exchange's custom zone in an overlap",
    ].map((name) => [name, { theirs: "2026-10-25T01:30", ours: "2026-10-25T00:30" }]),
  ] as [string, { theirs: string; ours: string }][],
);
