import type { Db } from "../db/connect.js";
import { clock, outbox, search, statistics } from "./checks/content.js";
import { foreignKeys, integrity } from "./checks/database.js";
import { disk, journal, leftovers, log, permissions } from "./checks/files.js";
import { secretKey } from "./checks/key.js";
import { media } from "./checks/media.js";
import { schema } from "./checks/schema.js";
import type { Config } from "./config.js";

/** Something that is not as it should be. */
export interface Problem {
  /** Where it is one organization's. */
  organization?: string;
  message: string;
  /** The command that mends it, as it is typed. */
  mend: string;
  repaired: boolean;
}

/** What is looked at. */
export interface Examined {
  db: Db;
  config: Config;
  /** Of the SQLite database; undefined for PostgreSQL. */
  file: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
  /** Of the file system that the file is on. */
  freeBytes: number;
  /** Put right what can be. */
  repair: boolean;
}

export interface Check {
  name: string;
  run: (examined: Examined) => Promise<Problem[]>;
  /** Where it finds something, what comes after it cannot be looked at. */
  decisive?: boolean;
}

/** What `debrief doctor` looks at, in this order: what comes later rests on what comes first. */
export const checks: Check[] = [
  permissions,
  disk,
  leftovers,
  { ...journal, decisive: true },
  log,
  { ...integrity, decisive: true },
  { ...schema, decisive: true },
  foreignKeys,
  secretKey,
  media,
  clock,
  outbox,
  search,
  statistics,
];

/** Runs the checks; those that are not reached are left out. */
export const examine = async (
  examined: Examined,
  list = checks,
): Promise<{ name: string; problems: Problem[] }[]> => {
  const results = [];
  for (const { name, run, decisive } of list) {
    const problems = await run(examined);
    results.push({ name, problems });
    if (decisive && problems.some(({ repaired }) => !repaired)) break;
  }
  return results;
};
