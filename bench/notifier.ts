// Measures events per second from the outbox to the recorded response, compared with a bare loop of got to the
// same receiver. See bench/README.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import type { NotifierFigures, Quantiles } from "./notifier/message.js";
import { formatRow, median } from "./shared/table.js";
import { copyReference, runScript, scriptPath, startReceiverProcess } from "./notifier/run.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 20_000);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const WEBHOOKS = Number(process.env["BENCH_WEBHOOKS"] ?? 16);
const SINGLE_EVENTS = 200;

const file = process.argv[2] ?? process.env["BENCH_REFERENCE"];
const reference = file === undefined ? undefined : copyReference(file);
const receiver = await startReceiverProcess(
  ...(reference ? [reference, "receiver"] : [scriptPath("receiver")]),
);

const contenders: Record<string, () => Promise<NotifierFigures>> = {
  "got alone": () => runScript(scriptPath("bare"), receiver.port, SECONDS),
  // The reference script starts its own receiver, which is the same.
  ...(reference && { "got alone (reference)": () => runScript(reference, "got", SECONDS) }),
  debrief: () => runScript(scriptPath("backlog"), receiver.port, EVENTS, WEBHOOKS),
};

// Other load on the machine makes the rounds differ and affects the receiver first.
const machineLoad = loadavg()[0]!.toFixed(1);
const rounds: Record<string, NotifierFigures>[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const figures: Record<string, NotifierFigures> = {};
  for (const [name, run] of Object.entries(contenders)) figures[name] = await run();
  rounds.push(figures);
  console.error(JSON.stringify(figures));
}
const latency = await runScript<Quantiles>(scriptPath("latency"), SINGLE_EVENTS);
receiver.stop();

const names = Object.keys(contenders);
const medianOf = (name: string, figure: keyof NotifierFigures): number =>
  median(rounds.map((round) => round[name]![figure]));
// Compares within a round, because the machine may be busier in another.
const ratioOf = (name: string, figure: keyof NotifierFigures): number =>
  median(rounds.map((round) => round["debrief"]![figure] / round[name]![figure]));

const table = [
  formatRow([
    "",
    "events/s",
    "CPU µs/event",
    "debrief's events/s to these",
    "debrief's CPU to these",
  ]),
  formatRow(["---", "---", "---", "---", "---"]),
  ...names.map((name) =>
    formatRow([
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
1.3 KB to ${WEBHOOKS} webhooks; medians of ${ROUNDS} interleaved rounds. Load average before: ${machineLoad}.

${table.join("\n")}

Each round, events/s (CPU µs):

${formatRow(names)}
${formatRow(names.map(() => "---"))}
${rounds.map((round) => formatRow(names.map((name) => `${round[name]!.perSecond} (${round[name]!.cpuUs})`))).join("\n")}

From commit to arrival when idle, ${SINGLE_EVENTS} single events: p50 ${latency.p50} ms, p99 ${latency.p99} ms, at most ${latency.max} ms.
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/notifier-${date}.md`, text);
console.log(text);
