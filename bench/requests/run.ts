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

interface RunningContender {
  contender: Contender;
  server: MeasuredServer;
  /** Bytes of the first body. */
  bytes: number;
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

/** A process can stay slow, or fast, for its whole life, by how its heap grew: so no process measures all rounds. */
const ROUNDS_PER_START = 5;

const buildPlan = (
  section: BenchSection,
  { requests }: Contender,
  server: MeasuredServer,
  seconds: number,
): LoadPlan => ({ url: server.url, connections: section.connections, requests, seconds });

/** Starts a section's contenders, checks their answers, lets `measure` work with them, and stops them. */
const withContenders = async (
  section: BenchSection,
  log: string,
  measure: (running: readonly RunningContender[]) => Promise<void>,
): Promise<void> => {
  const servers = new Map<string, MeasuredServer>();
  try {
    const running: RunningContender[] = [];
    let first: unknown;
    for (const contender of section.contenders) {
      let server = servers.get(contender.server);
      if (!server) {
        server = await startContender(contender.program, section.fsyncUs);
        servers.set(contender.server, server);
      }
      const { shared, bytes } = await fetchSharedAnswers(server.url, contender.requests);
      if (!section.isDiffering) assert.deepEqual(shared, (first ??= shared), contender.name);
      running.push({ contender, server, bytes });
    }
    for (const { contender, server } of running)
      await warmUp(buildPlan(section, contender, server, WARM_UP_S), log);
    await measure(running);
  } finally {
    for (const server of servers.values()) await server.stop();
  }
};

/** Measures a section's contenders in turns, with new processes every few rounds. */
export const runSection = async (
  section: BenchSection,
  settings: RunSettings,
): Promise<MeasuredContender[]> => {
  const log = join(settings.data, "load.log");
  const measured = section.contenders.map((contender): MeasuredContender => ({
    contender,
    rounds: [],
    bytes: 0,
    memory: 0,
  }));
  const measureRounds = async (
    running: readonly RunningContender[],
    [from, to]: readonly [number, number],
  ): Promise<void> => {
    const rows = running.map((each, index) => ({ ...each, row: measured[index]! }));
    for (let round = from; round < to; round += 1) {
      // What the machine does meanwhile then doesn't always meet the same one.
      for (const { contender, server, row } of round % 2 === 0 ? rows : rows.toReversed()) {
        const plan = buildPlan(section, contender, server, settings.seconds);
        const figures = await measureRound(server, plan, log);
        row.rounds.push(figures);
        console.error(`${section.title}: ${contender.name} ${JSON.stringify(figures)}`);
      }
    }
    if (to < settings.rounds) return;
    for (const { contender, server, bytes, row } of rows) {
      row.bytes = bytes;
      row.memory = server.readMemory();
      if (section.fsyncs)
        row.fsyncs = await countFsyncs(server.pid, settings.data, async () => {
          const plan = { ...buildPlan(section, contender, server, 1), amount: TRACED_REQUESTS };
          return (await runLoad(plan, log)).requests;
        });
    }
  };
  for (let done = 0; done < settings.rounds; done += ROUNDS_PER_START) {
    const end = Math.min(done + ROUNDS_PER_START, settings.rounds);
    await withContenders(section, log, (running) => measureRounds(running, [done, end]));
  }
  return measured;
};
