import assert from "node:assert/strict";
import { LOAD_CORE, firstLine, startNode } from "../shared/processes.js";
import { join } from "node:path";
import { answersOf } from "./answers.js";
import { fsyncsOf } from "./fsyncs.js";
import type { Load, Plan } from "./plan.js";
import type { Contender, Section } from "./sections.js";
import { type Server, startServer } from "./server.js";

const LOAD = join(import.meta.dirname, "load.js");
/** So many requests, so that what is run often has been compiled; on a slow disk what there is time for. */
const WARM_UP = 8000;
const WARM_UP_S = 2;
const WARM_UPS = 4;
/** Requests whose waiting for the disk is counted. */
const TRACED = 320;

/** What one round found of one contender. */
export interface Figures extends Load {
  /** Of the server's process, for each request. */
  cpuUs: number;
  /** Of the server's core. */
  serverBusy: number;
}

export interface Measured {
  contender: Contender;
  rounds: Figures[];
  /** Of the first body. */
  bytes: number;
  /** Of the server afterwards. */
  memory: number;
  /** For each request; undefined where they were not counted, a reason where they cannot be. */
  fsyncs?: number | string;
}

/** Resolves when the load is over. */
export const loadOf = async (plan: Plan, log: string): Promise<Load> => {
  const child = startNode(LOAD_CORE, [LOAD], log);
  child.stdin!.end(JSON.stringify(plan));
  return JSON.parse(await firstLine(child, log)) as Load;
};

/** What the load cost this server. */
export const measure = async (server: Server, plan: Plan, log: string): Promise<Figures> => {
  const before = server.cpuUs();
  const load = await loadOf(plan, log);
  const cpu = server.cpuUs() - before;
  const serverBusy = (cpu / load.requests / 1e6) * load.perSecond;
  return { ...load, cpuUs: cpu / load.requests, serverBusy };
};

const warmUp = async (plan: Plan, log: string): Promise<void> => {
  let asked = 0;
  for (let turn = 0; turn < WARM_UPS && asked < WARM_UP; turn += 1)
    asked += (await loadOf(plan, log)).requests;
};

export interface Settings {
  rounds: number;
  seconds: number;
  data: string;
}

/** Starts what the section compares, checks the answers, and measures in turns. */
export const run = async (section: Section, settings: Settings): Promise<Measured[]> => {
  const log = join(settings.data, "load.log");
  const servers = new Map<string, Server>();
  const serverOf = ({ server }: Contender): Server => servers.get(server)!;
  const planOf = (contender: Contender, seconds: number): Plan => ({
    url: serverOf(contender).url,
    connections: section.connections,
    requests: contender.requests,
    seconds,
  });
  try {
    const measured: Measured[] = [];
    let first: unknown;
    for (const contender of section.contenders) {
      if (!servers.has(contender.server))
        servers.set(contender.server, await startServer(contender.program, section.fsyncUs));
      const { shared, bytes } = await answersOf(serverOf(contender).url, contender.requests);
      if (!section.differ) assert.deepEqual(shared, (first ??= shared), contender.name);
      measured.push({ contender, rounds: [], bytes, memory: 0 });
    }
    for (const { contender } of measured) await warmUp(planOf(contender, WARM_UP_S), log);
    for (let round = 0; round < settings.rounds; round += 1)
      for (const { contender, rounds } of measured) {
        const plan = planOf(contender, settings.seconds);
        const figures = await measure(serverOf(contender), plan, log);
        rounds.push(figures);
        console.error(`${section.title}: ${contender.name} ${JSON.stringify(figures)}`);
      }
    for (const one of measured) {
      one.memory = serverOf(one.contender).memory();
      if (section.fsyncs)
        one.fsyncs = await fsyncsOf(serverOf(one.contender).pid, settings.data, async () => {
          const plan = { ...planOf(one.contender, 1), amount: TRACED };
          return (await loadOf(plan, log)).requests;
        });
    }
    return measured;
  } finally {
    for (const server of servers.values()) await server.stop();
  }
};
