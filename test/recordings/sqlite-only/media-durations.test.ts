import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { createDurationReader } from "../../../src/media/read-duration.js";
import { CALL_WAV } from "../../helpers/recordings/media.js";
import * as formats from "../../helpers/recordings/media-formats.js";

const test = anyTest as TestFn<{ directory: string }>;

test.beforeEach((t) => {
  t.context = { directory: mkdtempSync(join(tmpdir(), "debrief-durations-")) };
});

test.afterEach.always((t) => rmSync(t.context.directory, { recursive: true }));

/** Returns the most memory that a process has had at a time, in MiB. */
const readPeakMib = (pid: number | string): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const listAllChildren = (): string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").match(/\d+/g) ?? [];

/** Returns a function that lists the child processes that started after this call. */
const watchChildren = (): (() => string[]) => {
  const before = process.platform === "linux" ? listAllChildren() : [];
  return () => listAllChildren().filter((pid) => !before.includes(pid));
};

test.serial("every format keeps the duration that it declares", async (t) => {
  const readDuration = createDurationReader();
  const files: [name: string, content: Uint8Array, durationMs: number | null][] = [
    ["call.wav", CALL_WAV, 3_070],
    ["tags.wav", formats.buildWav(2, formats.buildWavTags(Buffer.from("a\0"))), 2_000],
    // A cut file has the duration of the samples that are there.
    ["cut.wav", formats.buildWav(4).subarray(0, 44 + 32_000), 2_000],
    ["call.m4a", formats.buildMp4(65), 65_000],
    ["call.flac", formats.buildFlac(65), 65_000],
    ["call.webm", formats.buildWebm(65), 65_000],
    ["call.mp3", formats.buildMp3(400), 10_449],
    ["text.wav", Buffer.from("no media"), null],
  ];
  for (const [name, content, durationMs] of files) {
    const path = join(t.context.directory, name);
    writeFileSync(path, content);
    t.is(await readDuration("org", path), durationMs, name);
  }
});

test.serial(
  "a file that fills the memory of its parser has no duration, and later files have theirs",
  async (t) => {
    const listChildren = watchChildren();
    const readDuration = createDurationReader();
    const { directory } = t.context;
    const write = (name: string, content: Uint8Array): string => {
      const path = join(directory, name);
      writeFileSync(path, content);
      return path;
    };
    const fileBytes = 450_000_000;
    const oneTag = write("one-tag.wav", formats.buildOversizedTagHead(fileBytes));
    // A hole: the file takes no space.
    truncateSync(oneTag, fileBytes);
    const largeTags = Array.from({ length: 5 }, () => Buffer.alloc(6_000_000, "a"));
    const manyTags = write("tags.wav", formats.buildWav(2, formats.buildWavTags(...largeTags)));
    const honest = write("call.wav", CALL_WAV);
    const isLinux = process.platform === "linux";
    const peakBeforeMib = isLinux ? readPeakMib("self") : 0;
    const durations = await Promise.all(
      [oneTag, oneTag, manyTags, oneTag, honest].map(async (path) => readDuration("org", path)),
    );
    // Our own reader of WAV skips tags that music-metadata would keep.
    t.deepEqual(durations, [null, null, 2_000, null, 3_070]);
    if (!isLinux) return;
    const children = listChildren();
    t.is(children.length, 1);
    // Parsed in this process without a limit, these files take 2.3 GB.
    t.true(readPeakMib(children[0]!) < 200, `${readPeakMib(children[0]!)} MiB`);
    t.true(readPeakMib("self") - peakBeforeMib < 64, `${readPeakMib("self")} MiB`);
  },
);

(process.platform === "linux" ? test.serial : test.skip)(
  "a parser that dies gives no duration, and another one takes over",
  async (t) => {
    const listChildren = watchChildren();
    const readDuration = createDurationReader();
    const path = join(t.context.directory, "call.wav");
    writeFileSync(path, CALL_WAV);
    const reading = readDuration("org", path);
    while (listChildren().length === 0) await new Promise(setImmediate);
    const [pid] = listChildren();
    process.kill(Number(pid), "SIGKILL");
    t.is(await reading, null);
    t.is(await readDuration("org", path), 3_070);
  },
);

(process.platform === "linux" ? test.serial : test.skip)(
  "signals to the whole group don't end a parser: the call would have no duration",
  async (t) => {
    const listChildren = watchChildren();
    const readDuration = createDurationReader();
    const path = join(t.context.directory, "call.wav");
    writeFileSync(path, CALL_WAV);
    t.is(await readDuration("org", path), 3_070);
    const children = listChildren();
    t.is(children.length, 1);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.kill(Number(children[0]), signal);
    t.is(await readDuration("org", path), 3_070);
    t.deepEqual(listChildren(), children);
  },
);

(process.platform === "linux" ? test.serial : test.skip)(
  "a hostile organization's files don't hold up those of another",
  async (t) => {
    const listChildren = watchChildren();
    const readDuration = createDurationReader();
    const path = join(t.context.directory, "call.wav");
    writeFileSync(path, CALL_WAV);
    const order: string[] = [];
    const read = async (organizationId: string): Promise<void> => {
      await readDuration(organizationId, path);
      order.push(organizationId);
    };
    const hostile = Array.from({ length: 16 }, async () => read("hostile"));
    while (listChildren().length === 0) await new Promise(setImmediate);
    const [pid] = listChildren();
    // The slowest file that there is: its parser stands still.
    process.kill(Number(pid), "SIGSTOP");
    await read("good");
    t.deepEqual(order, ["good"]);
    process.kill(Number(pid), "SIGCONT");
    await Promise.all(hostile);
    t.deepEqual(order, ["good", ...Array.from({ length: 16 }, () => "hostile")]);
  },
);
