import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDialerPath, postToDialer, vendorBodies } from "../helpers/dialers/dialers.js";
import { buildWav } from "../helpers/recordings/media-formats.js";
import type { CallSink } from "../../src/intake/call-sinks/call-sink.js";
import type { Tenant } from "../helpers/server.js";
import { WAV, watchFolder } from "./watched-folder.js";
import { test } from "../helpers/paused-suite.js";

const RECORDINGS = `{ recordings(first: 50, filter: { status: received }) { nodes {
  id name createdAt startedAt duration userEmail source media { bytes type }
} } }`;

const listCalls = async (org: Tenant) => (await org.graphql(RECORDINGS)).recordings.nodes;

const createRep = async (org: Tenant): Promise<void> => {
  await org.createUser("rep@example.com", { extensions: ["204"] });
};

const NAME = "out-+4930123456-204-20240503-091530-1714720530.42";

test("a file becomes a call in its own time, and moves to done", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { look, write, list } = await watchFolder(server, org);
  write(`2024/05/03/${NAME}.wav`);
  await look();
  t.deepEqual(list(), [`done/2024/05/03/${NAME}.wav`]);
  t.like(await listCalls(org), [
    {
      userEmail: "rep@example.com",
      startedAt: "2024-05-03T07:15:30.000Z",
      createdAt: "2024-05-03T07:15:30.000Z",
      source: "upload",
      media: { bytes: WAV.length, type: "audio/wav" },
    },
  ]);
});

test("a file is taken once it has stopped growing", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write, list } = await watchFolder(server, org, { settle: "1" });
  write(`${NAME}.wav`, WAV.subarray(0, 20_000));
  await look();
  appendFileSync(join(folder, `${NAME}.wav`), WAV.subarray(20_000));
  await look();
  t.deepEqual(list(), [`${NAME}.wav`]);
  for (let tries = 0; !existsSync(join(folder, "done")) && tries < 60; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await look();
  }
  t.deepEqual(list(), [`done/${NAME}.wav`]);
  t.is((await listCalls(org))[0].media.bytes, WAV.length);
});

test("what isn't a call moves to failed, with the reason beside it", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write, list } = await watchFolder(server, org, { pair: "0" });
  write("greeting.wav");
  write("out-1-204-20240230-091530-1.1.wav");
  write("out-1-204-20240503-091530-1.2.wav", WAV.subarray(0, 44));
  write("out-1-204-20240503-091530-1.3.wav", "this is no audio".repeat(10));
  write("notes.txt", "not audio, so left alone");
  write("out-1-204-20240503-091530-1.4.wav");
  write("out-1-204-20240503-091530-1.4.json", "{");
  await look();
  const reasons = Object.fromEntries(
    list()
      .filter((name) => name.endsWith(".reason.txt"))
      .map((name) => [name.slice("failed/".length), readFileSync(join(folder, name), "utf8")]),
  );
  t.deepEqual(Object.keys(reasons).length, 5);
  for (const [name, pattern] of [
    [
      "greeting",
      /^the name "greeting\.wav" doesn't match the folder's pattern; rename the file, .* back into the folder\n$/,
    ],
    [
      "out-1-204-20240230-091530-1.1",
      /^the file's name has an impossible date or time, "2024-02-30T09:15:30"; /,
    ],
    ["out-1-204-20240503-091530-1.2", /^the file has no audio: it has 44 bytes\n$/],
    ["out-1-204-20240503-091530-1.3", /^file .*\n$/],
    ["out-1-204-20240503-091530-1.4", /^the sidecar can't be read as JSON: .*; correct it, .*\n$/],
  ] as const)
    t.regex(reasons[`${name}.wav.reason.txt`] ?? "", pattern, name);
  t.deepEqual(
    list().filter((name) => !name.startsWith("failed/")),
    ["notes.txt"],
  );
  t.deepEqual(await listCalls(org), []);
});

test("an empty file waits for its audio", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { look, write, list } = await watchFolder(server, org);
  write(`${NAME}.wav`, WAV.subarray(0, 44));
  await look();
  t.deepEqual(list(), [`${NAME}.wav`]);
  write(`${NAME}.wav`);
  await look();
  t.deepEqual(list(), [`done/${NAME}.wav`]);
});

