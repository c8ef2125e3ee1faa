import test from "ava";
import { readNameFacts } from "../../src/intake/watch/call-facts.js";
import { buildNamePattern, PatternError } from "../../src/base/config/name-patterns.js";
import { quoteName } from "../../src/intake/watch/quote-name.js";

const read = async (pattern: string, stem: string, zone = "Europe/Berlin") => {
  const groups = (await buildNamePattern(pattern))(stem);
  if (!groups) return undefined;
  const { startedAt, ...facts } = readNameFacts(groups, zone);
  return JSON.parse(
    JSON.stringify({
      ...facts,
      ...(groups.side && { side: groups.side }),
      ...(startedAt !== undefined && { startedAt: new Date(startedAt).toISOString() }),
    }),
  );
};

const STARTED = "2024-05-03T07:15:30.000Z";

test("the names of FreePBX tell extension, number, time and unique id", async (t) => {
  const id = "asterisk:1714720530.42";
  for (const [stem, facts] of [
    [
      "out-+4930123456-204-20240503-091530-1714720530.42",
      { extension: "204", customerPhone: "+4930123456" },
    ],
    [
      "external-204-+4930123456-20240503-091530-1714720530.42",
      { extension: "204", customerPhone: "+4930123456" },
    ],
    ["internal-205-204-20240503-091530-1714720530.42", { extension: "204" }],
    [
      "+4930123456-204-20240503-091530-1714720530.42",
      { extension: "204", customerPhone: "+4930123456" },
    ],
    [
      "q-600-anonymous-20240503-091530-1714720530.42",
      { extension: "600", customerPhone: "anonymous" },
    ],
    [
      "out-0049 30 1-204-20240503-091530-1714720530.42-in",
      { extension: "204", customerPhone: "0049 30 1", side: "in" },
    ],
  ] as const)
    for (const pattern of ["freepbx", "issabel"])
      t.deepEqual(await read(pattern, stem), { ...facts, callId: id, startedAt: STARTED }, stem);
  t.deepEqual(await read("freepbx", "out-1-204-20240503-091530-pbx1-1714720530.42"), {
    extension: "204",
    customerPhone: "1",
    callId: "asterisk:pbx1-1714720530.42",
    startedAt: STARTED,
  });
});

test("the kind in a FreePBX name decides which number is whose", async (t) => {
  const end = "20261125-090819-1795597699.101";
  const call = { callId: "asterisk:1795597699.101", startedAt: "2026-11-25T08:08:19.000Z" };
  for (const [stem, facts] of [
    ["in-493012345-12025550142", { ownNumber: "493012345", customerPhone: "12025550142" }],
    ["IN-+493012345-204", { ownNumber: "+493012345", customerPhone: "204" }],
    ["force-8906060-6093701539", { ownNumber: "8906060", customerPhone: "6093701539" }],
    ["force-8906060-unknown", { ownNumber: "8906060", customerPhone: "unknown" }],
    ["in-4711-12025550142", { extension: "4711", customerPhone: "12025550142" }],
    ["in-s-12025550142", { customerPhone: "12025550142" }],
    ["external-204-22000", { extension: "204", customerPhone: "22000" }],
    ["external-204-12025550142", { extension: "204", customerPhone: "12025550142" }],
    ["q-600-22000", { extension: "600", customerPhone: "22000" }],
    ["rg-601-12025550142", { extension: "601", customerPhone: "12025550142" }],
    ["out-22000-204", { extension: "204", customerPhone: "22000" }],
    ["out-12025550142-493012345", { ownNumber: "493012345", customerPhone: "12025550142" }],
    ["internal-205-204", { extension: "204" }],
  ] as const) {
    t.deepEqual(await read("freepbx", `${stem}-${end}`), { ...call, ...facts }, stem);
    t.deepEqual(await read("issabel", `${stem}-20261125-090819-pbx-eu-1-1795597699.101`), {
      ...call,
      ...facts,
      callId: "asterisk:pbx-eu-1-1795597699.101",
    });
  }
});

const customer = (name: string) => ({ customer: JSON.stringify({ name }) });

