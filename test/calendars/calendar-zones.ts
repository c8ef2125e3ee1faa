const ZONES: Record<
  string,
  [standard: string, daylight: string, toDaylight: string, toStandard: string]
> = {
  "Europe/Berlin": [
    "+0100",
    "+0200",
    "1601T020000 BYMONTH=3;BYDAY=-1SU",
    "1601T030000 BYMONTH=10;BYDAY=-1SU",
  ],
  "America/New_York": [
    "-0500",
    "-0400",
    "1601T020000 BYMONTH=3;BYDAY=2SU",
    "1601T020000 BYMONTH=11;BYDAY=1SU",
  ],
  "Australia/Sydney": [
    "+1000",
    "+1100",
    "1601T020000 BYMONTH=10;BYDAY=1SU",
    "1601T030000 BYMONTH=4;BYDAY=1SU",
  ],
};

/** Zones of other names that have the same rules. */
const ALIASES: Record<string, string> = {
  "W. Europe Standard Time": "Europe/Berlin",
  "Eastern Standard Time": "America/New_York",
  "AUS Eastern Standard Time": "Australia/Sydney",
  "/citadel.org/20210210_1/Europe/Berlin": "Europe/Berlin",
  "Customized Time Zone": "America/New_York",
  "tzone://Microsoft/Custom": "Europe/Berlin",
};

const FIXED: Record<string, string> = {
  "India Standard Time": "+0530",
  "Asia/Kolkata": "+0530",
  "Asia/Kathmandu": "+0545",
  "America/Phoenix": "-0700",
  "Company Time": "+0330",
};

const buildObservance = (name: string, from: string, to: string, rule: string): string[] => {
  const [time = "", parts = ""] = rule.split(" ");
  return [
    `BEGIN:${name}`,
    // The first Sunday of 2001 that the rule has doesn't matter: no test reads times as early.
    `DTSTART:${time.replace("1601T", "20010101T")}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...(parts === "" ? [] : [`RRULE:FREQ=YEARLY;${parts}`]),
    `END:${name}`,
  ];
};

const buildZone = (name: string): string[] => {
  const fixed = FIXED[name];
  const [standard, daylight, toDaylight, toStandard] = ZONES[ALIASES[name] ?? name] ?? [];
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${name}`,
    ...(fixed === undefined
      ? [
          ...buildObservance("STANDARD", daylight!, standard!, toStandard!),
          ...buildObservance("DAYLIGHT", standard!, daylight!, toDaylight!),
        ]
      : buildObservance("STANDARD", fixed, fixed, "1601T000000")),
    "END:VTIMEZONE",
  ];
};

/** Builds a calendar with the definitions of the zones that its lines name. */
export const buildCalendarText = (lines: string[]): string => {
  const names = [...Object.keys(ZONES), ...Object.keys(ALIASES), ...Object.keys(FIXED)].filter(
    (name) =>
      lines.some((line) => line.includes(`TZID=${name}`) || line.includes(`TZID="${name}"`)),
  );
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//debrief//test//EN",
    ...names.flatMap(buildZone),
    ...lines,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
};
