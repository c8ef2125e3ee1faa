import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Instance } from "../crash/instance.js";
import { firstKeys } from "../crash/organization.js";
import { type Held, type Plan, siege } from "../slow/siege.js";
import type { Figures, Run } from "./sections.js";

const SOCKETS = 1_000;
const PER_SECOND = 100;
const MOST_P99_MS = 50;
/** By so much memory may have grown when all are gone. */
const MOST_MIB = 100;
const SECONDS = 90;

export const besiege = async (plan: Plan): Promise<Held> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-slow-"));
  const instance = new Instance({ directory, env: {} });
  try {
    await instance.listening;
    return await siege(instance, firstKeys(directory), plan);
  } finally {
    await instance.kill();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** A thousand slow connections, and one good client that must not notice. The scale is that of their number. */
export const slow = async ({ scale }: Run): Promise<Figures> => {
  const held = await besiege({
    sockets: Math.max(30, Math.round(SOCKETS * scale)),
    seconds: SECONDS,
    perSecond: PER_SECOND,
    everyMs: 200,
    restMs: 10_000,
    warmMs: 3_000,
  });
  const figures = { ...held, told: JSON.stringify(held.told) };
  const problems: string[] = [];
  if (held.p99 >= MOST_P99_MS) problems.push(`p99 is ${held.p99} ms`);
  if (held.mibAfter > held.mibBefore + MOST_MIB) problems.push(`${held.mibAfter} MiB are kept`);
  if (held.openAfter > held.openBefore + 10) problems.push(`${held.openAfter} files are open`);
  for (const [kind, { ended }] of Object.entries(held.told))
    if (ended === 0) problems.push(`none was ended of those with a slow ${kind}`);
  if (problems.length > 0) throw new Error(`${problems.join("; ")}: ${JSON.stringify(figures)}`);
  return figures;
};
