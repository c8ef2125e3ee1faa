import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import test from "ava";
import { createLog } from "../../src/base/log/log.js";
import { computeReservedBytes, keepSpaceFree } from "../../src/base/files/free-space.js";
import { createMediaStore } from "../../src/media/media-store.js";

const GIBIBYTE = 1024 ** 3;
const MEBIBYTE = 1024 ** 2;

const almostFull = { totalBytes: 10 * GIBIBYTE, freeBytes: GIBIBYTE / 4 };

test("an upload to an almost full disk is unavailable and leaves no file", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-media-"));
  t.teardown(() => rmSync(directory, { recursive: true }));
  const log = createLog("silent", { write: () => {} });
  const store = createMediaStore({
    directory,
    randomBytes,
    log,
    readSpace: async () => almostFull,
  });
  const wav = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt "), Buffer.alloc(100)]);
  await t.throwsAsync(store.write("organization", Readable.from([wav]), MEBIBYTE), {
    code: "UNAVAILABLE",
  });
  t.deepEqual(readdirSync(join(directory, "organization")), []);
});

test("an upload ends when the disk becomes almost full meanwhile", async (t) => {
  let freeBytes = 2 * GIBIBYTE;
  const readSpace = async () => ({ totalBytes: 10 * GIBIBYTE, freeBytes });
  const chunks = Array.from({ length: 100 }, () => Buffer.alloc(MEBIBYTE));
  let passed = 0;
  const write = async (): Promise<void> => {
    for await (const { length } of keepSpaceFree(Readable.from(chunks), readSpace)) {
      passed += length;
      // Another organization fills the disk at the same time.
      if (passed === 20 * MEBIBYTE) freeBytes = 0;
    }
  };
  await t.throwsAsync(write, { code: "UNAVAILABLE" });
  t.true(passed >= 20 * MEBIBYTE && passed <= 28 * MEBIBYTE, String(passed));
});

test("5 % of a disk stay free, at most 2 GiB", (t) => {
  t.is(computeReservedBytes(10 * GIBIBYTE), GIBIBYTE / 2);
  t.is(computeReservedBytes(1_000 * GIBIBYTE), 2 * GIBIBYTE);
});