test("a sidecar says more than the name, and moves with it", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { look, write, list } = await watchFolder(server, org, { pattern: "fusionpbx" });
  const uuid = "7c2b1f60-3f0e-4b3a-9a55-0a6e1d3c9b11";
  const variables = { start_epoch: "1714720530", billsec: "61", caller_id_number: "204" };
  write(`${uuid}.wav`);
  write(`${uuid}.json`, JSON.stringify({ variables }));
  await look();
  t.deepEqual(list(), [`done/${uuid}.json`, `done/${uuid}.wav`]);
  t.like(await listCalls(org), [{ duration: 61_000, createdAt: "2024-05-03T07:16:31.000Z" }]);
});

test("a call without a sidecar that it must have waits for it", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { look, write, list } = await watchFolder(server, org, { sidecar: "wait" });
  write(`${NAME}.wav`);
  await look();
  t.deepEqual(list(), [`${NAME}.wav`]);
  write(
    `${NAME}.json`,
    JSON.stringify({ name: "With a sidecar", started_at: "2024-05-03T07:15:30Z" }),
  );
  await look();
  t.like(await listCalls(org), [{ name: "With a sidecar" }]);
});

test("two sides become one stereo file, with the rep's first", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const left = buildWav(1);
  for (const [rep, first] of [
    ["r", 1000],
    ["t", -1000],
  ] as const) {
    const { look, write, list } = await watchFolder(server, org, { rep, pattern: "asterisk" });
    const side = (value: number, samples: number): Buffer => {
      const wav = Buffer.alloc(44 + samples * 2);
      left.copy(wav, 0, 0, 44);
      wav.writeUInt16LE(1, 22);
      wav.writeUInt16LE(16, 34);
      wav.writeUInt32LE(samples * 2, 40);
      for (let at = 0; at < samples; at += 1) wav.writeInt16LE(value, 44 + at * 2);
      return wav;
    };
    const stem = `${rep}-1714720530.4${rep === "r" ? 1 : 2}`;
    write(`${stem}-r.wav`, side(1000, 40_000));
    await look();
    t.deepEqual(list(), [`${stem}-r.wav`], "it waits for the other side");
    write(`${stem}-t.wav`, side(-1000, 30_000));
    write(`${stem}.json`, JSON.stringify({ extension: "204" }));
    await look();
    t.deepEqual(list(), [`done/${stem}-r.wav`, `done/${stem}-t.wav`, `done/${stem}.json`]);
    const [{ id, media }] = await listCalls(org);
    t.is(media.bytes, 44 + 40_000 * 4);
    const row = await server.services
      .db("media")
      .where({ recording_id: id, organization_id: org.id })
      .first();
    const stored = await server.services.media.open(org.id, row.file);
    const bytes = Buffer.concat(await stored!.toArray());
    t.is(bytes.readUInt16LE(22), 2);
    t.deepEqual([bytes.readInt16LE(44), bytes.readInt16LE(46)], [first, -first]);
    const last = [bytes.readInt16LE(bytes.length - 4), bytes.readInt16LE(bytes.length - 2)];
    t.deepEqual(last, rep === "r" ? [1000, 0] : [0, 1000], "the shorter side ends in silence");
  }
});

test("a side whose other one never comes is taken alone, and a late one is not", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write, list, restart } = await watchFolder(server, org, { pair: "0" });
  write(`${NAME}-in.wav`);
  await look();
  t.deepEqual(list(), [`done/${NAME}-in.wav`]);
  await restart();
  write(`${NAME}-out.wav`);
  await look();
  t.deepEqual(list(), [
    `done/${NAME}-in.wav`,
    `failed/${NAME}-out.wav`,
    `failed/${NAME}-out.wav.reason.txt`,
  ]);
  t.regex(
    readFileSync(join(folder, `failed/${NAME}-out.wav.reason.txt`), "utf8"),
    /was taken without it/,
  );
});

test("a call whose extension no user has moves to done, and waits for its user", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write, list } = await watchFolder(server, org);
  write(`${NAME}.wav`);
  await look();
  t.deepEqual(list(), [`done/${NAME}.wav`, `done/${NAME}.wav.reason.txt`]);
  const note = readFileSync(join(folder, `done/${NAME}.wav.reason.txt`), "utf8");
  t.regex(note, /^No user has this number yet \(204\)\./);
  const { unmappedNumbers } = await org.graphql("{ unmappedNumbers { kind number calls } }");
  t.deepEqual(unmappedNumbers, [{ kind: "extension", number: "204", calls: 1 }]);
});

const UUID = "86cfd6e2-dbda-45a3-b59d-f683ec368e8b";

