import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { writeWavInProcess } from "../../src/media/wav-writer.js";
import { SpeechError } from "../../src/speech/speech-error.js";
import { writeWav } from "../../src/speech/write-wav.js";

const FIXTURES = new URL("../../../test/fixtures/speech/", import.meta.url);
const HEAD_BYTES = 44;

const directory = mkdtempSync(join(tmpdir(), "debrief-silence-"));
test.after.always(() => rmSync(directory, { recursive: true }));

const sumPower = (wav: Buffer, from: number, to: number): number => {
  const bytesPerMs = wav.readUInt32LE(28) / 1000;
  const frame = wav.readUInt16LE(32);
  const at = (ms: number) => HEAD_BYTES + Math.floor((ms * bytesPerMs) / frame) * frame;
  let power = 0;
  for (let place = at(from); place < Math.min(at(to), wav.length - 1); place += 2)
    power += wav.readInt16LE(place) ** 2;
  return power;
};

for (const name of readdirSync(FIXTURES))
  test(`${name} is silent in the span and sounds as before elsewhere`, async (t) => {
    const source = new URL(name, FIXTURES).pathname;
    const parts = { source, type: "audio/any" };
    const whole = join(directory, `${name}.whole`);
    const target = join(directory, `${name}.silent`);
    await writeWav({ ...parts, target: whole, spans: [] });
    const bytes = await writeWav({ ...parts, target, spans: [{ start: 500, end: 1_500 }] });
    const [before, after] = [readFileSync(whole), readFileSync(target)];
    t.is(after.length, bytes);
    t.is(before.length, after.length);
    t.true(sumPower(before, 500, 1_500) > 0);
    t.is(sumPower(after, 500, 1_500), 0);
    t.is(sumPower(after, 0, 499), sumPower(before, 0, 499));
    t.is(sumPower(after, 1_501, 60_000), sumPower(before, 1_501, 60_000));
  });

test("a disk that is almost full ends it without blame for the file", async (t) => {
  const [name] = readdirSync(FIXTURES);
  const request = { source: new URL(name!, FIXTURES).pathname, type: "audio/any", spans: [] };
  const target = join(directory, "no-space");
  const error = await t.throwsAsync(
    writeWav({ ...request, target }, async () => ({ totalBytes: 10 ** 12, freeBytes: 1_000 })),
  );
  t.false(error instanceof SpeechError);
  t.is(error?.message, "The disk of the server is almost full");
});

test("a failure of the process is described without the places in its code", async (t) => {
  const target = join(directory, "failed");
  const request = { source: join(directory, "missing"), type: "audio/any", target, spans: [] };
  const error = await t.throwsAsync(writeWavInProcess(request, new AbortController().signal));
  t.regex(error?.message ?? "", /^ENOENT: [^\n]+$/);
});

test("a file without a header is decoded by its type", async (t) => {
  const source = join(directory, "raw");
  writeFileSync(source, Buffer.alloc(16_000, 0x10));
  const target = join(directory, "raw.silent");
  await writeWav({ source, type: "audio/basic", target, spans: [{ start: 0, end: 1_000 }] });
  const wav = readFileSync(target);
  t.is(wav.length, HEAD_BYTES + 2 * 16_000);
  t.is(sumPower(wav, 0, 1_000), 0);
  t.true(sumPower(wav, 1_000, 2_000) > 0);
});

test.serial("a write that stores a part of its data is continued", async (t) => {
  const [name] = readdirSync(FIXTURES);
  const request = { source: new URL(name!, FIXTURES).pathname, type: "audio/any", spans: [] };
  const [whole, target] = [join(directory, "whole"), join(directory, "in-parts")];
  await writeWav({ ...request, target: whole });
  const handle = await open(whole, "r");
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const writeWhole = Reflect.get(prototype, "write");
  t.teardown(() => Reflect.set(prototype, "write", writeWhole));
  Reflect.set(
    prototype,
    "write",
    async function (this: FileHandle, data: Buffer, at: number, length: number, place: number) {
      return Reflect.apply(writeWhole, this, [data, at, Math.ceil(length / 2), place]);
    },
  );
  await writeWav({ ...request, target });
  t.true(readFileSync(target).equals(readFileSync(whole)));
});
