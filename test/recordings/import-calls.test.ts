import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { IRREGULAR_FILES } from "../helpers/recordings/irregular-files.js";
import { createInstallation, type Installation } from "../helpers/server/program.js";
import { buildTenant, createRequester, type Tenant } from "../helpers/tenant.js";

const test = anyTest as TestFn<{ program: Installation; org: Tenant; folder: string }>;

test.beforeEach(async (t) => {
  const program = await createInstallation();
  const env = { DEBRIEF_FIRST_ORG: "off", DEBRIEF_ANALYZER: "external" };
  const { url } = await program.serve(env);
  const created = JSON.parse((await program.run(["org", "create", "Acme", "--json"])).stdout);
  const org = buildTenant(createRequester(url), { ...created, id: created.organization.id });
  await org.createUser("rep@example.com", { extensions: ["204"] });
  const folder = join(program.directory, "calls");
  mkdirSync(folder);
  for (const name of ["a.wav", "b.wav"]) copyFileSync("test/fixtures/call.wav", join(folder, name));
  t.context = { program, org, folder };
});

test.afterEach.always((t) => t.context.program.remove());

const RECORDINGS = `{ recordings(first: 50, filter: { status: received }) { nodes {
  name createdAt startedAt duration userEmail eventId customFields source
  media { bytes type } client { crmEntityId email } id
} } }`;

const COMPLETE = `mutation ($id: ID!) {
  completeAnalysis(recordingId: $id, input: { summary: "A summary." }) { id }
}`;

const listCalls = async (org: Tenant) => (await org.graphql(RECORDINGS)).recordings.nodes;

interface Context {
  program: Installation;
  folder: string;
}

const importTable = async ({ program, folder }: Context, lines: string[], ...flags: string[]) => {
  const table = join(folder, "calls.csv");
  writeFileSync(table, lines.join("\r\n"));
  const args = ["import-calls", table, "--org", "Acme", "--json", ...flags];
  const { code, stdout, stderr } = await program.run(args);
  return { code, stderr, result: stdout === "" ? undefined : JSON.parse(stdout) };
};

const counts = (imported: number, unchanged = 0, waiting = 0, refused = 0) => ({
  imported,
  unchanged,
  waiting,
  refused,
});

test("files without a length, joined or after other bytes have their durations", async (t) => {
  const { org, folder } = t.context;
  for (const { name, bytes } of IRREGULAR_FILES) writeFileSync(join(folder, name), bytes);
  const { result, stderr } = await importTable(t.context, [
    "call_id;user_email;started_at;name;file",
    ...IRREGULAR_FILES.map(
      ({ name }) => `${name};rep@example.com;2024-05-03T09:00:00Z;${name};${name}`,
    ),
  ]);
  t.deepEqual(result, { ...counts(IRREGULAR_FILES.length), refusedRows: [] }, stderr);
  const calls: { name: string; duration: number; media: { type: string } }[] = await listCalls(org);
  for (const { name, duration, type } of IRREGULAR_FILES)
    t.like(
      calls.find((call) => call.name === name),
      { duration, media: { type } },
    );
});

