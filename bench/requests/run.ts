import assert from "node:assert/strict";
import { LOAD_CORE, readFirstLine, startNode } from "../shared/processes.js";
import { join } from "node:path";
import { fetchSharedAnswers } from "./shared-answers.js";
import { countFsyncs } from "./fsyncs.js";
import type { LoadResult, LoadPlan } from "./plan.js";
import type { Contender, BenchSection } from "./sections.js";
import { type MeasuredServer, startContender } from "./server.js";

const LOAD_SCRIPT = join(import.meta.dirname, "load.js");
/** Enough warm-up requests for the JIT compiler; on a slow disk, as many as the time allows. */
const WARM_UP_REQUESTS = 8000;
const WARM_UP_S = 2;
const MAX_WARM_UPS = 4;
/** The number of requests whose fsyncs are counted. */
const TRACED_REQUESTS = 320;

/** The figures of one contender in one round. */
export interface RoundFigures extends LoadResult {
  /** CPU time of the server process per request, in microseconds. */
  cpuUs: number;
  /** The share of time that the server's core was busy. */
  serverBusyShare: number;
}

export interface MeasuredContender {
  contender: Contender;
  rounds: RoundFigures[];
  /** Bytes of the first body. */
  bytes: number;
  /** The server's memory after the load. */
  memory: number;
  /** Fsyncs per request; undefined if not counted, the reason if they can't be. */
  fsyncs?: number | string;
}

/** Runs the load. Resolves when it is over. */
export const runLoad = async (plan: LoadPlan, log: string): Promise<LoadResult> => {
  const child = startNode(LOAD_CORE, [LOAD_SCRIPT], log);
  child.stdin!.end(JSON.stringify(plan));
  return JSON.parse(await readFirstLine(child, log)) as LoadResult;
};

/** Measures one load on one server. */
const measureRound = async (
  server: MeasuredServer,
  plan: LoadPlan,
  log: string,
): Promise<RoundFigures> => {
  const before = server.readCpuUs();
  const load = await runLoad(plan, log);
  const cpu = server.readCpuUs() - before;
  const serverBusy = (cpu / load.requests / 1e6) * load.perSecond;
  return { ...load, cpuUs: cpu / load.requests, serverBusyShare: serverBusy };
};

const warmUp = async (plan: LoadPlan, log: string): Promise<void> => {
  let sent = 0;
  for (let turn = 0; turn < MAX_WARM_UPS && sent < WARM_UP_REQUESTS; turn += 1)
    sent += (await runLoad(plan, log)).requests;
};

export interface RunSettings {
  rounds: number;
  seconds: number;
  data: string;
}

/** Starts a section's contenders, checks their answers, and measures them in turns. */
export const runSection = async (
  section: BenchSection,
  settings: RunSettings,
): Promise<MeasuredContender[]> => {
  const log = join(settings.data, "load.log");
  const servers = new Map<string, MeasuredServer>();
  const serverOf = ({ server }: Contender): MeasuredServer => servers.get(server)!;
  const planOf = (contender: Contender, seconds: number): LoadPlan => ({
    url: serverOf(contender).url,
    connections: section.connections,
    requests: contender.requests,
    seconds,
  });
  try {
    const measured: MeasuredContender[] = [];
    let first: unknown;
    for (const contender of section.contenders) {
      if (!servers.has(contender.server))
        servers.set(contender.server, await startContender(contender.program, section.fsyncUs));
      const { shared, bytes } = await fetchSharedAnswers(
        serverOf(contender).url,
        contender.requests,
      );
      if (!section.isDiffering) assert.deepEqual(shared, (first ??= shared), contender.name);
      measured.push({ contender, rounds: [], bytes, memory: 0 });
    }
    for (const { contender } of measured) await warmUp(planOf(contender, WARM_UP_S), log);
    for (let round = 0; round < settings.rounds; round += 1) {
      // What the machine does meanwhile then doesn't always meet the same one.
      const turns = round % 2 === 0 ? measured : measured.toReversed();
      for (const { contender, rounds } of turns) {
        const plan = planOf(contender, settings.seconds);
        const figures = await measureRound(serverOf(contender), plan, log);
        rounds.push(figures);
        console.error(`${section.title}: ${contender.name} ${JSON.stringify(figures)}`);
      }
    }
    for (const row of measured) {
      row.memory = serverOf(row.contender).readMemory();
      if (section.fsyncs)
        row.fsyncs = await countFsyncs(serverOf(row.contender).pid, settings.data, async () => {
          const plan = { ...planOf(row.contender, 1), amount: TRACED_REQUESTS };
          return (await runLoad(plan, log)).requests;
        });
    }
    return measured;
  } finally {
    for (const server of servers.values()) await server.stop();
  }
};
