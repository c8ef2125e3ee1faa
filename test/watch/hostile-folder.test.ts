import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../src/base/log/log.js";
import type { CallSink } from "../../src/intake/call-sinks/call-sink.js";
import { listFiles } from "../../src/intake/watch/folder-files.js";
import { takeCall } from "../../src/intake/watch/take-call.js";
import { parseWatchSetting } from "../../src/base/config/watch-options.js";
import { test } from "../helpers/paused-suite.js";
import { WAV, watchFolder } from "./watched-folder.js";

const NAME = "out-+4930123456-204-20240503-091530-1714720530.42";

interface Sent {
  fields: Record<string, string>;
  bytes: number;
}

/** Accepts every call, and keeps what it received. */
const createRecordingSink = (onSend: () => void = () => {}): CallSink & { sent: Sent[] } => {
  const sent: Sent[] = [];
  return {
    sent,
    send: async (fields, audio) => {
      const chunks = (await audio!.open().toArray()) as Buffer[];
      sent.push({ fields, bytes: Buffer.concat(chunks).length });
      onSend();
      return { kind: "ingested", recordingId: "1" };
    },
  };
};

test("a name of 255 bytes moves with its reason, and stops no other file", async (t) => {
  const { server, org } = t.context;
  await org.createUser("rep@example.com", { extensions: ["204"] });
  const { folder, look, write, list } = await watchFolder(server, org);
  const long = `${"ä".repeat(125)}x.wav`;
  t.is(Buffer.byteLength(long), 255);
  write(long);
  await look();
  write(`${NAME}.wav`);
  await look();
  t.true(existsSync(join(folder, "done", `${NAME}.wav`)));
  const cut = readdirSync(join(folder, "failed")).find((name) => name.endsWith(".wav"));
  t.regex(cut!, /^ä{100,}\.wav$/, "cut, so that the reason's name has room");
  const reasons = () => list().filter((name) => name.endsWith(".reason.txt"));
  t.is(reasons().length, 1);
  t.regex(readFileSync(join(folder, reasons()[0]!), "utf8"), /doesn't match the folder's pattern/);
  write(long);
  await look();
  t.is(readdirSync(join(folder, "failed")).filter((name) => name.endsWith(".wav")).length, 2);
  t.is(reasons().length, 2);
});

test("a file that can't be moved stops no other file", async (t) => {
  const { server, org } = t.context;
  await org.createUser("rep@example.com", { extensions: ["204"] });
  const { folder, look, write, list } = await watchFolder(server, org);
  mkdirSync(join(folder, "failed", "a.wav.reason.txt", "full"), { recursive: true });
  write("a.wav");
  await look();
  write(`${NAME}.wav`);
  await look();
  t.true(existsSync(join(folder, "done", `${NAME}.wav`)), list().join(", "));
});

test("no reason is written through a link, and no folder made behind one", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write } = await watchFolder(server, org);
  const outside = mkdtempSync(join(tmpdir(), "debrief-watch-outside-"));
  const precious = join(outside, "precious");
  writeFileSync(precious, "precious");
  mkdirSync(join(folder, "failed"));
  symlinkSync(precious, join(folder, "failed", "a.wav.reason.txt"));
  write("a.wav");
  await look();
  t.is(readFileSync(precious, "utf8"), "precious");
  t.regex(readFileSync(join(folder, "failed", "a.wav.reason.txt"), "utf8"), /doesn't match/);
  renameSync(join(folder, "failed"), join(folder, ".failed"));
  symlinkSync(outside, join(folder, "failed"));
  write("2024/b.wav");
  await look();
  t.deepEqual(readdirSync(outside), ["precious"]);
  t.true(existsSync(join(folder, "2024/b.wav")));
  unlinkSync(join(folder, "failed"));
  await look();
  t.true(existsSync(join(folder, "failed/2024/b.wav")));
});

test("a file that changes while it is sent is sent again as it is then", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write, list, restart } = await watchFolder(server, org);
  const sink = createRecordingSink(() => {
    if (sink.sent.length === 1) write(`${NAME}.wav`, Buffer.concat([WAV, WAV]));
  });
  await restart(sink);
  write(`${NAME}.wav`);
  await look();
  await look();
  t.deepEqual(
    sink.sent.map(({ bytes }) => bytes),
    [WAV.length, WAV.length * 2],
  );
  t.deepEqual(list(), [`done/${NAME}.wav`]);
  t.is(readFileSync(join(folder, "done", `${NAME}.wav`)).length, WAV.length * 2);
});

test("a file that is gone when it is opened is no call that failed", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "debrief-watch-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const sink = createRecordingSink();
  const parts = { root: Buffer.from(folder), sink, zone: "UTC", rep: "r", now: Date.now } as const;
  const [audio, sidecar] = [Buffer.from("a.wav"), Buffer.from("a.json")];
  const unit = { key: "a", stem: "a", groups: {}, audio: [{ relative: audio, side: undefined }] };
  const size = { bytes: WAV.length, modifiedAt: 1 };
  t.deepEqual(await takeCall(parts, { ...unit, sidecar: undefined }, size), { kind: "gone" });
  symlinkSync("elsewhere.wav", join(folder, "a.wav"));
  t.deepEqual(await takeCall(parts, { ...unit, sidecar: undefined }, size), { kind: "gone" });
  unlinkSync(join(folder, "a.wav"));
  writeFileSync(join(folder, "a.wav"), WAV);
  t.deepEqual(await takeCall(parts, { ...unit, sidecar }, size), { kind: "gone" });
  t.is(sink.sent.length, 0);
  const taken = await takeCall(parts, { ...unit, sidecar: undefined }, size);
  t.is(taken.kind, "done");
});