test("the names of phones' call recorders have the time and the other party", async (t) => {
  const STARTED_AT = "2026-11-25T08:08:02.000Z";
  for (const [pattern, stem, facts] of [
    [
      "bcr",
      "20261125_090802.881926+0100_out_+12345678900",
      { customerPhone: "+12345678900", startedAt: "2026-11-25T08:08:02.881Z" },
    ],
    [
      "bcr",
      "20261125_030802.5-0500_in_sim1_+12345678900_Kim Lee",
      {
        customerPhone: "+12345678900",
        startedAt: "2026-11-25T08:08:02.500Z",
        fields: customer("Kim Lee"),
      },
    ],
    ["bcr", "20261125_080802Z_in_Kim_Lee", { startedAt: STARTED_AT, fields: customer("Kim_Lee") }],
    ["bcr", "20261125_090802_conference", { startedAt: STARTED_AT }],
    [
      "grapheneos",
      "CallRecord_20261125-090802_+12192826655",
      { customerPhone: "+12192826655", startedAt: STARTED_AT },
    ],
    [
      "grapheneos",
      "CallRecord_20261125-090802_Kim Lee (1)",
      { startedAt: STARTED_AT, fields: customer("Kim Lee") },
    ],
    ["grapheneos", "CallRecord_20261125-090802", { startedAt: STARTED_AT }],
    [
      "truephone",
      "+421 912 123 123 (Slovakia) 2026-11-25_090802_inc",
      { customerPhone: "+421 912 123 123", startedAt: STARTED_AT },
    ],
    [
      "truephone",
      "Kim Lee 2026-11-25_090802_out",
      { startedAt: STARTED_AT, fields: customer("Kim Lee") },
    ],
    [
      "cubeacr",
      "2026-11-25 09-08-02 (phone) Kim Lee (0912 123 123) ↙",
      { customerPhone: "0912 123 123", startedAt: STARTED_AT, fields: customer("Kim Lee") },
    ],
    [
      "cubeacr",
      "2026-11-25 09-08-02 (phone) +421912123123 ↗",
      { customerPhone: "+421912123123", startedAt: STARTED_AT },
    ],
    [
      "cubeacr",
      "2026-11-25 09-08-02 (whatsapp) Kim Lee",
      { startedAt: STARTED_AT, fields: customer("Kim Lee") },
    ],
    [
      "cubeacr",
      "phone_20261125-090802_+421912123123",
      { customerPhone: "+421912123123", startedAt: STARTED_AT },
    ],
    [
      "samsung",
      "Call recording +421912123123_261125_090802",
      { customerPhone: "+421912123123", startedAt: STARTED_AT },
    ],
    [
      "samsung",
      "Anrufaufzeichnung 0912123123_261125_090802(1)",
      { customerPhone: "0912123123", startedAt: STARTED_AT },
    ],
    [
      "samsung",
      "Call recording Kim Lee_261125_090802",
      { startedAt: STARTED_AT, fields: customer("Kim Lee") },
    ],
    [
      "samsung",
      "통화 녹음 01012345678_261125_090802",
      { customerPhone: "01012345678", startedAt: STARTED_AT },
    ],
  ] as const)
    t.deepEqual(await read(pattern, stem), { ...facts }, stem);
  await t.throwsAsync(read("bcr", "20261325_090802_out"), { message: /impossible date/ });
});

test("the names of FusionPBX, 3CX and MixMonitor are read too", async (t) => {
  const uuid = "7C2B1F60-3F0E-4B3A-9A55-0A6E1D3C9B11";
  t.deepEqual(await read("fusionpbx", uuid), { callId: `freeswitch:${uuid.toLowerCase()}` });
  t.deepEqual(await read("fusionpbx", `${uuid}_r`), {
    callId: `freeswitch:${uuid.toLowerCase()}`,
    side: "r",
  });
  t.deepEqual(await read("3cx", "[Ann, Sales]_100-004930123456_20240503091530(123)"), {
    callId: "file:20240503-091530-123",
    extension: "100",
    customerPhone: "004930123456",
    startedAt: STARTED,
    fields: { name: "Ann, Sales" },
  });
  t.deepEqual(await read("asterisk", "sales-1714720530.42-t"), {
    callId: "asterisk:1714720530.42",
    startedAt: STARTED,
    side: "t",
  });
});

test("a name of another form is none of the pattern's", async (t) => {
  for (const [pattern, stem] of [
    ["freepbx", "hello"],
    ["freepbx", "out-1-204-20240503-0915-1714720530.42"],
    ["fusionpbx", "7c2b1f60"],
    ["3cx", "[Ann]_100-1_20240503(1)"],
    ["asterisk", "greeting"],
  ] as const)
    t.is(await read(pattern, stem), undefined, stem);
});

