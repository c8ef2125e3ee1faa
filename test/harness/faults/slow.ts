import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { type SiegeResult, type SiegePlan, runSiege } from "../slow/siege.js";
import type { SectionFigures, SectionOptions } from "./section.js";

const SOCKETS = 1_000;
const PER_SECOND = 100;
const MAX_P99_MS = 50;
/** How much the memory may have grown after all connections are gone. */
const MAX_GROWTH_MIB = 100;
const SECONDS = 90;

export const runSiegeOnProgram = async (plan: SiegePlan): Promise<SiegeResult> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-slow-"));
  const instance = new Instance({ directory, env: {} });
  try {
    await instance.listening;
    return await runSiege(instance, readFirstKeys(directory), plan);
  } finally {
    await instance.kill();
    rmSync(directory, { recursive: true, force: true });
  }
};

/**
 * Opens a thousand slow connections next to one good client, which must not notice. `scale`
 * multiplies their number.
 */
export const slow = async ({ scale }: SectionOptions): Promise<SectionFigures> => {
  const result = await runSiegeOnProgram({
    sockets: Math.max(30, Math.round(SOCKETS * scale)),
    seconds: SECONDS,
    perSecond: PER_SECOND,
    everyMs: 200,
    restMs: 10_000,
    warmMs: 3_000,
  });
  const figures = { ...result, sockets: JSON.stringify(result.sockets) };
  const problems: string[] = [];
  if (result.p99 >= MAX_P99_MS) problems.push(`p99 is ${result.p99} ms`);
  if (result.mibAfter > result.mibBefore + MAX_GROWTH_MIB)
    problems.push(`memory stays at ${result.mibAfter} MiB`);
  if (result.openAfter > result.openBefore + 10)
    problems.push(`${result.openAfter} files are open`);
  for (const [kind, { ended }] of Object.entries(result.sockets))
    if (ended === 0) problems.push(`no connection with a slow ${kind} was closed`);
  if (problems.length > 0) throw new Error(`${problems.join("; ")}: ${JSON.stringify(figures)}`);
  return figures;
};