test("times, lengths and customers that no call has are refused with a reason", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write, list, restart } = await watchFolder(server, org, {
    pattern: String.raw`(?P<extension>\d+)-(?P<id>\w+)(?:-(?P<epoch>\d+))?`,
  });
  const sink = createRecordingSink();
  await restart(sink);
  const cases: Record<string, [RegExp, string?]> = {
    "204-name-99999999999999999999": [/time|epoch/],
    "204-epoch": [/start_epoch/, JSON.stringify({ start_epoch: "99999999999999999" })],
    "204-length": [
      /billsec/,
      JSON.stringify({ start_epoch: "1714720530", billsec: "9".repeat(30) }),
    ],
    "204-customer": [
      /customer/,
      JSON.stringify({ call_id: "1", customer: "no object", customer_phone: "+4930123456" }),
    ],
    "204-array": [
      /customer/,
      JSON.stringify({ call_id: "1", customer: ["x"], src: "+4930123456" }),
    ],
  };
  for (const [stem, [, sidecar]] of Object.entries(cases)) {
    write(`${stem}.wav`);
    if (sidecar !== undefined) write(`${stem}.json`, sidecar);
  }
  await look();
  t.deepEqual(sink.sent, []);
  for (const [stem, [reason]] of Object.entries(cases)) {
    const file = `failed/${stem}.wav.reason.txt`;
    t.true(list().includes(file), `${stem}: ${list().join(", ")}`);
    if (list().includes(file)) t.regex(readFileSync(join(folder, file), "utf8"), reason);
  }
});

test("two recordings of one name are two files of a call, not its two sides", async (t) => {
  const { server, org } = t.context;
  const { look, write, list, restart } = await watchFolder(server, org);
  const sink = createRecordingSink();
  await restart(sink);
  for (const extension of ["mp3", "wav", "WAV"]) write(`${NAME}.${extension}`);
  await look();
  t.deepEqual(list(), [`done/${NAME}.WAV`, `done/${NAME}.mp3`, `done/${NAME}.wav`]);
  t.is(sink.sent.length, 3);
  t.is(new Set(sink.sent.map(({ fields }) => fields["call_id"])).size, 1);
});

test("sides with different names aren't joined, whatever they have in common", async (t) => {
  const { server, org } = t.context;
  const { look, write, restart, list } = await watchFolder(server, org, {
    pattern: String.raw`\w+-(?P<extension>\d+)-(?P<date>\d{8})-(?P<time>\d{6})-(?P<side>r|t)`,
    pair: "0",
  });
  const sink = createRecordingSink();
  await restart(sink);
  write("ann-204-20240503-091530-r.wav");
  write("kim-204-20240503-091530-t.wav");
  await look();
  t.is(sink.sent.length, 2, list().join(", "));
  t.is(new Set(sink.sent.map(({ fields }) => fields["call_id"])).size, 2);
});

test("files that stay where they are don't hide those behind the first 100,000", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "debrief-watch-"));
  for (const name of ["a", "b", "c", "d"]) writeFileSync(join(folder, name), "");
  const files = await listFiles(
    Buffer.from(folder),
    [],
    async (relative) => relative.toString() > "b",
    { maxFiles: 2 },
  );
  t.deepEqual(files.map(String).toSorted(), ["c", "d"]);
});

(process.platform === "linux" ? test : test.skip)(
  "a folder that can't be read is logged once, and stops no other file",
  async (t) => {
    const { server, org } = t.context;
    await org.createUser("rep@example.com", { extensions: ["204"] });
    // Not even root can read a path of more than 4096 bytes, which a rename can make.
    const base = mkdtempSync(join(tmpdir(), "debrief-watch-deep-"));
    const long = "x".repeat(250);
    const root = join(base, ...Array.from({ length: 10 }, () => long));
    const folder = join(root, long, long, long);
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(base, "b", long, long, long, long), { recursive: true });
    t.teardown(() => {
      renameSync(join(folder, "b"), join(base, "b"));
      rmSync(base, { recursive: true });
    });
    renameSync(join(base, "b"), join(folder, "b"));
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => void lines.push(line) });
    const { look } = await watchFolder(server, org, { folder: root }, log);
    writeFileSync(join(root, `${NAME}.wav`), WAV);
    await look();
    await look();
    t.true(existsSync(join(root, "done", `${NAME}.wav`)));
    t.is(lines.length, 1, lines.join(""));
    t.like(JSON.parse(lines[0]!), {
      msg: "a folder in a watched folder can't be read",
      err: { code: "ENAMETOOLONG" },
    });
  },
);

test("a folder behind a link is watched where the link leads now", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write, list } = await watchFolder(server, org);
  const [one, two] = [`${folder}-1`, `${folder}-2`];
  renameSync(folder, one);
  mkdirSync(two);
  symlinkSync(one, folder);
  write("a.wav");
  await look();
  t.true(existsSync(join(one, "failed/a.wav")));
  unlinkSync(folder);
  symlinkSync(two, folder);
  write("b.wav");
  await look();
  t.true(list().includes("failed/b.wav"), list().join(", "));
});

test("a folder can't be named twice in the setting", (t) => {
  t.throws(() => parseWatchSetting("/srv/calls,pattern=3cx;/srv/calls/,pattern=freepbx"), {
    message: /\/srv\/calls\/? is named twice/,
  });
  t.is(parseWatchSetting("/srv/a,pattern=3cx;/srv/b,pattern=3cx").length, 2);
});