test("a file whose name has no user waits for the details that the phone system posts", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { look, write, list, restart } = await watchFolder(server, org, { pattern: "fusionpbx" });
  write(`${UUID}.wav`);
  await look();
  t.deepEqual(list(), [`${UUID}.wav`]);
  const answer = await postToDialer(
    server,
    buildDialerPath(org, "freeswitch"),
    vendorBodies["freeswitch"]!,
  );
  t.is(answer.status, 200, answer.text);
  // A new process doesn't wait for the next repetition.
  await restart();
  await look();
  t.deepEqual(list(), [`done/${UUID}.wav`]);
  const calls = await listCalls(org);
  t.is(calls.length, 1);
  t.like(calls[0], { userEmail: "rep@example.com", media: { bytes: WAV.length } });
});

test("a file whose name has no user is refused if no details come", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write, list } = await watchFolder(server, org, {
    pattern: "fusionpbx",
    pair: "0",
  });
  write(`${UUID}.wav`);
  await look();
  t.deepEqual(list(), [`failed/${UUID}.wav`, `failed/${UUID}.wav.reason.txt`]);
  t.regex(
    readFileSync(join(folder, `failed/${UUID}.wav.reason.txt`), "utf8"),
    /names no user; its name, a sidecar or the phone system's details need an extension/,
  );
});

test("a phone's folder belongs to its user, unless a call names one", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { look, write, list } = await watchFolder(server, org, {
    pattern: "bcr",
    user: "rep@example.com",
    pair: "0",
  });
  write("20261125_090802.881926+0100_out_+12345678900.wav");
  write("20261125_091002.881926+0100_in_+12345678900.wav");
  write("20261125_091002.881926+0100_in_+12345678900.json", '{"extension": "999"}');
  await look();
  t.deepEqual(
    list().filter((name) => name.endsWith(".wav")),
    [
      "done/20261125_090802.881926+0100_out_+12345678900.wav",
      "done/20261125_091002.881926+0100_in_+12345678900.wav",
    ],
  );
  const calls = await listCalls(org);
  t.is(calls.length, 1);
  t.like(calls[0], { userEmail: "rep@example.com", startedAt: "2026-11-25T08:08:02.881Z" });
  const { unmappedNumbers } = await org.graphql("{ unmappedNumbers { kind number calls } }");
  t.deepEqual(unmappedNumbers, [{ kind: "extension", number: "999", calls: 1 }]);
});

test("a call to an own number waits for the number's user, once for all callers", async (t) => {
  const { server, org } = t.context;
  const { look, write, list } = await watchFolder(server, org);
  for (const name of [
    "in-493012345-12025550142-20261125-090819-1795597699.101",
    "in-493012345-12025550143-20261125-090819-1795597699.102",
    "force-8906060-6093701539-20261125-090819-1795597699.104",
    "force-8906060-unknown-20261125-090819-1795597699.103",
    "external-204-22000-20261125-090819-1795597699.105",
  ])
    write(`${name}.wav`);
  await look();
  t.true(list().every((name) => name.startsWith("done/")));
  const { unmappedNumbers } = await org.graphql("{ unmappedNumbers { kind number calls } }");
  t.deepEqual(unmappedNumbers, [
    { kind: "extension", number: "204", calls: 1 },
    { kind: "phone", number: "493012345", calls: 2 },
    { kind: "phone", number: "8906060", calls: 2 },
  ]);
});

test("a call to an own number belongs to the user in the posted details", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { look, write } = await watchFolder(server, org);
  await org.ingestCall({
    call_id: "asterisk:1795597699.101",
    user_email: "rep@example.com",
    started_at: "2026-11-25T08:08:19Z",
  });
  write("in-493012345-12025550142-20261125-090819-1795597699.101.wav");
  await look();
  const calls = await listCalls(org);
  t.is(calls.length, 1);
  t.like(calls[0], { userEmail: "rep@example.com", media: { bytes: WAV.length } });
});

test("a move never overwrites, and a name may come again", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write, list } = await watchFolder(server, org);
  write(`done/${NAME}.wav`, "mine");
  write(`${NAME}.wav`);
  await look();
  t.deepEqual(list(), [`done/${NAME} (1).wav`, `done/${NAME}.wav`]);
  t.is(readFileSync(join(folder, `done/${NAME}.wav`), "utf8"), "mine");
  write(`${NAME}.wav`);
  await look();
  t.deepEqual(list(), [`done/${NAME} (1).wav`, `done/${NAME} (2).wav`, `done/${NAME}.wav`]);
  t.is((await listCalls(org)).length, 1);
});

