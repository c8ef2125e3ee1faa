import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { measureBackground } from "./meaning/background.js";
import { buildCalls, CALL_SENTENCES } from "./meaning/calls.js";
import { measureExamples } from "./meaning/examples.js";
import { measureSearches } from "./meaning/searches.js";
import { seedMeaning } from "./meaning/seed.js";
import { listChildren, readCpuMs, readPeakMib } from "./shared/proc.js";
import { formatRow, formatRule } from "./shared/table.js";
import { startDebrief } from "./stats/server.js";

// How many of the labelled sentences are recognized, by concept and over the half that the classifier has
// not learned from; what compact vectors keep of that; and the CPU time and memory of the process. Then what trackers
// with examples, searches by meaning and requests beside the preparation of calls cost. Linux only.

const REPEATS = 5;
const SCANS = 2_000;
const FULL_BYTES = 512 * Float32Array.BYTES_PER_ELEMENT;
/** Distinct calls; the organizations have them in turns. */
const CALLS = 500;
const SEARCHED_CALLS = [1_000, 10_000];

const model = createMeaning();
const meaning = withVectorCache(model);
/** Returns what the classifier reads from the database. */
const compactMeaning: Meaning = {
  space: "",
  embed: async (...args) =>
    (await meaning.embed(...args)).map((vector) => expandVector(compactVector(vector))),
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

const [child] = listChildren(process.pid) as [number];
const began = readCpuMs(child);
for (let repeat = 0; repeat < REPEATS; repeat += 1) await model.embed("bench", sentences);
const perSentence = (readCpuMs(child) - began) / (REPEATS * sentences.length);
console.log(`${perSentence.toFixed(1)} ms of CPU a sentence; at most ${readPeakMib(child)} MiB`);

const calls = await buildCalls(meaning, CALLS);
const storedBytes = calls.reduce((sum, call) => sum + call.vectors.length, 0) / CALLS;
console.log(
  `${Math.round(storedBytes)} bytes are stored for a call of ${CALL_SENTENCES} sentences`,
);
await measureExamples(meaning, calls);

const directory = mkdtempSync(join(tmpdir(), "debrief-bench-"));
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const seed = await seedMeaning(directory, calls, SEARCHED_CALLS);
const server = await startDebrief(seed, directory);
await measureSearches(server, seed);
await measureBackground(server, seed);
await server.stop();
process.exit();
