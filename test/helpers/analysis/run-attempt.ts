import { startAnalysis } from "../../../graph/analysis/transitions.js";
import { createContext } from "../../../graph/context/context.js";
import type { Analyze } from "../../../src/analyzer/analyzer.js";
import { attemptAnalysis, type AttemptOptions } from "../../../src/analyzer/attempt-analysis.js";
import { analyzeByRules } from "../../../src/analyzer/basic/index.js";
import { createLog } from "../../../src/base/log/log.js";
import { runAsProgram } from "../engine/guard-statements.js";
import type { SharedServer } from "../server.js";
import type { Tenant } from "../tenant.js";

const silentLog = createLog("silent", { write: () => {} });

export const analyzeByRulesAsync: Analyze = async (call) => analyzeByRules(call);

/** The default lease of a claim in milliseconds. */
export const TEST_LEASE_MS = 30_000;

/** Attempts one analysis like a worker. */
export const runAttempt = async (
  { services }: SharedServer,
  { id: organizationId }: Tenant,
  id: string,
  parts: Partial<AttemptOptions> = {},
): Promise<void> => {
  const options = {
    services,
    log: silentLog,
    analyze: analyzeByRulesAsync,
    leaseMs: TEST_LEASE_MS,
    backOff: [0, 0],
    ...parts,
  };
  const { signal } = new AbortController();
  return runAsProgram(() => attemptAnalysis(options, { organizationId, id }, signal));
};

/** Claims the analysis and stops, like a worker that dies. */
export const beginAttempt = async (
  { services }: SharedServer,
  org: Tenant,
  id: string,
): Promise<void> => {
  const credential = { role: "internal", organizationId: org.id } as const;
  await startAnalysis(createContext(services, credential, "test"), id);
};

/** Creates a log that resolves `all` once it contains every recording as analysed. */
export const watchAnalyzed = (ids: Iterable<string>) => {
  const remaining = new Set(ids);
  const all = Promise.withResolvers<void>();
  const write = (line: string): void => {
    const { msg, recording } = JSON.parse(line) as { msg: string; recording: string };
    if (msg === "analysed") remaining.delete(recording);
    if (remaining.size === 0) all.resolve();
  };
  return { log: createLog("info", { write }), all: all.promise };
};
