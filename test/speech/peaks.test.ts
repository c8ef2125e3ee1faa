import test from "ava";
import { PeakCollector } from "../../src/speech/peaks.js";

const RATE = 8_000;

const decode = (peaks: string): number[] => [...Buffer.from(peaks, "base64")];

const collect = (...blocks: Float32Array[][]): PeakCollector => {
  const collector = new PeakCollector();
  for (const channels of blocks) collector.push({ channels, sampleRate: RATE });
  return collector;
};

test("peaks are the loudest samples of equal spans, whatever the blocks", (t) => {
  const samples = new Float32Array(RATE);
  samples[0] = 0.5;
  samples[RATE / 2] = -1;
  samples[RATE - 1] = 2;
  const expected = [128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255];
  t.deepEqual(decode(collect([samples]).finish(1)[0]!), expected);
  const [first, second] = [samples.subarray(0, 4_321), samples.subarray(4_321)];
  t.deepEqual(decode(collect([first], [second]).finish(1)[0]!), expected);
});

test("a long call has a thousand peaks, and none is lost", (t) => {
  const blocks = Array.from({ length: 333 }, () => [new Float32Array(RATE)]);
  blocks[332]![0]![100] = 1;
  const peaks = decode(collect(...blocks).finish(1)[0]!);
  t.is(peaks.length, 1_000);
  t.is(peaks.indexOf(255), 996);
  t.is(
    peaks.reduce((sum, peak) => sum + peak),
    255,
  );
});

test("each speaker's channel has its own peaks, and further channels have none", (t) => {
  const collector = collect([
    Float32Array.from({ length: 400 }, () => 1),
    new Float32Array(400),
    Float32Array.from({ length: 400 }, () => 1),
  ]);
  t.deepEqual(collector.finish(2).map(decode), [[255], [0]]);
  t.deepEqual(collector.finish(1).map(decode), [[255]]);
});
