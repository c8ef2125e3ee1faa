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
/** By so much memory may have grown when all are gone. */
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

/** A thousand slow connections, and one good client that must not notice. The scale is that of their number. */
export const slow = async ({ scale }: SectionOptions): Promise<SectionFigures> => {
  const held = await runSiegeOnProgram({
    sockets: Math.max(30, Math.round(SOCKETS * scale)),
    seconds: SECONDS,
    perSecond: PER_SECOND,
    everyMs: 200,
    restMs: 10_000,
    warmMs: 3_000,
  });
  const figures = { ...held, sockets: JSON.stringify(held.sockets) };
  const problems: string[] = [];
  if (held.p99 >= MAX_P99_MS) problems.push(`p99 is ${held.p99} ms`);
  if (held.mibAfter > held.mibBefore + MAX_GROWTH_MIB)
    problems.push(`${held.mibAfter} MiB are kept`);
  if (held.openAfter > held.openBefore + 10) problems.push(`${held.openAfter} files are open`);
  for (const [kind, { ended }] of Object.entries(held.sockets))
    if (ended === 0) problems.push(`none was ended of those with a slow ${kind}`);
  if (problems.length > 0) throw new Error(`${problems.join("; ")}: ${JSON.stringify(figures)}`);
  return figures;
};