test("a table of calls with files becomes recordings in their own time", async (t) => {
  const { org, folder } = t.context;
  const vtt = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Robin>Hello there\n";
  writeFileSync(join(folder, "a.vtt"), vtt);
  const { code, result, stderr } = await importTable(
    t.context,
    [
      "\uFEFFcall_id;user_email;started_at;created_at;duration_seconds;name;file;customer_id;customer_email;custom_fields;transcript;internal note",
      'c-1;rep@example.com;2024-05-03T09:00:00Z;2024-05-03T10:00:00+01:00;90.5;"First; call";a.wav;k-1;ann@example.com;"{""campaign"":""spring""}";a.vtt;x',
      "c-2;rep@example.com;2024-05-04 11:00:00;;60;c-2;b.wav;;;;;",
      "c-3;rep@example.com;2024-01-04 11:00;;;c-3;;;;;;",
    ],
    "--zone",
    "Europe/Berlin",
  );
  t.deepEqual(result, { ...counts(3), refusedRows: [] }, stderr);
  t.is(code, 0);
  t.is(stderr, 'ignored columns: "internal note"\n');
  const calls = await listCalls(org);
  const common = { userEmail: "rep@example.com", eventId: null };
  t.like(calls, [
    {
      ...common,
      name: "c-2",
      createdAt: "2024-05-04T09:01:00.000Z",
      startedAt: "2024-05-04T09:00:00.000Z",
      duration: 60_000,
      source: "upload",
    },
    {
      ...common,
      name: "First; call",
      createdAt: "2024-05-03T09:00:00.000Z",
      duration: 90_500,
      customFields: { campaign: "spring" },
      client: { crmEntityId: "k-1", email: "ann@example.com" },
    },
    { name: "c-3", createdAt: "2024-01-04T10:00:00.000Z", source: "dialer", media: null },
  ]);
  t.true(calls[0].media.bytes > 0);
  await org.graphql(COMPLETE, { id: calls[1].id });
  const { body } = await org.get(`/v1/recordings/${calls[1].id}/transcript`);
  t.like(body.transcript, [{ speaker: "Robin", text: "Hello there", start: 1000 }]);
});

test("a repetition adds nothing, and leaves processed calls alone", async (t) => {
  const { org } = t.context;
  const lines = [
    "call_id,user_email,started_at,file",
    "c-1,rep@example.com,2024-05-03T09:00:00Z,a.wav",
    "c-2,rep@example.com,2024-05-03T09:30:00Z,b.wav",
  ];
  t.deepEqual((await importTable(t.context, lines)).result, { ...counts(2), refusedRows: [] });
  const [{ id }] = (
    await org.graphql("{ recordings(first: 1, filter: { status: received }) { nodes { id } } }")
  ).recordings.nodes;
  await org.graphql(COMPLETE, { id });
  t.deepEqual((await importTable(t.context, lines)).result, { ...counts(1, 1), refusedRows: [] });
  t.is((await listCalls(org)).length, 1);
});

const row = (
  id: string,
  fields: Partial<Record<"email" | "at" | "created" | "file", string>>,
): string => {
  const { email = "rep@example.com", at = "2024-05-03T09:00:00Z", created, file } = fields;
  return [id, email, at, created ?? "", file ?? "a.wav"].join();
};