test("an own pattern has named groups in RE2 syntax", async (t) => {
  const own = String.raw`(?P<extension>\d+)_(?P<number>\+?\d+)_(?P<date>\d{4}-\d\d-\d\d)_(?P<time>\d\d\.\d\d)`;
  t.deepEqual(await read(own, "204_+4930123456_2024-05-03_09.15"), {
    extension: "204",
    customerPhone: "+4930123456",
    startedAt: "2024-05-03T07:15:00.000Z",
  });
  t.deepEqual(
    await read(String.raw`(?<user_email>.+) (?<epoch>\d+)`, "ann@example.com 1714720530"),
    {
      userEmail: "ann@example.com",
      startedAt: STARTED,
    },
  );
  for (const [text, reason] of [
    ["(?P<extension>", /isn't a regular expression in RE2 syntax/],
    [String.raw`(?P<ext>\d+)`, /unknown group ext; known are id, uniqueid/],
    [String.raw`(\d+)`, /must be one of freepbx, .*issabel, or a regular expression/],
    ["freepbx2", /must be one of freepbx/],
  ] as const)
    await t.throwsAsync(buildNamePattern(text), { instanceOf: PatternError, message: reason });
});

test("an own pattern takes linear time, whatever the name", async (t) => {
  const pattern = await buildNamePattern(String.raw`(?P<name>(a+)+)(?P<id>\d)`);
  t.is(pattern("a".repeat(250)), undefined);
});

test("local times follow daylight saving in their zone", async (t) => {
  for (const [zone, time, id, expected] of [
    ["Europe/Berlin", "20240331-015959", "1.1", "2024-03-31T00:59:59.000Z"],
    // This hour doesn't exist.
    ["Europe/Berlin", "20240331-023000", "1.1", "2024-03-31T01:30:00.000Z"],
    ["Europe/Berlin", "20240331-030000", "1.1", "2024-03-31T01:00:00.000Z"],
    // This hour is there twice: the unique id has the second in UTC.
    ["Europe/Berlin", "20241027-023000", "1729989000.1", "2024-10-27T00:30:00.000Z"],
    ["Europe/Berlin", "20241027-023000", "1729992600.1", "2024-10-27T01:30:00.000Z"],
    ["America/New_York", "20241103-013000", "1730611800.1", "2024-11-03T05:30:00.000Z"],
    ["America/New_York", "20241103-013000", "1730615400.1", "2024-11-03T06:30:00.000Z"],
    ["Asia/Kolkata", "20240503-091530", "1.1", "2024-05-03T03:45:30.000Z"],
    ["Australia/Lord_Howe", "20240407-013000", "1712413800.1", "2024-04-06T14:30:00.000Z"],
    ["Australia/Lord_Howe", "20240407-013000", "1712415600.1", "2024-04-06T15:00:00.000Z"],
    ["UTC", "20240229-235959", "1.1", "2024-02-29T23:59:59.000Z"],
  ] as const) {
    const facts = await read("freepbx", `out-1-204-${time}-${id}`, zone);
    t.is(facts.startedAt, expected, `${zone} ${time} ${id}`);
  }
  for (const [time, shown] of [
    ["20240230-091530", "2024-02-30T09:15:30"],
    ["20240503-256161", "2024-05-03T25:61:61"],
    ["20241301-000000", "2024-13-01T00:00:00"],
  ] as const)
    await t.throwsAsync(read("freepbx", `out-1-204-${time}-1.1`), {
      message: `the file's name has an impossible date or time, "${shown}"; the format is year-month-day hour:minute:second, such as 2026-01-31 09:30:00`,
    });
});

test("names are quoted: no byte of one reaches a terminal as it is", (t) => {
  for (const [name, quoted] of [
    [Buffer.from("call.wav"), '"call.wav"'],
    [Buffer.from('a"b\\c'), String.raw`"a\"b\\c"`],
    [Buffer.from("a\nb\u001B[31m"), String.raw`"a\nb\u001b[31m"`],
    [Buffer.from("Müller \u202Efdp.wav"), String.raw`"Müller \u202efdp.wav"`],
    [Buffer.from([0x61, 0xff, 0x22, 0x0a]), String.raw`"a\xff\x22\x0a"`],
  ] as const)
    t.is(quoteName(name), quoted);
});