test("files that are left in their place are taken once, across restarts", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write, list, restart } = await watchFolder(server, org, { keep: "leave" });
  write(`${NAME}.wav`);
  write("greeting.wav");
  await look();
  const sent: string[] = [];
  const counting: CallSink = {
    send: async ({ call_id }) => {
      sent.push(call_id!);
      return { kind: "ingested", recordingId: "r" };
    },
  };
  await restart(counting);
  await look();
  t.deepEqual(sent, []);
  t.deepEqual(list(), ["greeting.wav", `${NAME}.wav`]);
  renameSync(join(folder, "greeting.wav"), join(folder, "out-1-204-20240503-091530-1.9.wav"));
  await look();
  t.deepEqual(sent, ["asterisk:1.9"]);
});

test("links, pipes and folders in the place of files are left alone", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write, list } = await watchFolder(server, org);
  const outside = mkdtempSync(join(tmpdir(), "debrief-watch-outside-"));
  writeFileSync(join(outside, `${NAME}.wav`), WAV);
  symlinkSync(join(outside, `${NAME}.wav`), join(folder, `${NAME}.wav`));
  symlinkSync(outside, join(folder, "more"));
  execFileSync("mkfifo", [join(folder, "out-1-204-20240503-091530-1.7.wav")]);
  mkdirSync(join(folder, "out-1-204-20240503-091530-1.8.wav"));
  symlinkSync("/etc/hostname", join(folder, "out-1-204-20240503-091530-1.6.json"));
  write("out-1-204-20240503-091530-1.6.wav");
  await look();
  t.deepEqual(
    list().filter((name) => name.startsWith("done/")),
    ["done/out-1-204-20240503-091530-1.6.wav"],
  );
  t.is((await listCalls(org)).length, 1);
  t.deepEqual(readdirSync(outside), [`${NAME}.wav`]);
});

test("hostile names are moved as their bytes, and quoted in the reason", async (t) => {
  const { server, org } = t.context;
  const { folder, look } = await watchFolder(server, org);
  const names = [
    Buffer.from("a\u001B[31m\n.wav"),
    Buffer.from([0xff, 0xfe, 0x2e, 0x77, 0x61, 0x76]),
    Buffer.from(`${"x".repeat(200)}.wav`),
    Buffer.from('"; rm -rf ~ #.wav'),
  ];
  for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), WAV);
  await look();
  const failed = readdirSync(join(folder, "failed"), "buffer") as unknown as Buffer[];
  for (const name of names) {
    t.true(
      failed.some((file) => file.equals(name)),
      name.toString("latin1"),
    );
    const reason = Buffer.concat([name, Buffer.from(".reason.txt")]);
    const path = Buffer.concat([Buffer.from(`${folder}/failed/`), reason]);
    t.regex(
      readFileSync(path, "utf8"),
      /^the name "[ -~]+" doesn't match the folder's pattern; .*\n$/,
    );
  }
});

test("a file is sent later where the sink is busy or fails", async (t) => {
  const { server, org } = t.context;
  const { look, write, list, restart } = await watchFolder(server, org);
  write(`${NAME}.wav`);
  let sends = 0;
  await restart({
    send: async () => {
      sends += 1;
      if (sends === 1) return { kind: "busy", reason: "later" };
      throw new Error("disk full");
    },
  });
  await look();
  t.is(sends, 1, "not again at once");
  t.deepEqual(list(), [`${NAME}.wav`]);
});

test("a folder that is away for a while is watched again", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write, list } = await watchFolder(server, org);
  renameSync(folder, `${folder}-away`);
  await t.throwsAsync(look(), { code: "ENOENT" });
  renameSync(`${folder}-away`, folder);
  write(`${NAME}.wav`);
  await look();
  t.deepEqual(list(), [`done/${NAME}.wav`]);
  rmSync(folder, { recursive: true });
});

test("a file of today is a live call, whose place in lists is its arrival", async (t) => {
  const { server, org } = t.context;
  await createRep(org);
  const { folder, look, write } = await watchFolder(server, org, {
    pattern: String.raw`(?P<extension>\d+)`,
  });
  const at = new Date(server.services.now() - 3_600_000);
  write("204.wav");
  utimesSync(join(folder, "204.wav"), at, at);
  const before = server.services.now();
  await look();
  const [call] = await listCalls(org);
  t.is(call.startedAt, at.toISOString());
  t.true(Date.parse(call.createdAt) >= before);
});