test("a row that can't be a call is refused by line and column, and the others are imported", async (t) => {
  const { org, folder, program } = t.context;
  symlinkSync("/etc/hostname", join(folder, "link.wav"));
  mkdirSync(join(folder, "folder.wav"));
  writeFileSync(join(folder, "text.wav"), "not audio");
  writeFileSync(join(program.directory, "outside.wav"), "x");
  const { code, result, stderr } = await importTable(t.context, [
    "call_id,user_email,started_at,created_at,file",
    row("1", {}),
    row("2", { email: "who@example.com" }),
    row("3", { at: "2024-02-30T09:00:00Z" }),
    row("4", { at: "2024-05-03 09:00" }),
    row("5", { at: "3.5.2024" }),
    row("6", { created: "2999-01-01T00:00:00Z" }),
    row("7", { file: "missing.wav" }),
    row("8", { file: "../outside.wav" }),
    row("9", { file: "link.wav" }),
    row("10", { file: "folder.wav" }),
    row("11", { file: "text.wav" }),
    "12,rep@example.com",
    row("", { file: "b.wav" }),
  ]);
  t.is(code, 1);
  t.like(result, counts(2, 0, 0, 11));
  const reasons = new Map<number, string>(
    result.refusedRows.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
  );
  for (const [line, pattern] of [
    [3, /^user_email is not the email of an active member/],
    [
      4,
      /^started_at has an impossible date or time, "2024-02-30T09:00:00Z"; the format is .* such as 2026-01-31 09:30:00$/,
    ],
    [5, /^started_at has no zone; add Z, an offset .* or --zone/],
    [6, /^started_at must be a time such as 2026-01-31 09:30:00/],
    [7, /^created_at must not be in the future$/],
    [8, /^file doesn't exist: "missing\.wav"$/],
    [9, /^file is outside .*calls; give --files <folder>$/],
    [10, /^file is outside /],
    [11, /^file isn't a file: "folder\.wav"$/],
    [12, /^file /],
    [13, /^has 2 cells, but the header has 5$/],
  ] as const) {
    t.regex(reasons.get(line) ?? "", pattern, `line ${line}`);
    t.true(stderr.includes(`line ${line}: refused: ${reasons.get(line)}\n`), stderr);
  }
  const ids = (await listCalls(org)).map(({ name }: { name: string }) => name);
  t.deepEqual(ids.toSorted(), ["Call of 2024-05-03 09:00 UTC", "Call of 2024-05-03 09:00 UTC"]);
});

test("text that isn't UTF-8, or too long, is refused instead of damaged", async (t) => {
  const { folder, program } = t.context;
  writeFileSync(
    join(folder, "latin1.vtt"),
    Buffer.from("WEBVTT\n\n00:01.000 --> 00:02.000\nJürgen\n", "latin1"),
  );
  writeFileSync(join(folder, "long.vtt"), Buffer.alloc(10 * 1024 * 1024 + 1, "x"));
  const lines = [
    "call_id,user_email,started_at,customer_name,transcript,internal remark",
    "1,rep@example.com,2024-05-03T09:00:00Z,Jürgen,,",
    "2,rep@example.com,2024-05-03T09:00:00Z,Jo,,ü",
    "3,rep@example.com,2024-05-03T09:00:00Z,Jo,latin1.vtt,",
    "4,rep@example.com,2024-05-03T09:00:00Z,Jo,long.vtt,",
  ];
  const table = join(folder, "latin1.csv");
  writeFileSync(table, Buffer.from(lines.join("\n"), "latin1"));
  const { code, stdout } = await program.run(["import-calls", table, "--org", "Acme", "--json"]);
  t.is(code, 1);
  t.deepEqual(JSON.parse(stdout), {
    ...counts(1, 0, 0, 3),
    refusedRows: [
      { line: 2, reason: "customer_name isn't UTF-8; save the table as CSV UTF-8" },
      { line: 4, reason: "transcript isn't UTF-8" },
      { line: 5, reason: "transcript is larger than 10 MiB" },
    ],
  });
});

test("a stray quote refuses its row alone, and a number written as a formula is read", async (t) => {
  const { org } = t.context;
  const { code, result, stderr } = await importTable(t.context, [
    "call_id,user_email,started_at,name,customer_id",
    '"1" , rep@example.com ,2024-05-03T09:00:00Z,"one ""1""" ,="00123457"',
    '2,rep@example.com,"2024"x,Bo,',
    '3,rep@example.com,2024-05-03T09:00:00Z,Ann "Annie" Lee,"=""00123458"""',
  ]);
  t.is(code, 1, stderr);
  t.like(result, { imported: 2, refused: 1, refusedRows: [{ line: 3 }] });
  const calls: { name: string; client: { crmEntityId: string } }[] = await listCalls(org);
  t.deepEqual(Object.fromEntries(calls.map(({ name, client }) => [name, client.crmEntityId])), {
    'Ann "Annie" Lee': "00123458",
    'one "1"': "00123457",
  });
});

test("a table in UTF-16 is read", async (t) => {
  const { folder, program, org } = t.context;
  const lines = [
    "call_id,user_email,started_at,name",
    "1,rep@example.com,2024-05-03T09:00:00Z,one",
  ];
  const table = join(folder, "utf16.csv");
  writeFileSync(table, Buffer.from(`\uFEFF${lines.join("\r\n")}`, "utf16le"));
  const { code, stderr } = await program.run(["import-calls", table, "--org", "Acme"]);
  t.is(code, 0, stderr);
  t.is((await listCalls(org)).length, 1);
});

test("a call whose extension no user has waits for its user, with its time", async (t) => {
  const { org } = t.context;
  const lines = [
    "call_id,extension,started_at,duration_ms,file",
    "c-1,204,2024-05-03T09:00:00Z,60000,a.wav",
    "c-2,205,2024-05-04T09:00:00Z,60000,b.wav",
  ];
  const { code, result } = await importTable(t.context, lines);
  t.deepEqual([code, result], [0, { ...counts(1, 0, 1), refusedRows: [] }]);
  await org.graphql(
    `mutation { mapNumber(kind: extension, number: "205", userEmail: "rep@example.com") { email } }`,
  );
  for (let tries = 0; (await listCalls(org)).length < 2; tries += 1) {
    t.true(tries < 200, "the call isn't replayed");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.is((await listCalls(org))[0].createdAt, "2024-05-04T09:01:00.000Z");
});

test("--check validates every row and writes nothing", async (t) => {
  const { org } = t.context;
  const lines = [
    "call_id,user_email,started_at,file",
    "c-1,rep@example.com,2024-05-03T09:00:00Z,a.wav",
    "c-2,rep@example.com,soon,a.wav",
  ];
  const { code, result } = await importTable(t.context, lines, "--check");
  t.is(code, 1);
  t.like(result, counts(0, 1, 0, 1));
  t.deepEqual(await listCalls(org), []);
});

test("--columns reads the columns of a phone system's own table", async (t) => {
  const { org } = t.context;
  const { result, stderr } = await importTable(
    t.context,
    [
      "calldate,src,dst,billsec,uniqueid,recordingfile",
      "2024-07-01 08:00:00,204,+4930123456,30,1719813600.12,a.wav",
    ],
    "--zone=America/New_York",
    "--columns=call_id=uniqueid,started_at=calldate,extension=src,customer_phone=dst,duration_seconds=billsec,file=recordingfile",
  );
  t.like(result, counts(1), stderr);
  t.like(await listCalls(org), [{ createdAt: "2024-07-01T12:00:30.000Z", duration: 30_000 }]);
});

test("a table or a flag that can't be read stops before the first row", async (t) => {
  const { org, program, folder } = t.context;
  const call = "c-1,rep@example.com,2024-05-03T09:00:00Z";
  for (const [header, pattern] of [
    ["call_id,user_emial,started_at", /^column "user_emial": did you mean user_email\?$/m],
    ["call_id,user_email,when", /^the table has no column started_at$/m],
    ["id,user_email,started_at", /^the table has no column call_id or file$/m],
    ["call_id,rep,started_at", /^the table has no column user_email or extension or user_phone$/m],
    ["call_id,started_at,started_at", /^the table has the column started_at twice$/m],
  ] as const) {
    const { code, stderr } = await importTable(t.context, [header, call]);
    t.is(code, 1);
    t.regex(stderr, pattern);
  }
  const header = "call_id,user_email,started_at";
  const unclosed = await importTable(t.context, [header, 'c-1,"rep@example.com,x']);
  t.is(unclosed.code, 1);
  t.regex(unclosed.stderr, /Quote Not Closed/);
  const missing = await program.run(["import-calls", join(folder, "none.csv"), "--org", "Acme"]);
  t.is(missing.code, 1);
  t.regex(missing.stderr, /ENOENT.*none\.csv/);
  for (const [flag, pattern] of [
    ["--zone=Mars/Base", /--zone must be a time zone such as Europe\/Berlin/],
    ["--columns=when=x", /--columns must be pairs such as started_at=calldate/],
  ] as const) {
    const { code, stderr } = await importTable(t.context, [header, call], flag);
    t.is(code, 2);
    t.regex(stderr, pattern);
  }
  t.deepEqual(await listCalls(org), []);
});

const QUEUE = [
  '"calldate","src","dst","disposition","billsec","uniqueid","recordingfile"',
  '"2024-07-08 08:00:00","12025550142","204","ANSWERED","212","1720418400.70","a.wav"',
  '"2024-07-08 08:00:00","12025550142","205","NO ANSWER","0","1720418400.70",""',
];
const QUEUE_FLAGS = [
  "--zone=Europe/Berlin",
  "--columns=call_id=uniqueid,extension=dst,started_at=calldate,duration_seconds=billsec,customer_phone=src,file=recordingfile",
];

test("the rows of one call are one call, of who answered it", async (t) => {
  const { org } = t.context;
  await org.createUser("two@example.com", { extensions: ["205"] });
  const call = 'call_id "1720418400.70"';
  for (const [lines, leftOut] of [
    [QUEUE, { line: 3, reason: `the same call as line 2, which was answered: ${call}` }],
    [
      [QUEUE[0]!, QUEUE[2]!, QUEUE[1]!],
      { line: 2, reason: `the same call as line 3, which was answered: ${call}` },
    ],
  ] as const) {
    const check = await importTable(t.context, [...lines], ...QUEUE_FLAGS, "--check");
    const left = { leftOut: 1, leftOutRows: [leftOut] };
    t.deepEqual(check.result, { ...counts(0, 1), refusedRows: [], ...left });
    const { code, result, stderr } = await importTable(t.context, [...lines], ...QUEUE_FLAGS);
    t.deepEqual([code, result], [0, { ...counts(1), refusedRows: [], ...left }]);
    t.true(stderr.includes(`line ${leftOut.line}: left out: ${leftOut.reason}`), stderr);
    const calls = await listCalls(org);
    t.is(calls.length, 1);
    t.like(calls[0], { userEmail: "rep@example.com", duration: 212_000 });
  }
});

test("an id of another call is refused by its line, also one that Excel rounded", async (t) => {
  const { org, folder } = t.context;
  copyFileSync("test/fixtures/call.wav", join(folder, "c.wav"));
  const header = "call_id,extension,started_at,duration_seconds,customer_phone,file";
  const zone = "--zone=Europe/Berlin";
  const dup = [
    header,
    "1719813600.50,204,2024-07-02 08:00:00,312,,a.wav",
    "1719813600.50,204,2024-07-03 09:00:00,48,,b.wav",
    "1719813600.50,204,2024-07-02 08:00:00,312,,a.wav",
    "1719813600.50,204,2024-07-02 08:00:00,48,,a.wav",
  ];
  const call = 'call_id "1719813600.50"';
  const refusedRows = [
    { line: 3, reason: `${call} is also in line 2, with another start and file` },
    { line: 5, reason: `${call} is also in line 2, with another duration` },
  ];
  const leftOutRows = [{ line: 4, reason: `repeats the call of line 2: ${call}` }];
  const lists = { refusedRows, leftOut: 1, leftOutRows };
  const check = await importTable(t.context, dup, zone, "--check");
  t.deepEqual(check.result, { ...counts(0, 1, 0, 2), ...lists });
  const imported = await importTable(t.context, dup, zone);
  t.deepEqual([imported.code, imported.result], [1, { ...counts(1, 0, 0, 2), ...lists }]);

  const rounded = [
    header,
    "1.71981E+09,204,2024-07-01 08:00:00,312,4.93012E+11,a.wav",
    "1.71981E+09,204,2024-07-01 09:00:00,48,4.93012E+11,b.wav",
    "1.71981E+09,204,2024-07-01 10:00:00,61,4.93012E+11,c.wav",
  ];
  const excel = await importTable(t.context, rounded, zone);
  t.like(excel.result, counts(1, 0, 0, 2));
  t.deepEqual(
    excel.result.refusedRows.map(({ line }: { line: number }) => line),
    [3, 4],
  );
  for (const { reason } of excel.result.refusedRows)
    t.regex(reason, /also in line 2, with another start and file; .* was rounded by Excel/);
  t.deepEqual(
    excel.result.notedRows.map(({ line }: { line: number }) => line),
    [2, 2],
  );
  t.is((await listCalls(org)).length, 2);
  // The next table's rounded id doesn't replace this call, and running the import again changes nothing.
  t.like((await importTable(t.context, rounded, zone)).result, counts(1, 0, 0, 2));
  const next = await importTable(
    t.context,
    [
      header,
      '"1,71981E+09",204,2024-08-01 08:00:00,312,,b.wav',
      "1.71981E+09,204,2024-08-01 08:00:00,312,,b.wav",
    ],
    zone,
  );
  t.regex(next.result.refusedRows[0]?.reason ?? "", /another call has the same id; .*Excel/);
  const owner = ["call_id,user_phone,started_at", "c,4.93012E+11,2024-07-01T08:00:00Z"];
  t.regex(
    (await importTable(t.context, owner)).result.refusedRows[0].reason,
    /^user_phone .*Excel/,
  );
});

test("Excel's sep line, UTF-16 and blank last rows are understood", async (t) => {
  const { folder, program, org } = t.context;
  const table = join(folder, "excel.csv");
  const text = [
    "sep=;",
    "call_id;user_email;started_at;name",
    "1;rep@example.com;2024-05-03T09:00:00Z;Müller, Łukasz 😀",
    "2;rep@example.com;soon;",
    ";;;",
    ";;;;;",
    "",
  ].join("\r\n");
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(text.replace("sep=;", '"sep=;"')),
    utf16,
    utf16.subarray(2),
    Buffer.from(utf16).swap16(),
    Buffer.from(text.replace("sep=;\r\n", "")),
    Buffer.from(text.replaceAll(";", "|"), "utf16le"),
  ]) {
    writeFileSync(table, bytes);
    const { stdout } = await program.run(["import-calls", table, "--org", "Acme", "--json"]);
    const { refusedRows, ...result } = JSON.parse(stdout);
    t.deepEqual(result, counts(1, 0, 0, 1));
    t.is(refusedRows.length, 1);
    t.is(refusedRows[0].line, bytes.length < text.length ? 3 : 4);
    t.regex(refusedRows[0].reason, /^started_at must be a time/);
    t.like(await listCalls(org), [{ name: "Müller, Łukasz 😀" }]);
  }
});

const buildRow = (id: number) => `${id},rep@example.com,2024-05-03T09:0${id}:00Z,call ${id}`;

test("lines of one table may end differently", async (t) => {
  const { folder, program, org } = t.context;
  const table = join(folder, "joined.csv");
  const header = "call_id,user_email,started_at,name";
  for (const text of [
    `sep=,\r\n${header}\n${buildRow(1)}\n${buildRow(2)}\r\n${buildRow(3)}\n`,
    `${header}\r\n${buildRow(1)}\n${buildRow(2)}\r\n${buildRow(3)}`,
    `${header}\n${buildRow(1)}\r\n${buildRow(2)}\r${buildRow(3)}`,
  ]) {
    writeFileSync(table, text);
    const args = ["import-calls", table, "--org", "Acme", "--json"];
    const { code, stdout, stderr } = await program.run(args);
    t.is(code, 0, stderr);
    t.like(JSON.parse(stdout), counts(3));
    const names = (await listCalls(org)).map(({ name }: { name: string }) => name);
    t.deepEqual(names.toSorted(), ["call 1", "call 2", "call 3"]);
  }
});

test("what a transcript's reader repaired is in the report, by row", async (t) => {
  const { folder } = t.context;
  const vtt = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n\nnonsense --> 1\nLost\n";
  writeFileSync(join(folder, "a.vtt"), vtt);
  const lines = [
    "call_id,user_email,started_at,transcript",
    "c-1,rep@example.com,2024-05-03T09:00:00Z,a.vtt",
    "c-2,rep@example.com,2024-05-03T09:00:00Z,",
  ];
  for (const [flags, expected] of [
    [["--check"], counts(0, 2)],
    [[], counts(2)],
  ] as const) {
    const { code, result, stderr } = await importTable(t.context, lines, ...flags);
    t.is(code, 0);
    const notedRows = [
      {
        line: 2,
        reason: "transcript: 1 part of the transcript could not be read and was left out (line 6)",
      },
    ];
    t.deepEqual(result, { ...expected, refusedRows: [], notedRows });
    t.true(stderr.includes(`line 2: ${notedRows[0]!.reason}`), stderr);
  }
});
