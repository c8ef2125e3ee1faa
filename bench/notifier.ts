// Events per second from the outbox to a receiver's answer that is recorded, beside a bare loop of got to
// the same receiver. See bench/README.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import type { Figures, Quantiles } from "./notifier/message.js";
import { cells, median } from "./shared/table.js";
import { copyReference, measure, own, startReceiver } from "./notifier/run.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 20_000);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const WEBHOOKS = Number(process.env["BENCH_WEBHOOKS"] ?? 16);
const SINGLE = 200;

const file = process.argv[2] ?? process.env["BENCH_REFERENCE"];
const reference = file === undefined ? undefined : copyReference(file);
const receiver = await startReceiver(...(reference ? [reference, "receiver"] : [own("receiver")]));

const contenders: Record<string, () => Promise<Figures>> = {
  "got alone": () => measure(own("bare"), receiver.port, SECONDS),
  // It starts its own receiver, which is the same.
  ...(reference && { "got alone (reference)": () => measure(reference, "got", SECONDS) }),
  debrief: () => measure(own("backlog"), receiver.port, EVENTS, WEBHOOKS),
};

// Others at work make the rounds differ, and the receiver is the first to feel it.
const busy = loadavg()[0]!.toFixed(1);
const rounds: Record<string, Figures>[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const figures: Record<string, Figures> = {};
  for (const [name, run] of Object.entries(contenders)) figures[name] = await run();
  rounds.push(figures);
  console.error(JSON.stringify(figures));
}
const latency = await measure<Quantiles>(own("latency"), SINGLE);
receiver.stop();

const names = Object.keys(contenders);
const medianOf = (name: string, figure: keyof Figures): number =>
  median(rounds.map((round) => round[name]![figure]));
// Within a round, since the machine may be busier in another.
const ratioOf = (name: string, figure: keyof Figures): number =>
  median(rounds.map((round) => round["debrief"]![figure] / round[name]![figure]));

const table = [
  cells(["", "events/s", "CPU µs/event", "debrief's events/s to these", "debrief's CPU to these"]),
  cells(["---", "---", "---", "---", "---"]),
  ...names.map((name) =>
    cells([
      name,
      medianOf(name, "perSecond"),
      medianOf(name, "cpuUs"),
      ratioOf(name, "perSecond").toFixed(2),
      ratioOf(name, "cpuUs").toFixed(2),
    ]),
  ),
];
const date = new Date().toISOString().slice(0, 10);
const text = `# Notifier, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk, synchronous=FULL; ${EVENTS} events of
1.3 KB to ${WEBHOOKS} webhooks; medians of ${ROUNDS} interleaved rounds. Load average before: ${busy}.

${table.join("\n")}

Each round, events/s (CPU µs):

${cells(names)}
${cells(names.map(() => "---"))}
${rounds.map((round) => cells(names.map((name) => `${round[name]!.perSecond} (${round[name]!.cpuUs})`))).join("\n")}

From commit to arrival when idle, ${SINGLE} single events: p50 ${latency.p50} ms, p99 ${latency.p99} ms, at most ${latency.most} ms.
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/notifier-${date}.md`, text);
console.log(text);
