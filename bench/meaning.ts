import { readFileSync } from "node:fs";
import {
  COMPACT_VECTOR_BYTES,
  compactVector,
  createSimilarity,
  expandVector,
} from "../db/recordings/compact-vector.js";
import { CONCEPTS } from "../src/meaning/concepts/concepts.js";
import { createMeaning, type Meaning } from "../src/meaning/meaning.js";
import { withVectorCache } from "../src/meaning/vector-cache.js";
import {
  CONVERSATIONS,
  computePrecision,
  computeRecall,
  LABELLED,
  measureQuality,
  type Quality,
  sumQualities,
} from "../test/helpers/meaning/labelled.js";
import { formatRow, formatRule } from "./shared/table.js";

// How many of the labelled sentences are recognized, by concept and over the half that the classifier has
// not learned from; what compact vectors keep of that; and the CPU time and memory of the process. Linux only.

const REPEATS = 10;
const SCANS = 2_000;
const FULL_BYTES = 512 * Float32Array.BYTES_PER_ELEMENT;
const CLOCK_TICK_MS = 10;

const model = createMeaning();
const meaning = withVectorCache(model);
/** Returns what the classifier reads from the database. */
const compactMeaning: Meaning = {
  embed: async (...args) =>
    (await meaning.embed(...args)).map((vector) => expandVector(compactVector(vector))),
};

const listChildren = (): string[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");

const readCpuMs = (pid: string): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
};

const formatShare = (share: number): string => share.toFixed(2);
const formatQuality = (quality: Quality): string[] => [
  formatShare(computePrecision(quality)),
  formatShare(computeRecall(quality)),
];

const all = await measureQuality(meaning, LABELLED);
const header = ["concept", "sentences", "precision", "recall"];
console.log([formatRow(header), formatRule(header)].join("\n"));
for (const { id, name } of CONCEPTS) {
  const quality = all.get(id)!;
  console.log(formatRow([name, quality.found + quality.missed, ...formatQuality(quality)]));
}
console.log(`all: ${formatQuality(sumQualities(all.values())).join(" and ")}`);

const blind = LABELLED.filter(({ isBlind }) => isBlind);
const sizes = ["kept quality by size", "bytes", "blind: precision", "recall"];
const sizeHeader = [...sizes, "conversations: precision", "recall"];
console.log(["", formatRow(sizeHeader), formatRule(sizeHeader)].join("\n"));
for (const [name, bytes, source] of [
  ["full vectors", FULL_BYTES, meaning],
  ["compact vectors", COMPACT_VECTOR_BYTES, compactMeaning],
] as const) {
  const cells: string[] = [];
  for (const labelled of [blind, CONVERSATIONS])
    cells.push(...formatQuality(sumQualities((await measureQuality(source, labelled)).values())));
  console.log(formatRow([name, bytes, ...cells]));
}

const sentences = LABELLED.map(({ text }) => text);
const vectors = await meaning.embed("bench", sentences);
const stored = Buffer.concat(vectors.map((vector) => compactVector(vector)));
const similarityTo = createSimilarity(vectors[0]!);
const scanBegan = process.cpuUsage();
for (let scan = 0; scan < SCANS; scan += 1)
  for (let at = 0; at < stored.length; at += COMPACT_VECTOR_BYTES) similarityTo(stored, at);
const scanNs = (process.cpuUsage(scanBegan).user * 1_000) / (SCANS * vectors.length);
console.log(`\n${Math.round(scanNs)} ns of CPU a similarity`);

const [child] = listChildren() as [string];
const began = readCpuMs(child);
for (let repeat = 0; repeat < REPEATS; repeat += 1) await model.embed("bench", sentences);
const perSentence = (readCpuMs(child) - began) / (REPEATS * sentences.length);
const [, peakKib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, "utf8"))!;
console.log(
  `${perSentence.toFixed(1)} ms of CPU a sentence; at most ${Math.round(Number(peakKib) / 1024)} MiB`,
);
process.exit();
