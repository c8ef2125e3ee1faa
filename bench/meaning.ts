import { readFileSync } from "node:fs";
import { CONCEPTS } from "../src/meaning/concepts/concepts.js";
import { createMeaning } from "../src/meaning/meaning.js";
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
// not learned from; and the CPU time and memory of the process. Linux only.

const REPEATS = 10;
const CLOCK_TICK_MS = 10;

const meaning = createMeaning();

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
const blind = await measureQuality(
  meaning,
  LABELLED.filter(({ isBlind }) => isBlind),
);
const header = ["concept", "sentences", "precision", "recall"];
console.log([formatRow(header), formatRule(header)].join("\n"));
for (const { id, name } of CONCEPTS) {
  const quality = all.get(id)!;
  console.log(formatRow([name, quality.found + quality.missed, ...formatQuality(quality)]));
}
console.log(`all: ${formatQuality(sumQualities(all.values())).join(" and ")}`);
console.log(`blind: ${formatQuality(sumQualities(blind.values())).join(" and ")}`);
const talk = await measureQuality(meaning, CONVERSATIONS);
console.log(`conversations: ${formatQuality(sumQualities(talk.values())).join(" and ")}`);

const [child] = listChildren() as [string];
const sentences = LABELLED.map(({ text }) => text);
const began = readCpuMs(child);
for (let repeat = 0; repeat < REPEATS; repeat += 1) await meaning.embed("bench", sentences);
const perSentence = (readCpuMs(child) - began) / (REPEATS * sentences.length);
const [, peakKib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, "utf8"))!;
console.log(
  `${perSentence.toFixed(1)} ms of CPU a sentence; at most ${Math.round(Number(peakKib) / 1024)} MiB`,
);
process.exit();
