import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/engine/connect.js";
import { startPostgres } from "../../helpers/engine/postgres.js";
import { patterns } from "../neighbours/patterns.js";
import { type PatternResult, runPattern } from "../neighbours/run-pattern.js";
import { createTemplate } from "../neighbours/template.js";
import type { SectionFigures, SectionOptions } from "./section.js";

const RECORDINGS = 100_000;
const MIN_RECORDINGS = 500;
const SECONDS = 20;
const MIN_SECONDS = 4;

const formatFigures = ({ p99, mib, answers }: PatternResult): string => {
  const times = Object.entries(p99).map(
    ([operation, { quiet, attacked }]) => `${operation} ${quiet}→${attacked}`,
  );
  const counts = Object.entries(answers).map(([status, { count }]) => `${count} × ${status}`);
  return `${times.join(", ")} ms; ${mib} MiB; answers: ${counts.join(", ")}`;
};

/**
 * Runs patterns of a hostile tenant beside a good tenant. Each has a server and a copy of the filled database of its
 * own. `scale` multiplies the recordings and the seconds of each. `copyDatabase` returns the URL of a copy, where the
 * database isn't in the directory.
 */
export const runNeighbours = async (
  { seed, scale }: SectionOptions,
  names: readonly string[],
  env: Record<string, string> = {},
  copyDatabase?: (copy: string) => Promise<string>,
): Promise<SectionFigures> => {
  const root = mkdtempSync(join(tmpdir(), "debrief-neighbours-"));
  const figures: SectionFigures = {};
  const problems: string[] = [];
  try {
    const count = Math.max(MIN_RECORDINGS, Math.round(RECORDINGS * scale));
    const template = await createTemplate(join(root, "template"), { count, seed, env });
    const seconds = Math.max(MIN_SECONDS, SECONDS * scale);
    for (const [index, name] of names.entries()) {
      const directory = join(root, name);
      const databaseUrl = await copyDatabase?.(`neighbours_${index}`);
      const copy = databaseUrl
        ? { ...template, env: { ...env, DATABASE_URL: databaseUrl } }
        : template;
      const result = await runPattern(copy, { name, directory, seconds });
      figures[name] = formatFigures(result);
      console.log(`  ${name}: ${figures[name]}`);
      for (const [status, { first }] of Object.entries(result.answers))
        if (status !== "200") console.log(`    ${status}: ${first}`);
      for (const problem of [...result.problems, ...result.delays]) {
        console.log(`    ✘ ${problem}`);
        problems.push(`${name}: ${problem}`);
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  if (problems.length > 0) throw new Error(problems.join("\n  "));
  return figures;
};

const runOverPostgres = async (
  options: SectionOptions,
  names: readonly string[],
): Promise<SectionFigures> => {
  const postgres = await startPostgres();
  const url = postgres.url("neighbours");
  const admin = connect(postgres.url("postgres"));
  try {
    await admin.raw("CREATE DATABASE neighbours");
    const key = randomBytes(32).toString("hex");
    const env = { DATABASE_URL: url, DEBRIEF_SECRET_KEY: key };
    return await runNeighbours(options, names, env, async (copy) => {
      await admin.raw(`CREATE DATABASE ${copy} TEMPLATE neighbours`);
      return postgres.url(copy);
    });
  } finally {
    await admin.destroy();
    await postgres.stop();
  }
};

/**
 * Runs every pattern over SQLite. NEIGHBOURS names patterns, separated by commas, that run alone;
 * NEIGHBOURS_DATABASE=postgres runs them over PostgreSQL.
 */
export const neighbours = async (options: SectionOptions): Promise<SectionFigures> => {
  const names = process.env["NEIGHBOURS"]?.split(",") ?? Object.keys(patterns);
  return process.env["NEIGHBOURS_DATABASE"] === "postgres"
    ? runOverPostgres(options, names)
    : runNeighbours(options, names);
};
