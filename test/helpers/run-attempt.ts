import { startAnalysis } from "../../graph/analysis-moves.js";
import { createContext } from "../../graph/context.js";
import type { Analyze } from "../../src/analyzer/analyzer.js";
import { attempt, type AttemptParts } from "../../src/analyzer/attempt.js";
import { analyzeByRules } from "../../src/analyzer/basic/index.js";
import { createLog } from "../../src/log.js";
import { asProgram } from "./guard.js";
import type { SharedServer } from "./server.js";
import type { Tenant } from "./tenant.js";

const quiet = createLog("silent", { write: () => {} });

export const byRules: Analyze = async (call) => analyzeByRules(call);

/** How long a claim holds where nothing else is said, in milliseconds. */
export const LEASE = 30_000;

/** An attempt at one recording, as a worker makes it. */
export const work = async (
  { services }: SharedServer,
  { id: organizationId }: Tenant,
  id: string,
  parts: Partial<AttemptParts> = {},
): Promise<void> => {
  const given = { services, log: quiet, analyze: byRules, lease: LEASE, backOff: [0, 0], ...parts };
  const { signal } = new AbortController();
  return asProgram(() => attempt(given, { organizationId, id }, signal));
};

/** What a worker does before it dies. */
export const begin = async ({ services }: SharedServer, org: Tenant, id: string): Promise<void> => {
  const credential = { role: "internal", organizationId: org.id } as const;
  await startAnalysis(createContext(services, credential, "test"), id);
};

/** A log, and when it has said that all of these recordings were analysed. */
export const analysed = (ids: Iterable<string>) => {
  const waiting = new Set(ids);
  const all = Promise.withResolvers<void>();
  const write = (line: string): void => {
    const { msg, recording } = JSON.parse(line) as { msg: string; recording: string };
    if (msg === "analysed") waiting.delete(recording);
    if (waiting.size === 0) all.resolve();
  };
  return { log: createLog("info", { write }), all: all.promise };
};
